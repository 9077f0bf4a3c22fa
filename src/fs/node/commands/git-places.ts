// What of a workspace git itself obeys or runs, besides what is protected by name: a git folder that a `.git` file or a
// `commondir` leads to, and files that a repository's settings name (hooks, includes, filters). Reads, runs nothing.

import * as fs from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

/** `root` without links; `gits` are `.git` files and git folders, below it. Paths below the root, of those that exist. */
export function gitPlaces(root: string, gits: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const open = [...gits.map((path) => join(root, path)), ...above(root)];
  const seen = new Set<string>();
  for (let git = open.pop(); git !== undefined; git = open.pop()) {
    if (seen.has(git)) continue;
    seen.add(git);
    const leads = [...textTargets(git), ...settingsTargets(git)].flatMap((path) => realOf(path) ?? []);
    for (const target of leads) {
      const path = relative(root, target);
      if (path === "" || path === ".." || path.startsWith("../") || isAbsolute(path)) continue;
      found.add(path);
      open.push(target);
    }
  }
  return [...found].toSorted();
}

/** The repository that the root is a part of: its settings may name files of the root. */
function above(root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder))
    folders.push(join(folder, ".git"));
  return folders.filter((path) => realOf(path) !== null);
}

/** "gitdir: …" of a .git file, and the one line of a commondir. */
function textTargets(git: string): readonly string[] {
  const file = textOf(git);
  if (file !== null) {
    const target = /^gitdir: (.+)/.exec(file)?.[1]?.trimEnd();
    return target === undefined ? [] : [resolve(dirname(git), target)];
  }
  const common = textOf(join(git, "commondir"))?.trimEnd();
  return common === undefined || common === "" ? [] : [resolve(git, common)];
}

/** Files and folders that settings name. They are relative to the working tree or to the git folder. */
function settingsTargets(git: string): readonly string[] {
  const folders = [...new Set([basename(git).toLowerCase() === ".git" ? dirname(git) : git, git])];
  return [join(git, "config"), join(git, "config.worktree")].flatMap((file) =>
    [...(textOf(file) ?? "").matchAll(SETTING)].flatMap(([, key = "", value = ""]) => {
      const isCommand = COMMANDS.has(key.toLowerCase()) || /^"?!/.test(value);
      if (!isCommand && !PATHS.has(key.toLowerCase())) return [];
      const words = (isCommand ? value.split(/[\s;|&()=]+/) : [value]).map((word) =>
        word.replaceAll(/["'\\!]/g, "").trim(),
      );
      const named = words
        .filter((word) => word !== "")
        .flatMap((word) => folders.map((folder) => resolve(folder, word)));
      // A command's first word is a program of the system, also where a folder is called the same.
      return isCommand ? named.filter((path) => textOf(path) !== null) : named;
    }),
  );
}

// `key = value`, also behind its section on one line and with a backslash before a line break.
const SETTING = /(?:^|\])[ \t]*([\w-]+)[ \t]*=[ \t]*((?:[^\n\\]|\\[^])*)/gm;

/** Keys of files and folders that git reads as settings or runs. */
const PATHS: ReadonlySet<string> = new Set(["hookspath", "path", "attributesfile"]);
/** Keys of commands. An alias has any key, and a value that begins with "!". */
const COMMANDS: ReadonlySet<string> = new Set(
  "fsmonitor sshcommand editor pager askpass clean smudge process textconv command driver cmd program helper external".split(
    " ",
  ),
);

const MAX_BYTES = 1_048_576;

/** Null when it is no regular file of modest size. */
function textOf(path: string): string | null {
  try {
    const stats = fs.lstatSync(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

function realOf(path: string): string | null {
  try {
    return fs.realpathSync(path);
  } catch {
    return null; // Not there.
  }
}
