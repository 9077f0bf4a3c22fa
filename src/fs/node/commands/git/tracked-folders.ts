// What git has recorded of a folder's files, read from the index without git: which folders it has files of, and whether
// a .gitignore is as it was added. Commands cannot write the index, so they cannot change what is ignored.

import * as fs from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseIndex, type ParsedIndex } from "../../git/index-file.ts";

/** Paths are below the folder that was asked about. */
export type Recorded = {
  /** A folder that .gitignore names is not ignored if files in it were added all the same. */
  readonly isTracked: (folder: string) => boolean;
  readonly hasContent: (file: string, bytes: Uint8Array) => boolean;
};

/** Of the repository that the folder is in; null where there is none, or none whose index can be read. */
export function recordedIn(folder: string): Recorded | null {
  for (let top = folder; ; top = dirname(top)) {
    const gitFolder = gitFolderIn(top);
    if (gitFolder !== null) return recordedBy(gitFolder, relative(top, folder));
    if (top === dirname(top)) return null;
  }
}

function recordedBy(gitFolder: string, prefix: string): Recorded | null {
  const bytes = readIndex(join(gitFolder, "index"));
  if (bytes === null) return null;
  for (const [nameBytes, algorithm] of HASHES) {
    try {
      return recordedAs(parseIndex(bytes, nameBytes), { prefix, algorithm });
    } catch {
      // Of the other kind, or one that only git reads.
    }
  }
  return null;
}

const HASHES = [
  [20, "sha1"],
  [32, "sha256"],
] as const;

function recordedAs(
  index: ParsedIndex,
  { prefix, algorithm }: { readonly prefix: string; readonly algorithm: string },
): Recorded {
  const inIndex = (path: string): string => (prefix === "" ? path : `${prefix}/${path}`);
  return {
    isTracked: (folder) => index.hasEntriesBelow(inIndex(folder)),
    hasContent: (file, bytes) => {
      const { createHash } = process.getBuiltinModule("node:crypto"); // Few folders come here, and it is slow to load.
      const hash = createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes);
      return index.entry(inIndex(file))?.objectName === hash.digest("hex");
    },
  };
}

/** The .git of a folder, or where its .git file leads; null when it has none. */
function gitFolderIn(folder: string): string | null {
  try {
    const at = join(folder, ".git");
    const stats = fs.lstatSync(at);
    if (stats.isDirectory()) return at;
    if (!stats.isFile() || stats.size > MAX_GIT_FILE) return null;
    const target = /^gitdir: ([^\n\r]+)/.exec(fs.readFileSync(at, "utf8"))?.[1];
    return target === undefined ? null : resolve(folder, target);
  } catch {
    return null; // None.
  }
}

const MAX_GIT_FILE = 64 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;

export function indexOf(root: string): Uint8Array | null {
  return readIndex(join(root, ".git", "index"));
}

function readIndex(file: string): Uint8Array | null {
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(file) : null;
  } catch {
    return null; // Not a repository that this user may read.
  }
}
