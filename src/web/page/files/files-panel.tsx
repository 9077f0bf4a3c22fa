// The files of the project: a tree with search, git's state, sizes, and check boxes that choose the context of the model.

import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { useApp, useData } from "../app/context.ts";
import { counted, nounFor, sizeOf } from "../../../base/index.ts";
import type { WebFile } from "../../protocol.ts";
import { useResource } from "../store/resource.ts";
import { Revealed } from "../text.tsx";
import { useKeys } from "../use-keys.ts";
import { FileTree } from "./file-tree.tsx";
import { treeOf } from "./tree.ts";

const NONE: readonly WebFile[] = [];

export function FilesPanel({ isScreen = false }: { readonly isScreen?: boolean }): VNode {
  const app = useApp();
  const { value, error } = useResource(
    app.resources.files,
    useData(({ changed }) => changed.files),
  );
  const selection = useData(({ selection }) => selection);
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const files = value?.files ?? NONE;
  const root = useMemo(() => treeOf(files), [files]);
  useKeys(app.keys, isScreen ? { search: () => field.current?.focus() } : {});
  const bytes = selection.reduce((sum, { size }) => sum + size, 0);
  return (
    <section class={`files-panel${isScreen ? " is-screen" : ""}`} aria-label="Files" data-testid="files">
      <div class="files-head">
        {isScreen ? <h1 class="grow">Files</h1> : <h2 class="grow">Files</h2>}
        <span class="dim small">
          {selection.length === 0
            ? "none in context"
            : `${counted(selection.length, "file")} in context · ${sizeOf(bytes)}`}
        </span>
      </div>
      <div class="files-search">
        <input
          ref={field}
          type="search"
          placeholder={
            value === null
              ? "Search files"
              : `Search ${files.length.toLocaleString("en")} ${nounFor(files.length, "file")}`
          }
          aria-label="Search files"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || search === "") return;
            event.preventDefault();
            setSearch("");
          }}
        />
      </div>
      {error !== null && (
        <p class="files-note bad small">
          <Revealed text={error} />
        </p>
      )}
      {value?.truncated === true && (
        <p class="files-note dim small">
          There are more files than are listed here. Select others by name in the chat.
        </p>
      )}
      {value !== null && <FileTree root={root} search={search} isScreen={isScreen} />}
    </section>
  );
}
