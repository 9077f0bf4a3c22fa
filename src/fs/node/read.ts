// Reading one regular file whole. Its kind and size are known before it is opened, and the limit holds while it
// is read, because a file may grow meanwhile.

import { versionOf, type WorkspacePath } from "../../base/index.ts";
import type { OwnPath } from "../pages.ts";
import type { FileBytes } from "../protocol.ts";
import { pathError } from "../error-messages.ts";
import type { Entry } from "./folder.ts";
import { atPlace, requireFile, type HostRoot } from "./host-root.ts";
import { release } from "./ops.ts";

export const PERMISSIONS = 0o7777;

/** Hands the file's bytes to `use`, which must not keep them: small files share one buffer. */
export function withBytes<T>(root: HostRoot, own: OwnPath, use: (bytes: Uint8Array) => T): T {
  return atPlace(root, { ...own, doing: "reading" }, (place) =>
    use(readEntry(requireFile(place, own), own.path, root)),
  );
}

export function readFileBytes(root: HostRoot, own: OwnPath): FileBytes {
  return atPlace(root, { ...own, doing: "reading" }, (place) => {
    const entry = requireFile(place, own);
    return fileBytes(new Uint8Array(readEntry(entry, own.path, root)), entry, place.path);
  });
}

function fileBytes(bytes: Uint8Array, { stats }: Entry, target: WorkspacePath): FileBytes {
  return { bytes, version: versionOf(bytes), mode: stats.mode & PERMISSIONS, links: stats.nlink, target };
}

// A Buffer, because its search for a zero byte is the fast one. Beware: its slice() shares, it does not copy.
const shared = Buffer.alloc(65_536);

/** The result may lie in the shared buffer: copy it to keep it. */
export function readEntry(entry: Entry, path: WorkspacePath, { ops, limit }: HostRoot): Uint8Array {
  const { size } = entry.stats;
  if (size > limit) throw pathError("TOO_LARGE", { path, size, limit });
  const fd = entry.open();
  try {
    // One byte more than expected: a full buffer means that the file has grown.
    let buffer: Uint8Array = size < shared.length ? shared : new Uint8Array(size + 1);
    let filled = 0;
    for (;;) {
      const count = ops.readSync(fd, buffer, filled, buffer.length - filled, null);
      filled += count;
      if (filled > limit) throw pathError("TOO_LARGE", { path, size: null, limit });
      if (count === 0) return buffer.subarray(0, filled);
      // As long as expected, though more was asked for: the end. Spares one empty read of almost every file.
      if (filled === size && filled < buffer.length) return buffer.subarray(0, filled);
      if (filled === buffer.length) buffer = grown(buffer, limit);
    }
  } finally {
    release(ops, fd);
  }
}

function grown(buffer: Uint8Array, limit: number): Uint8Array {
  const larger = new Uint8Array(Math.min(buffer.length * 2, limit + 1));
  larger.set(buffer);
  return larger;
}
