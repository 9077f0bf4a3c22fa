// What is in a folder: names, kinds and sizes. Links are shown as links; nothing about their targets is revealed.

import { joinPath, ROOT } from "../../base/index.ts";
import type { OwnPath } from "../pages.ts";
import type { FileEntry, Listing } from "../protocol.ts";
import { MAX_ENTRIES } from "../search/search.ts";
import { isAddressable, type TreeEntry } from "../search/tree.ts";
import { pathError } from "../error-messages.ts";
import { isErrno } from "./errno.ts";
import { exchanged, type Folder } from "./folder.ts";
import { atPlace, kindFrom, type HostRoot } from "./host-root.ts";

export function listFolder(root: HostRoot, own: OwnPath): Listing {
  return inFolder(root, own, (folder) => {
    const all = entriesOf(root, folder);
    const named = all.filter(({ name }) => isAddressable(folder.path, name));
    named.sort((a, b) => (a.name < b.name ? -1 : 1));
    const entries = named.slice(0, MAX_ENTRIES).flatMap((entry) => shown(root, folder, own, entry) ?? []);
    root.rootFolder.confirm(folder);
    const names = all.length - named.length;
    return { entries, truncated: named.length > MAX_ENTRIES, ...(names > 0 ? { skipped: { names } } : {}) };
  });
}

/** Runs `use` on the folder at the path. NOT_FOUND, NOT_DIR. */
export function inFolder<T>(root: HostRoot, own: OwnPath, use: (folder: Folder) => T): T {
  const { path } = own;
  return atPlace(root, { ...own, doing: "reading" }, ({ folder, names, entry }) => {
    const [name] = names;
    if (name === undefined) return use(folder);
    if (entry === null) throw pathError("NOT_FOUND", { path });
    if (!entry.stats.isDirectory()) throw pathError("NOT_DIR", { path });
    const inner = root.rootFolder.enter(folder, name);
    if (inner === "absent") throw pathError("NOT_FOUND", { path });
    if (inner === "other") throw exchanged(path);
    try {
      return use(inner);
    } finally {
      inner.release();
    }
  });
}

export function entriesOf({ ops, rootFolder }: HostRoot, folder: Folder): readonly TreeEntry[] {
  const found = ops.readdirSync(folder.self, { withFileTypes: true });
  rootFolder.confirm(folder);
  return found.map((entry) => ({ name: entry.name, kind: kindFrom(entry) }));
}

function shown({ ops }: HostRoot, folder: Folder, own: OwnPath, { name, kind }: TreeEntry): FileEntry | null {
  const path = own.path === ROOT ? name : joinPath(own.path, name);
  // A pipe, a socket or a device is listed as a file without a size: it is there, and reading it is refused.
  if (kind !== "file") return { path, kind: kind === "other" ? "file" : kind, size_bytes: null };
  try {
    const stats = ops.lstatSync(folder.at(name));
    return { path, kind, size_bytes: stats.isFile() ? stats.size : null };
  } catch (error) {
    // Removed since the folder was read.
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}
