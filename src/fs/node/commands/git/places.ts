// What of a workspace git itself obeys or runs, in addition to what is protected by name: a git folder that a `.git` file or a
// `commondir` leads to, and files that a repository's settings name (hooks, includes, filters). Reads, runs nothing.

import * as fs from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { namedIn } from "./settings.ts";

/** All paths are below the root. */
export type GitPlaces = {
  /** What exists. */
  readonly found: readonly string[];
  /** What git would obey or run, were it there. */
  readonly missing: readonly string[];
  /** Names of programs whose folder only a shell could work out, such as that of `cd tools && ./check`. */
  readonly programs: ReadonlySet<string>;
  /** Settings that are too large or no regular file, so that no one can say what they name. */
  readonly unread: readonly string[];
  /** Git folders with their working trees; a bare one has none. */
  readonly gitFolders: readonly GitFolder[];
};

export type GitFolder = { readonly path: string; readonly trees: readonly string[] };

/** `root` without links; `gits` are `.git` files and git folders, below it. */
export function gitPlaces(root: string, gits: readonly string[]): GitPlaces {
  const found = new Set<string>();
  const missing = new Set<string>();
  const programs = new Set<string>();
  const unread = new Set<string>();
  const trees = new Map<string, Set<string>>();
  const open = [...gits.map((path) => join(root, path)), ...above(root)];
  const seen = new Set<string>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const git = at;
    if (isGitFolder(git)) {
      noteTree(trees, git, basename(git).toLowerCase() === ".git" ? dirname(git) : null);
      open.push(...modulesIn(git));
    }
    // A file is one that settings include: what it names is relative to a working tree too.
    const isFile = textOf(git) !== null;
    const folders = isFile ? [root] : [dirname(git), git];
    const texts = isFile ? [git] : [join(git, "config"), join(git, "config.worktree")];
    const settings = texts.map((file) => ({ file, ...namedIn(textOf(file) ?? "") }));
    const leads = textTargets(git);
    for (const target of leads) if (isFile) noteTree(trees, realOf(target) ?? target, dirname(git));
    for (const file of texts) if (fs.existsSync(file) && textOf(file) === null) unread.add(below(root, file) ?? file);
    const named = settings.flatMap(({ file, paths, words }) => {
      const places = (word: string): readonly string[] =>
        [...folders, dirname(file)].map((folder) => resolve(folder, word.replace(/^~(?=\/|$)/, homedir())));
      for (const word of words.filter((each) => each.includes("/")))
        if (!places(word).some((place) => fs.existsSync(place))) programs.add(basename(word));
      return [
        ...paths.flatMap(places).map((path) => ({ path, isRead: true })),
        ...words
          .flatMap((word) => places(word).filter((place) => isProgram(place, word)))
          .map((path) => ({ path, isRead: false })),
      ];
    });
    for (const { path, isRead } of [...leads.map((lead) => ({ path: lead, isRead: true })), ...named]) {
      const target = realOf(path);
      const inside = below(root, target ?? path);
      if (inside !== null) (target === null ? missing : found).add(inside);
      // Settings may include others, wherever they are. A program is none, whatever its text looks like.
      if (target !== null && isRead) open.push(target);
    }
  }
  const gitFolders = [...trees].flatMap(([folder, own]) => {
    const path = below(root, folder);
    return path === null
      ? []
      : [{ path, trees: [...own].flatMap((tree) => (tree === root ? "" : (below(root, tree) ?? []))) }];
  });
  return { found: [...found].toSorted(), missing: [...missing].toSorted(), programs, unread: [...unread], gitFolders };
}

/** The repository that the root is a part of: its settings may name files of the root. */
function above(root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder))
    folders.push(join(folder, ".git"));
  return folders.filter((path) => realOf(path) !== null);
}

function noteTree(trees: Map<string, Set<string>>, git: string, tree: string | null): void {
  const known = trees.get(git) ?? new Set<string>();
  trees.set(git, tree === null ? known : known.add(tree));
}

function isGitFolder(path: string): boolean {
  return fs.existsSync(join(path, "HEAD")) && ["objects", "commondir"].some((name) => fs.existsSync(join(path, name)));
}

/** Submodules that are not checked out have a git folder all the same; worktrees may be elsewhere. */
function modulesIn(git: string): readonly string[] {
  return ["modules", "worktrees"].flatMap((name) => {
    try {
      const entries = fs.readdirSync(join(git, name), { withFileTypes: true, recursive: true });
      const heads = entries.filter((entry) => entry.name === "HEAD" && entry.isFile());
      return heads.map((entry) => entry.parentPath ?? entry.path).filter(isGitFolder);
    } catch {
      return []; // There are none.
    }
  });
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

/** A file, or one that is not there yet where a path is spelled out. */
function isProgram(path: string, word: string): boolean {
  return fs.existsSync(path) ? textOf(path) !== null : /^[\w./~+@-]+$/.test(word) && word.includes("/");
}

const MAX_BYTES = 4 * 1024 ** 2;

/** Null when it is no regular file of modest size. */
function textOf(path: string): string | null {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

function below(root: string, path: string): string | null {
  const inside = relative(root, path);
  return inside === "" || inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? null : inside;
}

function realOf(path: string): string | null {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : fs.realpathSync(path);
  } catch {
    return null; // It leads nowhere.
  }
}
