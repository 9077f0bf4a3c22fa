// One row of the tree: a folder or a file.

import { sizeOf } from "../../../base/index.ts";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SelectedPath, WebFile } from "../../protocol.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { Path, Revealed } from "../text.tsx";
import type { TreeRow } from "./tree.ts";

type RowProps = {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onSelect: () => void;
};

type FolderRowProps = RowProps & {
  readonly row: Extract<TreeRow, { kind: "folder" }>;
  /** How many of its files are. */
  readonly selected: number;
};

export function FolderRow({ row, selected, id, isCurrent, onOpen, onSelect }: FolderRowProps): VNode {
  const { folder, level, isOpen } = row;
  return (
    <div
      id={id}
      class={`tree-row is-folder${isCurrent ? " is-current" : ""}`}
      role="treeitem"
      aria-level={level + 1}
      aria-expanded={isOpen}
      aria-checked={selected === 0 ? "false" : selected === folder.count ? "true" : "mixed"}
      style={{ paddingLeft: `${8 + level * 16}px` }}
      onClick={onOpen}
    >
      <span class={`twist${isOpen ? " is-open" : ""}`}>
        <Glyph name="open" />
      </span>
      <Check state={selected === 0 ? "none" : selected === folder.count ? "all" : "some"} onClick={onSelect} />
      <span class="tree-name cut">
        <Revealed text={folder.name} reading="exact" tabs spaces />
      </span>
      <span class="dim small">{folder.count.toLocaleString("en")}</span>
    </div>
  );
}

type FileRowProps = RowProps & {
  readonly row: Extract<TreeRow, { kind: "file" }>;
  readonly selected: SelectedPath | null;
  readonly isScreen: boolean;
};

export function FileRow({ row, selected, isScreen, id, isCurrent, onOpen, onSelect }: FileRowProps): VNode {
  const { file, level, name } = row;
  return (
    <div
      id={id}
      class={`tree-row${isCurrent ? " is-current" : ""}`}
      role="treeitem"
      aria-level={level + 1}
      aria-checked={selected !== null}
      style={{ paddingLeft: `${28 + level * 16}px` }}
      title={titleOf(file, selected)}
      onClick={onOpen}
    >
      {file.unusable === true ? (
        <span class="file-check" />
      ) : (
        <Check state={selected === null ? "none" : "all"} onClick={onSelect} />
      )}
      <span class="tree-name cut">
        {name === file.path && name.includes("/") ? (
          <Path path={name} />
        ) : (
          <Revealed text={name} reading="exact" tabs spaces />
        )}
      </span>
      {file.unusable === true && <span class="chip warn">⚠ name</span>}
      {selected?.auto_added === true && <span class="chip accent">auto</span>}
      {file.changed_by !== null && <span class="file-changed" aria-label="changed in this session" />}
      {file.git !== null && (
        <span class={`file-git is-${file.git}`} aria-label={file.git}>
          {LETTERS[file.git]}
        </span>
      )}
      {isScreen && <span class="file-size dim small">{sizeOf(file.size)}</span>}
    </div>
  );
}

const LETTERS = { modified: "M", added: "A", untracked: "U", conflict: "!", deleted: "D" } as const;

function titleOf({ size, git, changed_by, unusable }: WebFile, selected: SelectedPath | null): string {
  if (unusable === true) return "Its name has characters that no path may hold. Rename it to use it.";
  return [
    sizeOf(size),
    ...(git === null ? [] : [git]),
    ...(changed_by === null ? [] : [`changed in this session by ${changed_by}`]),
    ...(selected === null
      ? []
      : [selected.auto_added ? "in context, added because the model edited it" : "in context"]),
  ].join(" · ");
}

/** A check box for the pointer; the keyboard has the whole row. */
function Check({ state, onClick }: { readonly state: "none" | "some" | "all"; readonly onClick: () => void }): VNode {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === "some";
  }, [state]);
  return (
    <label class="file-check" onClick={(event) => event.stopPropagation()}>
      <input
        ref={box}
        type="checkbox"
        tabIndex={-1}
        aria-hidden="true"
        checked={state === "all"}
        onClick={(event) => {
          event.preventDefault();
          onClick();
        }}
      />
    </label>
  );
}
