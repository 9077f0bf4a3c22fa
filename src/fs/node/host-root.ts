// The root of a host backend and what every operation on it shares: the walk, the policy, the limit, and errors
// without host paths. Every place that is opened is released, whatever happens in between.

import { ROOT, type RealPath, type WorkspacePath } from "../../base/index.ts";
import type { OwnPath } from "../pages.ts";
import type { EntryKind } from "../protocol.ts";
import { pathError } from "../error-messages.ts";
import { openDescriptors } from "./descriptors.ts";
import { translate, type Access } from "./errno.ts";
import type { Entry, RootFolder } from "./folder.ts";
import { openNames } from "./names.ts";
import type { FileStats, HostOps } from "./ops.ts";
import { resolve, type Place, type SymlinkPolicy } from "./resolve.ts";

export type HostRoot = {
  readonly rootFolder: RootFolder;
  readonly ops: HostOps;
  readonly symlinks: SymlinkPolicy;
  readonly limit: number;
};

export type WalkKind = "auto" | "descriptors" | "names";

/** Opens the root, which may itself be a link. */
export function openRootFolder(root: string, walk: WalkKind, ops: HostOps): RootFolder {
  return guarded(ROOT, "reading", () => {
    const descriptors = walk === "names" ? null : openDescriptors(root, ops);
    if (descriptors === null && walk === "descriptors") {
      throw pathError("IO", { path: ROOT, why: "this system does not show a process its descriptors in /proc" });
    }
    return descriptors ?? openNames(root, ops);
  });
}

export type At = {
  readonly path: WorkspacePath;
  /** What is opened instead, without following links. */
  readonly real?: RealPath;
  readonly doing: Access;
  /** "keep" when a link at the end is meant itself. */
  readonly last?: "follow" | "keep";
};

/** Runs `use` on the place a path means, and releases it. Errors come out as ours. */
export function atPlace<T>(root: HostRoot, { path, real, doing, last = "follow" }: At, use: (place: Place) => T): T {
  let place: Place | null = null;
  try {
    const symlinks = real === undefined ? root.symlinks : "none";
    place = resolve(root.rootFolder, root.ops, real ?? path, { symlinks, last, named: path });
    return use(place);
  } catch (error) {
    throw translate(error, path, doing);
  } finally {
    place?.release();
  }
}

export function guarded<T>(path: WorkspacePath, doing: Access, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw translate(error, path, doing);
  }
}

/** The regular file at a place. NOT_FOUND, IS_DIR, NOT_DIR for "file/", NOT_REGULAR. */
export function requireFile(place: Place, { path, directory }: OwnPath): Entry {
  if (place.names.length === 0) throw pathError("IS_DIR", { path });
  if (place.entry === null) throw pathError("NOT_FOUND", { path });
  requireRegular(place.entry.stats, path);
  if (directory) throw pathError("NOT_DIR", { path });
  return place.entry;
}

export function requireRegular(stats: FileStats, path: WorkspacePath): void {
  if (stats.isDirectory()) throw pathError("IS_DIR", { path });
  if (!stats.isFile()) throw pathError("NOT_REGULAR", { path });
}

/** For a directory entry and for stats alike. */
export function kindFrom(entry: Pick<FileStats, "isFile" | "isDirectory" | "isSymbolicLink">): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}
