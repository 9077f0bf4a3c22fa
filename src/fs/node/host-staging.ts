// The steps of a commit on the host. Each resolves its place again through the safe walk, which follows no link here,
// compares what it must, and makes one change through the folder's descriptor.

import { isFailure, type Version, versionOf, type WorkspacePath } from "../../base/index.ts";
import { isSeenCode } from "../memory/staging.ts";
import { ownReal, requireSize, type OwnPath } from "../pages.ts";
import type { Glance, Seen, Staging } from "../protocol.ts";
import { requireTempName } from "../temp-name.ts";
import { isErrno, translate } from "./errno.ts";
import type { Entry, Folder } from "./folder.ts";
import { atPlace, requireFile, type HostRoot } from "./host-root.ts";
import { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY, type FileStats, release } from "./ops.ts";
import { PERMISSIONS, readEntry, readFileBytes } from "./read.ts";
import type { Place } from "./resolve.ts";
import { discardTemp, flushFolder, makeFolders, openTemp, removeFolder, requireTarget } from "./write.ts";
import { pathError } from "../error-messages.ts";

export function createHostStaging(root: HostRoot): Staging {
  const { ops, rootFolder } = root;
  const address = { kind: "host", root: rootFolder.address } as const;
  return {
    address: (path) => ({ root: address, path: ownReal(path).real }),
    look: async (path) => seen(() => ({ kind: "file", ...readFileBytes(root, ownReal(path)) })),
    glance: async (path, since) => seen(() => glance(root, ownReal(path), since)),
    makeParents: async (path) => makeFolders(root, ownReal(path)),
    stage: async (path, temp, bytes, { mode }) => {
      const own = ownReal(path);
      requireSize(own.path, bytes.length, root.limit);
      const fd = atPlace(root, { ...own, doing: "writing" }, (place) => {
        const { folder, old } = requireTarget(place, own);
        return openTemp(root, folder, { path: own.path, temp: requireTempName(temp), bytes, old, mode });
      });
      await flushTemp(root, fd, { own, temp });
    },
    replace: async (path, temp, { expect }) => {
      const own = ownReal(path);
      return whereLeft(root, own, "stale", ({ folder, names: [name], entry }) => {
        if (name === undefined || !holds(root, entry, own.path, expect)) return "stale";
        if (!isUntouched(root, folder, name, entry!.stats)) return "stale"; // It holds something, so it is there.
        rootFolder.confirm(folder);
        ops.renameSync(folder.at(requireTempName(temp)), folder.at(name));
        return "done";
      });
    },
    create: async (path, temp) => {
      const own = ownReal(path);
      return whereLeft(root, own, "exists", (place) => {
        if (place.names.length === 0 || place.entry !== null) return "exists";
        return nameTemp(root, requireTarget(place, own), requireTempName(temp));
      });
    },
    remove: async (path, { expect }) => {
      const own = ownReal(path);
      return whereLeft(root, own, "stale", ({ folder, names: [name], entry }) => {
        if (name === undefined || !holds(root, entry, own.path, expect)) return "stale";
        if (!isUntouched(root, folder, name, entry!.stats)) return "stale"; // It holds something, so it is there.
        rootFolder.confirm(folder);
        ops.unlinkSync(folder.at(name));
        return "done";
      });
    },
    removeLink: async (path) =>
      whereLeft(root, ownReal(path), false, ({ folder, names: [name], entry }) => {
        if (name === undefined || entry?.stats.isSymbolicLink() !== true) return false;
        rootFolder.confirm(folder);
        ops.unlinkSync(folder.at(name));
        return true;
      }),
    discard: async (path, temp) =>
      atPlace(root, { ...ownReal(path), doing: "writing", last: "keep" }, ({ folder, names }) => {
        if (names.length === 1) unlinkIfThere(root, folder, requireTempName(temp));
      }),
    removeDirectory: async (path) => removeFolder(root, ownReal(path)),
    flush: async (path) => {
      const own = ownReal(path);
      atPlace(root, { ...own, doing: "writing", last: "keep" }, ({ folder, names }) => {
        if (names.length > 1) throw pathError("NOT_FOUND", { path: own.path });
        flushFolder(root, folder);
      });
    },
  };
}

/** The place of a last step. A link on the way or at the end means that what was compared is not there: `otherwise`. */
function whereLeft<T>(root: HostRoot, own: OwnPath, otherwise: T, use: (place: Place) => T): T {
  try {
    return atPlace(root, { ...own, doing: "writing", last: "keep" }, use);
  } catch (error) {
    if (isFailure(error, "STALE")) return otherwise;
    throw error;
  }
}

/** Flushes and closes a written temp. Leaves nothing behind when it fails. Many may be flushed at once. */
async function flushTemp(
  root: HostRoot,
  fd: number,
  { own, temp }: { readonly own: OwnPath; readonly temp: string },
): Promise<void> {
  const { ops } = root;
  try {
    try {
      await new Promise<void>((resolve, reject) => ops.fsync(fd, (error) => (error ? reject(error) : resolve())));
    } finally {
      ops.closeSync(fd);
    }
  } catch (error) {
    try {
      atPlace(root, { ...own, doing: "writing", last: "keep" }, ({ folder }) => discardTemp(root, folder, temp));
    } catch {
      // Its folder cannot be reached any more; the first error is the one to report.
    }
    throw translate(error, own.path, "writing");
  }
}

/** A change is recognised by the file's times, whose resolution is this coarse at worst. */
const TICK_MS = 20;

function glance(root: HostRoot, own: OwnPath, since: Glance | undefined): Glance {
  const now = Date.now();
  return atPlace(root, { ...own, doing: "reading" }, (place): Glance => {
    // As requireFile has it, without an error: of a thousand new files nothing is there.
    if (place.entry === null && place.names.length > 0) return { kind: "absent" };
    const entry = requireFile(place, own);
    const { stats } = entry;
    // One that was written to just now may be written to again without a sign.
    const stamp = stats.ctimeMs < now - TICK_MS ? stampOf(stats) : null;
    if (since?.kind === "file" && stamp !== null && since.stamp === stamp) return { ...since, target: place.path };
    const bytes = readEntry(entry, own.path, root);
    const mode = stats.mode & PERMISSIONS;
    return { kind: "file", version: versionOf(bytes), mode, target: place.path, size: bytes.length, stamp };
  });
}

function stampOf({ dev, ino, size, mode, mtimeMs, ctimeMs }: FileStats): string {
  return `${dev} ${ino} ${size} ${mode} ${mtimeMs} ${ctimeMs}`;
}

function seen<T>(look: () => T): T | Exclude<Seen, { kind: "file" }> {
  try {
    return look();
  } catch (error) {
    if (isFailure(error, "NOT_FOUND")) return { kind: "absent" };
    if (isFailure(error, "STALE")) return { kind: "other", code: "SYMLINK" };
    if (isFailure(error) && isSeenCode(error.code)) return { kind: "other", code: error.code };
    throw error;
  }
}

/** Whether a regular file with exactly that content is here. */
function holds(root: HostRoot, entry: Entry | null, path: WorkspacePath, expect: Version): boolean {
  if (entry === null || !entry.stats.isFile() || entry.stats.size > root.limit) return false;
  try {
    return versionOf(readEntry(entry, path, root)) === expect;
  } catch (error) {
    if (isFailure(error, "TOO_LARGE")) return false;
    throw error;
  }
}

/** The last look before the change: the name still means the file that was compared, and it was not written to. */
function isUntouched({ ops }: HostRoot, folder: Folder, name: string, then: FileStats): boolean {
  try {
    const now = ops.lstatSync(folder.at(name));
    return (
      now.ino === then.ino &&
      now.dev === then.dev &&
      now.size === then.size &&
      now.mtimeMs === then.mtimeMs &&
      now.ctimeMs === then.ctimeMs
    );
  } catch (error) {
    if (isErrno(error, "ENOENT")) return false;
    throw error;
  }
}

/** link(2) fails when the name is taken, by any process and however late. */
function nameTemp(
  root: HostRoot,
  { folder, name }: { readonly folder: Folder; readonly name: string },
  temp: string,
): "done" | "exists" | "temp-left" {
  const { ops, rootFolder } = root;
  rootFolder.confirm(folder);
  try {
    ops.linkSync(folder.at(temp), folder.at(name));
  } catch (error) {
    if (isErrno(error, "EEXIST")) return "exists";
    if (isErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) return takeName(root, folder, name, temp);
    throw error;
  }
  // The file has its name now, whatever becomes of the other one.
  try {
    unlinkIfThere(root, folder, temp);
    return "done";
  } catch {
    return "temp-left"; // `discard` reports it when it cannot remove it either.
  }
}

/** Where the disk knows no second names: an empty file takes the name, the temp takes its place. */
function takeName({ ops }: HostRoot, folder: Folder, name: string, temp: string): "done" | "exists" {
  try {
    release(ops, ops.openSync(folder.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
  } catch (error) {
    if (isErrno(error, "EEXIST")) return "exists";
    throw error;
  }
  try {
    ops.renameSync(folder.at(temp), folder.at(name));
    return "done";
  } catch (error) {
    ops.unlinkSync(folder.at(name));
    throw error;
  }
}

function unlinkIfThere({ ops }: HostRoot, folder: Folder, name: string): void {
  try {
    ops.unlinkSync(folder.at(name));
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
}
