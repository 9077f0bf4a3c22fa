// Writing one file: a temp beside the target, exclusive, with the target's owner and mode, flushed, then renamed
// through the folder's own descriptor. Readers see the old bytes or the new ones, never a part.

import { asReal, joinPath, type RealPath, type WorkspacePath } from "../../base/index.ts";
import { ownReal, type OwnPath } from "../pages.ts";
import { tempName } from "../temp-name.ts";
import { pathError } from "../error-messages.ts";
import { isErrno, isSystemError } from "./errno.ts";
import type { Entry, Folder } from "./folder.ts";
import { atPlace, requireRegular, type HostRoot } from "./host-root.ts";
import { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY, W_OK, release } from "./ops.ts";
import type { Place } from "./resolve.ts";

const PERMISSIONS = 0o7777;
/** More folders than a path can name. */
const MAX_ROUNDS = 4096;

/** Makes the folders above, then the file. A link inside the root keeps standing and its target is replaced. */
export function writeFile(root: HostRoot, own: OwnPath, bytes: Uint8Array): void {
  const at = { path: own.path, doing: "writing" } as const;
  atPlace(root, at, (place) => requireWritable(place, own));
  const made = makeFolders(root, own);
  try {
    atPlace(root, at, (place) => replaceFile(root, requireTarget(place, own), own.path, bytes));
  } catch (error) {
    // Nothing was written, so nothing made for it stays.
    for (const folder of made.toReversed()) removeFolder(root, ownReal(folder));
    throw error;
  }
  atPlace(root, at, ({ folder }) => {
    try {
      flushFolder(root, folder);
    } catch (error) {
      const why = "it was written, but the system could not promise that it survives a power cut";
      throw isSystemError(error) ? pathError("IO", { path: own.path, errno: error.code, why }) : error;
    }
  });
}

function replaceFile(root: HostRoot, { folder, name, old }: Target, path: WorkspacePath, bytes: Uint8Array): void {
  const temp = tempName();
  const mode = old === null ? null : old.stats.mode & PERMISSIONS;
  stageTemp(root, folder, { path, temp, bytes, old, mode });
  try {
    root.rootFolder.confirm(folder);
    root.ops.renameSync(folder.at(temp), folder.at(name));
  } catch (error) {
    discardTemp(root, folder, temp);
    throw error;
  }
}

export type Target = { readonly folder: Folder; readonly name: string; readonly old: Entry | null };

/** The place of a file to be written: a regular file or nothing is there, and its folder exists. */
export function requireTarget(place: Place, own: OwnPath): Target {
  requireWritable(place, own);
  const [name, ...more] = place.names;
  if (name === undefined || more.length > 0) throw pathError("NOT_FOUND", { path: own.path });
  return { folder: place.folder, name, old: place.entry };
}

/** Only a regular file may be where a file is to be written; its folders may still be missing. */
function requireWritable({ names, entry }: Place, { path, directory }: OwnPath): void {
  if (names.length === 0) throw pathError("IS_DIR", { path });
  if (entry !== null) requireRegular(entry.stats, path);
  if (directory) throw pathError(entry === null ? "IS_DIR" : "NOT_DIR", { path });
}

/** The missing folders above the path's target; returns those made, outermost first, without links. */
export function makeFolders(root: HostRoot, own: OwnPath): readonly RealPath[] {
  const made: RealPath[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // One folder a round, each found by a walk of its own: what was made may have been exchanged meanwhile.
    const next = atPlace(root, { ...own, doing: "writing" }, ({ folder, names }) => {
      const [name] = names;
      if (names.length < 2 || name === undefined) return null;
      root.rootFolder.confirm(folder);
      try {
        root.ops.mkdirSync(folder.at(name));
        made.push(asReal(joinPath(folder.path, name)));
      } catch (error) {
        // Another process made it first. Whatever it is, the next walk will see it.
        if (!isErrno(error, "EEXIST")) throw error;
      }
      return name;
    });
    if (next === null) return made;
  }
  throw pathError("IO", { path: own.path, why: "its folders are removed while they are being created" });
}

/** Removes an empty folder; false when it is not empty, not there, or no folder. */
export function removeFolder(root: HostRoot, own: OwnPath): boolean {
  return atPlace(root, { ...own, doing: "writing", last: "keep" }, ({ folder, names }) => {
    const [name, ...more] = names;
    if (name === undefined) throw pathError("FORBIDDEN", { path: own.path });
    if (more.length > 0) return false;
    root.rootFolder.confirm(folder);
    try {
      root.ops.rmdirSync(folder.at(name));
      return true;
    } catch (error) {
      if (isErrno(error, "ENOTEMPTY", "EEXIST", "ENOTDIR", "ENOENT")) return false;
      throw error;
    }
  });
}

export type Temp = {
  /** The path it is written for, for messages. */
  readonly path: WorkspacePath;
  readonly temp: string;
  readonly bytes: Uint8Array;
  /** The file it will replace: its owner is kept. */
  readonly old: Entry | null;
  /** null = what a new file gets. */
  readonly mode: number | null;
};

/** Writes a new file beside the target and flushes it. Leaves nothing behind when it fails. */
function stageTemp(root: HostRoot, folder: Folder, temp: Temp): void {
  const fd = openTemp(root, folder, temp);
  try {
    try {
      root.ops.fsyncSync(fd);
    } finally {
      root.ops.closeSync(fd);
    }
  } catch (error) {
    discardTemp(root, folder, temp.temp);
    throw error;
  }
}

/** Writes a new file beside the target; the caller flushes and closes it. Leaves nothing behind when it fails. */
export function openTemp(root: HostRoot, folder: Folder, { path, temp, bytes, old, mode }: Temp): number {
  const { ops, rootFolder } = root;
  // A rename would not ask, but a file that its user may not write is meant to stay.
  if (old !== null) ops.accessSync(old.self, W_OK);
  rootFolder.confirm(folder);
  const fd = ops.openSync(folder.at(temp), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode === null ? 0o666 : 0o600);
  try {
    rootFolder.confirm(folder);
    for (let written = 0; written < bytes.length;) written += ops.writeSync(fd, bytes, written);
    if (old !== null) keepOwner(root, fd, old, path);
    // After the owner: changing that clears the set-user-id bits.
    if (mode !== null) ops.fchmodSync(fd, mode);
    return fd;
  } catch (error) {
    release(ops, fd);
    discardTemp(root, folder, temp);
    throw error;
  }
}

/** Removes a temp of ours. Its own failure must not hide why it is removed. */
export function discardTemp({ ops }: HostRoot, folder: Folder, temp: string): void {
  try {
    ops.unlinkSync(folder.at(temp));
  } catch {
    // The first error is the one to report; a temp left behind is named so that it can be recognised.
  }
}

function keepOwner({ ops }: HostRoot, fd: number, old: Entry, path: WorkspacePath): void {
  const { uid, gid } = old.stats;
  const own = ops.fstatSync(fd);
  if (own.uid === uid && own.gid === gid) return;
  try {
    ops.fchownSync(fd, uid, gid);
  } catch (error) {
    if (!isErrno(error, "EPERM")) throw error;
    throw pathError("READ_ONLY", {
      path,
      errno: "EPERM",
      why: "it belongs to another user, who could not be kept as its owner",
    });
  }
}

/** Flushes the folder's own entries to disk. */
export function flushFolder({ ops }: HostRoot, folder: Folder): void {
  let fd: number | null = null;
  try {
    fd = ops.openSync(`${folder.self}/.`, O_RDONLY | O_DIRECTORY);
    ops.fsyncSync(fd);
  } catch (error) {
    // Some file systems cannot flush a folder; and one that may be written but not read cannot be opened for it.
    if (!isErrno(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EACCES")) throw error;
  } finally {
    if (fd !== null) release(ops, fd);
  }
}
