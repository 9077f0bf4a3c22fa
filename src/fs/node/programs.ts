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
  const isAllowed = (file: string): boolean => isChosen || !isReachedThrough(file, outside, createLook());
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
  const look = createLook(); // Most of them begin with the same folders.
  return folders.filter((folder) => !isReachedThrough(folder, outside, look));
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
function isReachedThrough(path: string, folders: readonly string[], look: Look): boolean {
  const workspace = new Set(folders.map((folder) => look(resolve(folder)).identity).filter((one) => one !== null));
  return stepsTo(resolve(path), look).some((step) => workspace.has(look(step).identity ?? ""));
}

/** Which file or folder is at a path, links followed, and where the path leads if it is a link; null when there is none. */
type Look = (path: string) => { readonly identity: string | null; readonly target: string | null };

/** Looks at each path once. For one question only: what is there may change. */
function createLook(): Look {
  const seen = new Map<string, ReturnType<Look>>();
  return (path) => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const found = lookAt(path);
    seen.set(path, found);
    return found;
  };
}

function lookAt(path: string): ReturnType<Look> {
  try {
    const here = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (here === undefined) return NOTHING;
    if (!here.isSymbolicLink()) return { identity: `${here.dev} ${here.ino}`, target: null };
    return { identity: identityBehind(path), target: fs.readlinkSync(path) };
  } catch {
    return NOTHING; // It cannot be looked at: nothing is found in it.
  }
}

function identityBehind(link: string): string | null {
  try {
    const { dev, ino } = fs.statSync(link, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null; // It leads nowhere.
  }
}

const NOTHING: ReturnType<Look> = { identity: null, target: null };

const MAX_LINKS = 64;

/**
 * Every folder and link that is visited while the path is resolved. Not only where it ends: a link in the
 * workspace that leads out of it today may lead elsewhere tomorrow.
 */
export function stepsTo(path: string, look: Look = createLook()): readonly string[] {
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
    const { target } = look(next);
    if (target === null || (links += 1) > MAX_LINKS) at = next;
    else {
      rest.unshift(...target.split("/"));
      if (isAbsolute(target)) at = "/";
    }
  }
  return steps;
}

function realOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return path; // Not there: nothing is found in it.
  }
}
