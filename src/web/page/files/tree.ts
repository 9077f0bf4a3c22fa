// The files of a project as a tree, and the rows of it that are to be seen. Pure; linear in the number of files.

import type { WebFile } from "../../protocol.ts";
import { matcherOf } from "../app/match-words.ts";

export type Folder = {
  /** Without a slash at its end; "" for the root. */
  readonly path: string;
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly WebFile[];
  /** All files below it that can be selected. */
  readonly count: number;
};

export type TreeRow =
  | { readonly kind: "folder"; readonly folder: Folder; readonly level: number; readonly isOpen: boolean }
  | { readonly kind: "file"; readonly file: WebFile; readonly level: number; readonly name: string };

type Draft = { path: string; name: string; folders: Map<string, Draft>; files: WebFile[]; count: number };

export function treeOf(files: readonly WebFile[]): Folder {
  const root: Draft = { path: "", name: "", folders: new Map(), files: [], count: 0 };
  for (const file of files) {
    let at = root;
    const own = file.unusable === true ? 0 : 1;
    at.count += own;
    for (
      let from = 0, slash = file.path.indexOf("/");
      slash >= 0;
      from = slash + 1, slash = file.path.indexOf("/", from)
    ) {
      at = below(at, file.path.slice(0, slash), file.path.slice(from, slash));
      at.count += own;
    }
    at.files.push(file);
  }
  return finished(root);
}

function below(draft: Draft, path: string, name: string): Draft {
  let next = draft.folders.get(name);
  if (next === undefined) {
    next = { path, name, folders: new Map(), files: [], count: 0 };
    draft.folders.set(name, next);
  }
  return next;
}

function finished({ path, name, folders, files, count }: Draft): Folder {
  return { path, name, files, count, folders: [...folders.values()].map(finished) };
}

/** Folders before files, as most editors show them. A search shows files alone, each with its whole path. */
export function rowsOf(root: Folder, open: ReadonlySet<string>, search: string): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  if (search.trim() !== "") {
    const isMatch = matcherOf(search);
    const add = (folder: Folder): void => {
      for (const inner of folder.folders) add(inner);
      for (const file of folder.files)
        if (isMatch(file.path)) rows.push({ kind: "file", file, level: 0, name: file.path });
    };
    add(root);
    return rows;
  }
  const add = (folder: Folder, level: number): void => {
    for (const inner of folder.folders) {
      const isOpen = open.has(inner.path);
      rows.push({ kind: "folder", folder: inner, level, isOpen });
      if (isOpen) add(inner, level + 1);
    }
    for (const file of folder.files) rows.push({ kind: "file", file, level, name: nameOf(file.path) });
  };
  add(root, 0);
  return rows;
}

export function* filesIn(folder: Folder): Generator<WebFile> {
  for (const inner of folder.folders) yield* filesIn(inner);
  yield* folder.files;
}

/** How many of the files below each folder are selected, by the folder's path. */
export function selectedBelow(selected: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of selected) {
    counts.set("", (counts.get("") ?? 0) + 1);
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return counts;
}

export const keyOf = (row: TreeRow): string => (row.kind === "folder" ? `${row.folder.path}/` : row.file.path);

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
