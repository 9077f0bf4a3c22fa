// The reference backend: a tree of folders and bytes in memory. What it does, every other backend does too.
// Folders are Maps, so a file may be called __proto__. There are no links here.

import { LIMITS, joinPath, nameOf, parentOf, ROOT, versionOf, type WorkspacePath } from "../../base/index.ts";
import { bytesOf, cutPage, ownPath, requireBytes, requirePage, requireSize, requireText } from "../pages.ts";
import type { EntryKind, FileBytes, FileEntry, Filesystem } from "../protocol.ts";
import { globIn, grepIn, MAX_ENTRIES } from "../search/search.ts";
import type { Searched } from "../search/searched.ts";
import { createMemoryStaging } from "./staging.ts";
import { MemoryTree, type MemoryNode } from "./tree.ts";
import { pathError } from "../error-messages.ts";
import { realWithoutLinks } from "./without-links.ts";

export type MemoryOptions = {
  /** Path → content. Bytes need not be text. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | ReadonlyMap<string, string | Uint8Array>;
  readonly maxFileBytes?: number;
};

/** The default limit of every backend: 32 MiB. */
export const MAX_FILE_BYTES: number = LIMITS.fileBytes.value;

/** Files in memory. */
export type MemoryFiles = Filesystem & { kindOf(path: string): EntryKind | null };

/** A file system that lives as long as it is held. Bytes are copied in and out: other code cannot change them. */
export function createMemoryFiles(options: MemoryOptions = {}): MemoryFiles {
  const limit = options.maxFileBytes ?? MAX_FILE_BYTES;
  const tree = new MemoryTree();
  const given = options.files ?? {};
  for (const [path, content] of given instanceof Map ? given : Object.entries(given)) {
    const bytes = typeof content === "string" ? bytesOf(path, content, limit) : new Uint8Array(content);
    requireSize(path, bytes.length, limit);
    tree.put(ownPath(path), bytes);
  }
  const searched = searchedTree(tree, limit);
  const readBytes = (path: string): FileBytes => {
    const own = ownPath(path);
    const { bytes } = tree.file(own);
    requireSize(own.path, bytes.length, limit);
    return { bytes: new Uint8Array(bytes), version: versionOf(bytes), mode: null, links: 1, target: own.path };
  };
  const files: Omit<MemoryFiles, "real"> = {
    maxFileBytes: limit,
    kindOf: (path) => tree.kindOf(ownPath(path).path),
    read: async (path, page) => {
      const wanted = requirePage(page);
      const own = ownPath(path);
      const { bytes } = tree.file(own);
      requireSize(own.path, bytes.length, limit);
      return cutPage(own.path, requireText(own.path, bytes), wanted);
    },
    readBytes: async (path) => readBytes(path),
    list: async (path = "") => {
      const own = ownPath(path);
      const entries = [...tree.folder(own.path).entries]
        .map(([name, node]) => entryOf(joinPath(own.path, name), node))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
      return { entries: entries.slice(0, MAX_ENTRIES), truncated: entries.length > MAX_ENTRIES };
    },
    glob: (pattern, search) => globIn(searched, pattern, search),
    grep: (pattern, search) => grepIn(searched, pattern, search),
    write: async (path, content) => {
      const own = ownPath(path);
      const bytes = requireBytes(own.path, content, limit);
      tree.put(own, bytes);
      return bytes.length;
    },
    delete: async (path) => {
      const own = ownPath(path);
      if (own.path === ROOT) throw pathError("FORBIDDEN", { path: own.path });
      const node = tree.find(own.path);
      if (node === null) return 0;
      if (own.directory && node.kind === "file") throw pathError("NOT_DIR", { path: own.path });
      tree.folder(parentOf(own.path)).entries.delete(nameOf(own.path));
      return countFiles(node);
    },
    staging: createMemoryStaging(tree, { limit, readBytes }),
  };
  return { ...files, real: realWithoutLinks(files) };
}

function searchedTree(tree: MemoryTree, limit: number): Searched {
  const bytesAt = (path: WorkspacePath): Uint8Array | null => {
    const node = tree.find(path);
    return node?.kind === "file" ? node.bytes : null;
  };
  return {
    base: ({ path }) => {
      const node = tree.find(path);
      if (node === null) throw pathError("NOT_FOUND", { path });
      return { real: path, kind: node.kind === "file" ? "file" : "directory" };
    },
    entries: (path) => {
      const node = tree.find(path);
      if (node?.kind !== "folder") return null;
      return Array.from(node.entries, ([name, { kind }]) => ({ name, kind: kind === "file" ? kind : "directory" }));
    },
    size: (path) => bytesAt(path)?.length ?? null,
    bytes: (path) => {
      const bytes = bytesAt(path);
      return bytes !== null && bytes.length > limit ? "large" : bytes;
    },
  };
}

function entryOf(path: WorkspacePath, node: MemoryNode): FileEntry {
  return node.kind === "file"
    ? { path, kind: "file", size_bytes: node.bytes.length }
    : { path, kind: "directory", size_bytes: null };
}

function countFiles(node: MemoryNode): number {
  if (node.kind === "file") return 1;
  let count = 0;
  for (const inner of node.entries.values()) count += countFiles(inner);
  return count;
}
