// What could make other programs run something later: repository hooks, the settings of agents and editors, shell
// start-up files. A command that may write the rest of a folder leaves these as they are.

import * as fs from "node:fs";
import { join } from "node:path";

/**
 * The names below the root, of those that exist. One with a link on its way is left out: mounting it would show a command
 * what the link leads to, wherever that is. Names that do not exist yet can be made; the tool lists what a command made.
 */
export function fixedBelow(root: string): readonly string[] {
  return FIXED.filter((name) => isPlain(root, name));
}

/**
 * The folders between a root and its fixed names. Each is mounted over itself, writable: a mounted folder can be neither
 * renamed nor removed, so no copy with other contents can take its place.
 */
export function foldersOf(names: readonly string[]): readonly string[] {
  const folders = names.flatMap((name) =>
    name.split("/").map((_, depth, segments) => segments.slice(0, depth).join("/")),
  );
  return [...new Set(folders)].filter((folder) => folder !== "").toSorted();
}

const FIXED = (
  ".git/config .git/hooks .git/info .hg/hgrc .svn .galley .claude .codex .gemini .opencode .cursor .vscode .idea .zed " +
  ".github/workflows .gitlab-ci.yml .mcp.json .envrc .husky .npmrc .gitconfig .gitmodules .bashrc .bash_profile .profile .zshrc"
).split(" ");

function isPlain(root: string, name: string): boolean {
  let path = root;
  for (const segment of name.split("/")) {
    path = join(path, segment);
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !(stats.isDirectory() || stats.isFile())) return false;
  }
  return true;
}
