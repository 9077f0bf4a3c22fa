// Finds the programs Galley itself starts: git, bubblewrap, a container engine, the person's editor and pager. PATH may
// name folders of a workspace (npx and activated environments do that); a program from there is never run, because
// anyone who may write to the workspace could have put it there.

import * as fs from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";

export type ProgramSearch = {
  /** The value of PATH; the system's usual folders where it is not set. */
  readonly path: string | undefined;
  /** The folders of the workspace. Nothing that is in one, or reached through a link in one, is found. */
  readonly outside: readonly string[];
  /** What the program's real path must match as well. */
  readonly only?: RegExp;
};

/**
 * The program's absolute path; null when there is none that may be run. A name with a slash is that file and no other: it
 * was chosen by the person, and is taken as it is.
 */
export function findProgram(name: string, search: ProgramSearch): string | null {
  const { outside, only } = search;
  if (name === "" || name.includes("\0")) return null;
  const isChosen = name.includes("/");
  const files = isChosen ? [resolve(name)] : searchFolders(search).map((folder) => join(folder, name));
  const isAllowed = (file: string): boolean => isChosen || !isReachedThrough(file, outside);
  return files.find((file) => isProgram(file) && isAllowed(file) && (only?.test(realOf(file)) ?? true)) ?? null;
}

/** PATH for what is started: without relative and empty entries, and without folders of the workspace. */
export function searchPath(search: Pick<ProgramSearch, "path" | "outside">): string {
  return searchFolders(search).join(delimiter);
}

/** In a folder of the system, where only its administrator installs programs. */
export const OF_THE_SYSTEM =
  /^\/(usr\/(local\/)?s?bin|s?bin|nix\/store\/.+|gnu\/store\/.+|run\/(wrappers|current-system)\/.+)\/[^/]+$/;

export const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** An empty entry means the current folder, wherever that is; so does a relative one. */
function searchFolders({ path, outside }: Pick<ProgramSearch, "path" | "outside">): readonly string[] {
  const folders = (path ?? DEFAULT_PATH).split(delimiter).filter(isAbsolute);
  return folders.filter((folder) => !isReachedThrough(folder, outside));
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false; // Not here; another folder may have it.
  }
}

/** By identity, not by name: the same folder may have another spelling on this disk, or be mounted twice. */
function isReachedThrough(path: string, folders: readonly string[]): boolean {
  const workspace = new Set(folders.map((folder) => identityOf(resolve(folder))).filter((one) => one !== null));
  return stepsTo(resolve(path)).some((step) => workspace.has(identityOf(step) ?? ""));
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = fs.statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null; // Not there: nothing is found in it.
  }
}

const MAX_LINKS = 64;

/**
 * Every folder and link that is visited while the path is resolved. Not only where it ends: a link in the
 * workspace that leads out of it today may lead elsewhere tomorrow.
 */
export function stepsTo(path: string): readonly string[] {
  const steps = ["/"];
  const rest = path.split("/");
  let at = "/";
  for (let links = 0; rest.length > 0;) {
    const name = rest.shift()!;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    steps.push(next);
    const target = linkAt(next);
    if (target === null || (links += 1) > MAX_LINKS) at = next;
    else {
      rest.unshift(...target.split("/"));
      if (isAbsolute(target)) at = "/";
    }
  }
  return steps;
}

function linkAt(path: string): string | null {
  try {
    return fs.readlinkSync(path);
  } catch {
    return null; // No link, or nothing at all.
  }
}

function realOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return path; // Not there: nothing is found in it.
  }
}
