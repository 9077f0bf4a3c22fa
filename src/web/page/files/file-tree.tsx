// The tree itself: only the rows near the screen exist. One element has the focus and moves through the rows, as a tree
// of a desktop does: arrows move, open and close, space selects, Enter opens.

import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { useApp, useData } from "../app/context.ts";
import { FixedRows, type RowsControl } from "../layout/fixed-rows.tsx";
import { useCoarse } from "../layout/use-width.ts";
import { FileRow, FolderRow } from "./tree-rows.tsx";
import { select } from "./select.ts";
import { filesIn, keyOf, rowsOf, selectedBelow, type Folder, type TreeRow } from "./tree.ts";

type FileTreeProps = { readonly root: Folder; readonly search: string; readonly isScreen: boolean };

export function FileTree({ root, search, isScreen }: FileTreeProps): VNode {
  const app = useApp();
  const selection = useData(({ selection }) => selection);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(0);
  const control = useRef<RowsControl>(null);
  const height = useCoarse() ? 40 : 26;
  const rows = useMemo(() => rowsOf(root, open, search), [root, open, search]);
  const chosen = useMemo(() => new Map(selection.map((one) => [one.path, one])), [selection]);
  const counts = useMemo(() => selectedBelow(chosen.keys()), [chosen]);
  const current = Math.min(at, rows.length - 1);

  const toggleOpen = (path: string, to: boolean): void => {
    const next = new Set(open);
    if (to) next.add(path);
    else next.delete(path);
    setOpen(next);
  };
  const toggleSelected = (row: TreeRow): void => {
    if (row.kind === "file" && row.file.unusable === true) return;
    if (row.kind === "file") return void select(app, [row.file.path], !chosen.has(row.file.path));
    const { folder } = row;
    const isWhole = counts.get(folder.path) === folder.count;
    const paths = Array.from(filesIn(folder)).flatMap(({ path, unusable }) => (unusable === true ? [] : path));
    void select(app, isWhole ? paths : paths.filter((path) => !chosen.has(path)), !isWhole);
  };
  const openRow = (row: TreeRow): void => {
    if (row.kind === "folder") toggleOpen(row.folder.path, !row.isOpen);
    else if (row.file.unusable !== true) app.go({ kind: "file", path: row.file.path });
  };
  const moveTo = (index: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    setAt(to);
    control.current?.show(to);
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[current];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act({ row, rows, current, moveTo, toggleOpen, toggleSelected, openRow });
  };
  const row = rows[current];
  return (
    <FixedRows
      count={rows.length}
      height={height}
      control={control}
      class="file-tree"
      attributes={{
        role: "tree",
        "aria-label": "Files",
        "aria-multiselectable": true,
        tabIndex: 0,
        "aria-activedescendant": row === undefined ? undefined : idOf(row, isScreen),
        onKeyDown: onKey,
      }}
      draw={(index) => {
        const row = rows[index]!; // Below the count.
        const common = {
          key: keyOf(row),
          id: idOf(row, isScreen),
          isCurrent: index === current,
          onOpen: () => {
            setAt(index);
            openRow(row);
          },
          onSelect: () => {
            setAt(index);
            toggleSelected(row);
          },
        };
        return row.kind === "folder" ? (
          <FolderRow {...common} row={row} selected={counts.get(row.folder.path) ?? 0} />
        ) : (
          <FileRow {...common} row={row} selected={chosen.get(row.file.path) ?? null} isScreen={isScreen} />
        );
      }}
    />
  );
}

type Acting = {
  readonly row: TreeRow;
  readonly rows: readonly TreeRow[];
  readonly current: number;
  readonly moveTo: (index: number) => void;
  readonly toggleOpen: (path: string, to: boolean) => void;
  readonly toggleSelected: (row: TreeRow) => void;
  readonly openRow: (row: TreeRow) => void;
};

const PAGE = 20;

const KEYS: Readonly<Record<string, (acting: Acting) => void>> = {
  ArrowDown: ({ current, moveTo }) => moveTo(current + 1),
  ArrowUp: ({ current, moveTo }) => moveTo(current - 1),
  PageDown: ({ current, moveTo }) => moveTo(current + PAGE),
  PageUp: ({ current, moveTo }) => moveTo(current - PAGE),
  Home: ({ moveTo }) => moveTo(0),
  End: ({ rows, moveTo }) => moveTo(rows.length - 1),
  ArrowRight: ({ row, current, moveTo, toggleOpen }) => {
    if (row.kind !== "folder") return;
    if (row.isOpen) moveTo(current + 1);
    else toggleOpen(row.folder.path, true);
  },
  ArrowLeft: ({ row, rows, current, moveTo, toggleOpen }) => {
    if (row.kind === "folder" && row.isOpen) return toggleOpen(row.folder.path, false);
    const parent = rows.findLastIndex((one, index) => index < current && one.level < row.level);
    if (parent >= 0) moveTo(parent);
  },
  " ": ({ row, toggleSelected }) => toggleSelected(row),
  Enter: ({ row, openRow }) => openRow(row),
};

/** The tree may be on the page twice: in the rail, and on its own screen. */
function idOf(row: TreeRow, isScreen: boolean): string {
  return `${isScreen ? "screen" : "rail"}-${keyOf(row)}`;
}
