// The files of a review as a tree of folders, made once from their paths. Names are data here; a screen reveals them.

import { below, sandboxOf } from "../approval/index.ts";
import type { TreeFile, TreeFolder, TreeNode } from "./overview-types.ts";
import type { Page } from "./types.ts";

/** Folders first, then by name. The name of a sandbox is a folder only when there are several. */
export function treeOf(paths: readonly string[]): readonly TreeNode[] {
  const isOne = new Set(paths.map(sandboxOf)).size <= 1;
  const top: Draft = { path: "", folders: new Map(), files: [] };
  for (const [page, path] of paths.entries()) {
    const words = (isOne ? below(path) : path).split("/");
    const name = words.pop()!; // A split text has at least one part.
    let folder = top;
    let at = isOne ? sandboxOf(path) : "";
    for (const word of words) {
      at = at === "" ? word : `${at}/${word}`;
      const known = folder.folders.get(word) ?? { path: at, folders: new Map(), files: [] };
      folder.folders.set(word, known);
      folder = known;
    }
    folder.files.push({ kind: "file", path, name, page });
  }
  return childrenOf(top);
}

type Draft = { readonly path: string; readonly folders: Map<string, Draft>; readonly files: TreeFile[] };

function childrenOf({ folders, files }: Draft): readonly TreeNode[] {
  const inside = [...folders].map(([name, draft]): TreeFolder => {
    const [chain, last] = endOfChain(name, draft);
    return { kind: "folder", path: last.path, name: chain, children: childrenOf(last) };
  });
  return [...inside.sort(byName), ...files.sort(byName)];
}

/** Folders that hold nothing but the next folder are one row. */
function endOfChain(name: string, draft: Draft): readonly [string, Draft] {
  const names = [name];
  let last = draft;
  while (last.files.length === 0 && last.folders.size === 1) {
    const [[next, only]] = [...last.folders] as [[string, Draft]]; // There is exactly one.
    names.push(next);
    last = only;
  }
  return [names.join("/"), last];
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

/** The pages in the order in which the tree shows them. */
export function inTreeOrder(nodes: readonly TreeNode[]): readonly number[] {
  return nodes.flatMap((node) => (node.kind === "file" ? [node.page] : inTreeOrder(node.children)));
}

/** Which folders start folded: the tree is opened level by level as long as it stays within `rows`. */
export function foldedAtFirst(nodes: readonly TreeNode[], rows: number): ReadonlySet<string> {
  let used = nodes.length;
  let level = nodes.filter((node) => node.kind === "folder");
  for (;;) {
    const inside = level.flatMap(({ children }) => children);
    // One folder alone says nothing: what is in it is shown, however much it is.
    if (inside.length === 0 || (used > 1 && used + inside.length > rows)) break;
    used += inside.length;
    level = inside.filter((node) => node.kind === "folder");
  }
  const folded = new Set<string>();
  const fold = (folders: readonly TreeNode[]): void => {
    for (const node of folders) {
      if (node.kind === "file") continue;
      folded.add(node.path);
      fold(node.children);
    }
  };
  fold(level);
  return folded;
}

export function pathOf(page: Page): string {
  return page.kind === "open" ? page.edit.path : page.payload.path;
}
