// Content that must not be seen may be in a repository too: `git show HEAD:secret.txt` needs no file. Where git has
// recorded a masked path, the recorded contents of that repository are masked as well.

import * as fs from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Found } from "./found-paths.ts";

/** Names of the given paths, below a working tree, that its repository has recorded; null when no one can say. */
export type AskGit = (workTree: string, names: readonly string[]) => Promise<readonly string[] | null>;

/** Folders below the root, to be masked too. */
export async function recordedContents(root: string, masked: readonly Found[], ask: AskGit): Promise<readonly Found[]> {
  const byTree = new Map<string, string[]>();
  for (const { path } of masked) {
    const tree = workTreeOf(root, path);
    if (tree === null) continue;
    byTree.set(tree, [...(byTree.get(tree) ?? []), tree === "" ? path : path.slice(tree.length + 1)]);
  }
  const folders: Found[] = [];
  for (const [tree, names] of byTree) {
    const recorded = await ask(tree, names);
    if (recorded !== null && recorded.length === 0) continue;
    const git = gitFolderOf(join(root, tree));
    for (const name of CONTENTS) {
      const path = git === null ? null : relative(root, join(git, name));
      if (path !== null && !path.startsWith("..") && !isAbsolute(path) && isFolder(join(root, path)))
        folders.push({ path, kind: "folder" });
    }
  }
  return folders;
}

const CONTENTS = ["objects", "lfs", "annex"];

/** The nearest folder above that has a .git; null when the path is in no repository below the root. */
function workTreeOf(root: string, path: string): string | null {
  if (/(^|\/)\.git(\/|$)/.test(path)) return null;
  for (let folder = path; folder !== "";) {
    folder = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
    if (fs.existsSync(join(root, folder, ".git"))) return folder;
  }
  return null;
}

function gitFolderOf(tree: string): string | null {
  const git = join(tree, ".git");
  try {
    if (fs.statSync(git).isDirectory()) return fs.realpathSync(git);
    const target = /^gitdir: (.+)/.exec(fs.readFileSync(git, "utf8"))?.[1]?.trimEnd();
    return target === undefined ? null : fs.realpathSync(resolve(dirname(git), target));
  } catch {
    return null; // It leads nowhere, so nothing is recorded there.
  }
}

function isFolder(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
