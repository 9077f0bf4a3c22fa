// From a path to the one place it means below the root. Links are read by hand: their target is joined to the
// folder they are in and the walk starts again at the root. What would leave the root, even to come back, is
// refused, and so is every link under the policy "deny". A path that was resolved before is walked with "none": a link
// on it was put there since. Every name that exists gets the spelling that its folder has for it.

import { hasHidden, joinPath, nameOf, parentOf, ROOT, type WorkspacePath } from "../../base/index.ts";
import { pathError } from "../error-messages.ts";
import { isErrno } from "./errno.ts";
import type { Entry, Folder, RootFolder } from "./folder.ts";
import type { HostOps } from "./ops.ts";
import { spelledIn } from "./spelling.ts";

export type SymlinkPolicy = "within" | "deny";

/** A place below the root. `release` it, once. */
export type Place = {
  /** The deepest folder on the way that exists. */
  readonly folder: Folder;
  /** The names below it: one for an entry of the folder, more when folders are missing, none for the root. */
  readonly names: readonly string[];
  /** What is there; null when nothing is. */
  readonly entry: Entry | null;
  /** The path without links and as the folders spell it, as far as it exists. */
  readonly path: WorkspacePath;
  release(): void;
};

export type ResolveOptions = {
  readonly symlinks: SymlinkPolicy | "none";
  /** The path that errors name. Default: the path itself. */
  readonly named?: WorkspacePath;
  /** "keep" leaves a link at the end alone: it is the link itself that is meant. */
  readonly last: "follow" | "keep";
};

const MAX_HOPS = 40;
const MAX_NAMES = 2048;

/** SYMLINK, STALE, NOT_DIR and NOT_FOUND (for ".." below a missing folder) are ours; other errors are the system's. */
export function resolve(rootFolder: RootFolder, ops: HostOps, path: WorkspacePath, options: ResolveOptions): Place {
  const known = resolveRemembered(rootFolder, ops, path, options);
  if (known !== null) return known;
  let names: readonly string[] = path === ROOT ? [] : path.split("/");
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    if (names.length > MAX_NAMES) throw pathError("SYMLINK", { path, why: "its links make a path that is too long" });
    const result = walk(rootFolder, ops, { asked: options.named ?? path, names, ...options });
    if (result.kind === "place") return result.place;
    names = result.names;
  }
  throw pathError("SYMLINK", { path, why: `it goes through more than ${MAX_HOPS} links` });
}

/** The short way for the common case: the folder is kept open, and what is in it is no link or not there. */
function resolveRemembered(
  rootFolder: RootFolder,
  ops: HostOps,
  path: WorkspacePath,
  { last }: ResolveOptions,
): Place | null {
  const folder = path === ROOT ? null : rootFolder.recall(parentOf(path));
  if (folder === null) return null;
  let found: Found | null | undefined;
  try {
    found = find(rootFolder, ops, folder, nameOf(path));
  } finally {
    if (found === undefined) folder.release();
  }
  if (found === null) return placeAt(folder, [nameOf(path)], null, path);
  const { entry, name } = found;
  if (entry.stats.isSymbolicLink() && last === "follow") {
    entry.release();
    folder.release();
    return null;
  }
  return placeAt(folder, [name], entry, joinPath(folder.path, name));
}

type Found = { readonly entry: Entry; readonly name: string };

/** What is at the name, under the folder's own spelling. Null when nothing is. */
function find(rootFolder: RootFolder, ops: HostOps, folder: Folder, name: string): Found | null {
  const entry = rootFolder.peek(folder, name);
  if (entry === null) return null;
  let spelled: string | null = null;
  try {
    spelled = spelledIn(rootFolder, folder, name, ops);
  } finally {
    if (spelled !== name) entry.release();
  }
  if (spelled === name) return { entry, name };
  const own = rootFolder.peek(folder, spelled);
  return own === null ? null : { entry: own, name: spelled };
}

type Walk = ResolveOptions & { readonly asked: WorkspacePath; readonly names: readonly string[] };
type Walked =
  | { readonly kind: "place"; readonly place: Place }
  /** A link or a ".." inside a link's target: start again with these names. */
  | { readonly kind: "again"; readonly names: readonly string[] };

function walk(rootFolder: RootFolder, ops: HostOps, walk: Walk): Walked {
  const { names } = walk;
  const start = nearest(rootFolder, names);
  let folder = start.folder;
  let kept = false;
  try {
    for (const [index, name] of names.entries()) {
      if (index < start.depth) continue;
      const rest = names.slice(index + 1);
      if (name === "..") return { kind: "again", names: [...above(folder.path, 1, walk.asked), ...rest] };
      if (rest.length > 0) {
        const next = enterOrExplain(rootFolder, ops, folder, { ...walk, name, rest });
        if (next.kind === "again") return next;
        if (next.kind === "missing") {
          kept = true;
          return place(folder, [name, ...rest], null, walk.asked);
        }
        if (folder === start.folder) folder.release();
        else folder.close();
        folder = next.folder;
        continue;
      }
      const found = find(rootFolder, ops, folder, name);
      if (found?.entry.stats.isSymbolicLink() && walk.last === "follow") {
        found.entry.release();
        return { kind: "again", names: target(ops, folder, found.name, { ...walk, rest }) };
      }
      kept = true;
      return place(folder, [found?.name ?? name], found?.entry ?? null, walk.asked);
    }
    kept = true;
    return place(folder, [], null, walk.asked);
  } finally {
    if (!kept) folder.release();
  }
}

/** The deepest folder of the last few on the way that can be had at once; else the root. */
function nearest(
  rootFolder: RootFolder,
  names: readonly string[],
): { readonly folder: Folder; readonly depth: number } {
  const lowest = Math.max(1, names.length - MOST_RECALLED);
  for (let depth = names.length - 1; depth >= lowest; depth -= 1) {
    const above = names.slice(0, depth);
    const folder = above.includes("..") ? null : rootFolder.recall(above.join("/") as WorkspacePath); // Names of a checked path.
    if (folder !== null) return { folder, depth };
  }
  return { folder: rootFolder.root(), depth: 0 };
}

const MOST_RECALLED = 3;

function place(folder: Folder, names: readonly string[], entry: Entry | null, asked: WorkspacePath): Walked {
  if (names.includes("..")) {
    folder.release();
    throw pathError("NOT_FOUND", { path: asked });
  }
  return { kind: "place", place: placeAt(folder, names, entry, names.reduce(joinPath, folder.path)) };
}

function placeAt(folder: Folder, names: readonly string[], entry: Entry | null, path: WorkspacePath): Place {
  const release = (): void => {
    entry?.release();
    folder.release();
  };
  return { folder, names, entry, path, release };
}

type Step = Walk & { readonly rest: readonly string[] };
type Entered = { readonly kind: "folder"; readonly folder: Folder } | { readonly kind: "missing" } | Again;
type Again = Extract<Walked, { kind: "again" }>;

function enterOrExplain(
  rootFolder: RootFolder,
  ops: HostOps,
  folder: Folder,
  step: Step & { readonly name: string },
): Entered {
  const next = enter(rootFolder, ops, folder, step.name);
  if (next === "absent") return { kind: "missing" };
  if (next !== "other") return { kind: "folder", folder: next };
  const entry = rootFolder.peek(folder, step.name);
  if (entry === null) return { kind: "missing" };
  const { stats } = entry;
  entry.release();
  // Exchanged between two looks: walk the same way again.
  if (stats.isDirectory()) return { kind: "again", names: [...namesOf(folder.path), step.name, ...step.rest] };
  if (stats.isSymbolicLink()) return { kind: "again", names: target(ops, folder, step.name, step) };
  throw pathError("NOT_DIR", { path: step.asked, at: joinPath(folder.path, step.name) });
}

/** As the ground does, under the parent's own spelling of the name. */
function enter(rootFolder: RootFolder, ops: HostOps, folder: Folder, name: string): ReturnType<RootFolder["enter"]> {
  const next = rootFolder.enter(folder, name);
  if (next === "absent" || next === "other") return next;
  let spelled: string | null = null;
  try {
    spelled = spelledIn(rootFolder, folder, name, ops);
  } finally {
    if (spelled !== name) next.close();
  }
  return spelled === name ? next : rootFolder.enter(folder, spelled);
}

/** The names to walk instead: the folder of the link, joined with its target, then what came after. */
function target(ops: HostOps, folder: Folder, name: string, step: Step): readonly string[] {
  const path = step.asked;
  if (step.symlinks === "none") throw pathError("STALE", { path });
  if (step.symlinks === "deny")
    throw pathError("SYMLINK", { path, why: "it goes through a link, and links are off here" });
  const link = readLink(ops, folder, name);
  // No link any more: walk the same way again.
  if (link === null) return [...namesOf(folder.path), name, ...step.rest];
  if (link.startsWith("/"))
    throw pathError("SYMLINK", {
      path,
      why: "a link on the way names an absolute path, and only relative ones are followed",
    });
  if (hasHidden(link))
    throw pathError("SYMLINK", { path, why: "a link on the way leads to a name that is not allowed in a path" });
  const names = link.split("/").filter((part) => part !== "" && part !== ".");
  const up = names.findIndex((part) => part !== "..");
  const ups = up < 0 ? names.length : up;
  return [...above(folder.path, ups, path), ...names.slice(ups), ...step.rest];
}

function readLink(ops: HostOps, folder: Folder, name: string): string | null {
  try {
    return ops.readlinkSync(folder.at(name));
  } catch (error) {
    if (isErrno(error, "EINVAL", "ENOENT")) return null;
    throw error;
  }
}

/** The folder so many steps up. A folder reached by a walk has no link above it, so its path's names are its parents. */
function above(folder: WorkspacePath, steps: number, asked: WorkspacePath): readonly string[] {
  const names = namesOf(folder);
  if (steps > names.length) throw pathError("SYMLINK", { path: asked, why: "a link on the way leads out of the root" });
  return names.slice(0, names.length - steps);
}

function namesOf(path: WorkspacePath): readonly string[] {
  return path === ROOT ? [] : path.split("/");
}
