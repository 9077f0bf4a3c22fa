// Copies of host folders for a memory backend to start from. Nothing is written back, no link is followed, and
// whatever was not taken is named with its reason.

import { LIMITS, failure, isFailure, joinPath, ROOT, type WorkspacePath } from "../../base/index.ts";
import { compileGlob, type Glob } from "../search/glob.ts";
import { ownPath } from "../pages.ts";
import { inPathOrder, isAddressable } from "../search/tree.ts";
import { openRootFolder, type HostRoot } from "./host-root.ts";
import { nodeOps } from "./ops.ts";
import { searchedHost } from "./search.ts";

/** As in the config file. */
export type Mount = {
  /** A folder on this machine. */
  readonly from: string;
  /** Globs relative to `from`; without any, every file. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Of all files of this mount together. */
  readonly max_bytes?: number;
  /** The folder in memory; the root without it. */
  readonly to?: string;
};

export type MountOptions = {
  /** May the file be copied? Takes its path below the mount's `from`. All may, unless given. */
  readonly accept?: (mount: Mount, path: string) => boolean;
};

export type LeftOut = {
  readonly path: string;
  readonly because: "symlink" | "not_regular" | "unreadable" | "name" | "git" | "rule";
};

export type Loaded = {
  /** For createMemoryFiles. Binary files are kept byte for byte. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly leftOut: readonly LeftOut[];
};

const MAX_MOUNT_BYTES = LIMITS.mountBytes.value;

/**
 * TOO_LARGE when a mount holds more than its max_bytes (nothing is loaded then), EXISTS when two mounts bring the
 * same path, NOT_FOUND or NOT_DIR when `from` is no folder. The mount is named by its place in the list.
 */
export async function loadMounts(mounts: readonly Mount[], { accept }: MountOptions = {}): Promise<Loaded> {
  const files = new Map<string, Uint8Array>();
  const leftOut: LeftOut[] = [];
  for (const [index, mount] of mounts.entries()) {
    const to = ownPath(mount.to ?? "").path;
    const options = {
      name: `mount ${index + 1}`,
      leave: (entry: LeftOut) => leftOut.push(entry),
      accepts: (path: string) => accept?.(mount, path) ?? true,
    };
    for (const [path, bytes] of loadMount(mount, options)) {
      const at = joinPath(to, path);
      if (files.has(at))
        throw failure("EXISTS", `Two mounts provide ${at}. Give one of them another "to".`, { data: { path: at } });
      files.set(at, bytes);
    }
  }
  return { files, leftOut };
}

type Loading = {
  readonly name: string;
  readonly leave: (entry: LeftOut) => void;
  readonly accepts: (path: string) => boolean;
};

function* loadMount(mount: Mount, { name, leave, accepts }: Loading): Generator<readonly [WorkspacePath, Uint8Array]> {
  const limit = mount.max_bytes ?? MAX_MOUNT_BYTES;
  const wanted = wants(mount);
  const root = openRoot(mount.from, limit, name);
  const tree = searchedHost(root);
  let total = 0;
  function* folder(path: WorkspacePath): Generator<readonly [WorkspacePath, Uint8Array]> {
    const entries = tree.entries(path);
    if (entries === null) leave({ path, because: "unreadable" });
    for (const { name: entry, kind } of inPathOrder(entries ?? [])) {
      const at = joinPath(path, entry);
      if (!isAddressable(path, entry))
        leave({ path: joinPath(path, encodeURI(entry.toWellFormed())), because: "name" });
      else if (kind === "directory" && entry === ".git") leave({ path: at, because: "git" });
      else if (kind === "directory") yield* folder(at);
      else if (!wanted(at)) continue;
      else if (kind === "symlink") leave({ path: at, because: "symlink" });
      else if (kind === "other") leave({ path: at, because: "not_regular" });
      else if (!accepts(at)) leave({ path: at, because: "rule" });
      else {
        const bytes = tree.bytes(at);
        if (bytes === null) leave({ path: at, because: "unreadable" });
        else {
          total += bytes === "large" ? limit + 1 : bytes.length;
          if (bytes === "large" || total > limit) throw tooLarge(name, limit, at);
          yield [at, new Uint8Array(bytes)];
        }
      }
    }
  }
  try {
    yield* folder(ROOT);
  } finally {
    root.rootFolder.close();
  }
}

function wants({ include, exclude = [] }: Mount): (path: string) => boolean {
  const taken: readonly Glob[] | null = include?.map(compileGlob) ?? null;
  const dropped = exclude.map(compileGlob);
  return (path) => (taken?.some((glob) => glob.matches(path)) ?? true) && !dropped.some((glob) => glob.matches(path));
}

function openRoot(from: string, limit: number, name: string): HostRoot {
  try {
    return { rootFolder: openRootFolder(from, "auto", nodeOps), ops: nodeOps, symlinks: "deny", limit };
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw failure(error.code, `The folder of ${name} cannot be opened: ${error.message}`, {
      data: { mount: name },
      cause: error,
    });
  }
}

function tooLarge(name: string, limit: number, path: WorkspacePath): Error {
  return failure(
    "TOO_LARGE",
    `With ${path}, ${name} exceeds its ${limit} bytes. Narrow it with include or exclude, or raise max_bytes.`,
    { data: { mount: name, limit, path } },
  );
}
