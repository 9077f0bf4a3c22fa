// Finds the repository a folder belongs to, by looking and without git, and decides whether staging may use it: its git
// dir must be in the repository's own folder, or be the one of a linked worktree or submodule that points back here.

import * as fs from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

export type Located =
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "located"; readonly layout: RepositoryLayout };

/** All paths are absolute and real. */
export type RepositoryLayout = {
  /** The folder with `.git` in it. */
  readonly top: string;
  /** The root below it: "" or "packages/a/". */
  readonly prefix: string;
  readonly gitDir: string;
  /** What worktrees share; the git dir itself unless this is a linked worktree. */
  readonly commonDir: string;
  /** Holds both. Everything of the repository is read and written below it, through the safe walk. */
  readonly base: string;
  /** The git dir is outside `top` and counts only if its configuration names `top` as its worktree. */
  readonly isSubmodule: boolean;
};

export function locateRepository(root: string, environment: NodeJS.ProcessEnv): Located {
  const from = fs.realpathSync(root);
  const top = folderWithGit(from);
  if (top === null) return environment["GIT_DIR"] ? refused(REDIRECTED("GIT_DIR")) : { kind: "none" };
  const located = layoutOf(top, top === from ? "" : `${relative(top, from).split(sep).join("/")}/`);
  if (located.kind !== "located") return located;
  const variable = redirecting(located.layout, environment);
  return variable === null ? located : refused(REDIRECTED(variable));
}

/** The nearest one, as git looks for it: not beyond this file system. */
function folderWithGit(from: string): string | null {
  const { dev } = fs.statSync(from);
  for (let folder = from; fs.statSync(folder).dev === dev; folder = dirname(folder)) {
    if (isThere(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return null;
  }
  return null;
}

function isThere(path: string): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // A folder above that we may not look into.
  }
}

/** Completes ".git …". */
export const LEADS_OUT =
  "leads out of the folder to a place that does not point back here, and galley stages only in the folder's own repository";

function layoutOf(top: string, prefix: string): Located {
  const named = join(top, ".git");
  const gitDir = realOf(fs.statSync(named, { throwIfNoEntry: false })?.isFile() ? (readPointer(named) ?? "") : named);
  if (gitDir === null) return { kind: "none" }; // Nothing is there that git could use.
  const shared = join(gitDir, "commondir");
  const commonDir = isThere(shared) ? realOf(resolve(gitDir, readText(shared) ?? "")) : gitDir;
  if (commonDir === null) return refused(".git/commondir names no folder");
  const layout = { top, prefix, gitDir, commonDir };
  if (isIn(gitDir, top)) {
    if (!isIn(commonDir, top)) return refused(`.git/commondir ${LEADS_OUT}`);
    return { kind: "located", layout: { ...layout, base: top, isSubmodule: false } };
  }
  // A link would make any repository's git dir the one of this folder.
  if (!fs.lstatSync(named).isFile()) return refused(`.git ${LEADS_OUT}`);
  if (commonDir !== gitDir)
    return isLinkedWorktree(layout)
      ? { kind: "located", layout: { ...layout, base: commonDir, isSubmodule: false } }
      : refused(`.git ${LEADS_OUT}`);
  return { kind: "located", layout: { ...layout, base: gitDir, isSubmodule: true } };
}

/** The git dir of a linked worktree is `worktrees/NAME` of the repository, and holds the path of this `.git` file. */
function isLinkedWorktree({ top, gitDir, commonDir }: Pick<RepositoryLayout, "top" | "gitDir" | "commonDir">): boolean {
  if (dirname(dirname(gitDir)) !== commonDir || basename(dirname(gitDir)) !== "worktrees") return false;
  const back = readText(join(gitDir, "gitdir"));
  return back !== null && realOf(resolve(gitDir, back)) === realOf(join(top, ".git"));
}

/** "gitdir: PATH" in a `.git` file. */
function readPointer(file: string): string | null {
  const text = readText(file);
  return text?.startsWith("gitdir: ") ? resolve(dirname(file), text.slice("gitdir: ".length)) : null;
}

const MAX_POINTER_BYTES = 16_384;

/** The text of a small regular file, without the line breaks at its end. */
function readText(file: string): string | null {
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile() || stats.size > MAX_POINTER_BYTES) return null;
    return fs.readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
  } catch {
    return null; // Gone, or not ours to read.
  }
}

function realOf(path: string): string | null {
  try {
    return path === "" ? null : fs.realpathSync(path);
  } catch {
    return null;
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

const REDIRECTED = (variable: string): string =>
  `${variable} is set and names another place than the repository of this folder; unset it, or stage the files yourself`;

/** The variable that sends git elsewhere. One that says what is so anyway (git sets them for its hooks) does not. */
function redirecting({ top, gitDir, commonDir }: RepositoryLayout, environment: NodeJS.ProcessEnv): string | null {
  if (environment["GIT_ATTR_SOURCE"]) return "GIT_ATTR_SOURCE";
  const expected = {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: top,
    GIT_COMMON_DIR: commonDir,
    GIT_INDEX_FILE: join(gitDir, "index"),
    GIT_OBJECT_DIRECTORY: join(commonDir, "objects"),
  };
  const differing = Object.entries(expected).find(([name, path]) => {
    const value = environment[name];
    return value !== undefined && value !== "" && realOf(resolve(value)) !== realOf(path);
  });
  return differing?.[0] ?? null;
}

function refused(why: string): Located {
  return { kind: "refused", why };
}
