// The host's eyes for a search: the same safe walk as reading, one folder or file at a time, links never followed.
// ripgrep may go ahead; what it finds is checked again through here.

import { isFailure, type WorkspacePath } from "../../base/index.ts";
import type { Searched } from "../search/searched.ts";
import { pathError } from "../error-messages.ts";
import { atPlace, requireFile, type HostRoot } from "./host-root.ts";
import { entriesOf, inFolder } from "./list.ts";
import { orderedSizes } from "./ordered-sizes.ts";
import { withBytes } from "./read.ts";
import { createRipgrepFinder, type RipgrepChoice } from "./ripgrep/finder.ts";

/** `bytes` may be overwritten by the next call: use them at once. */
export function searchedHost(root: HostRoot, ripgrep: RipgrepChoice = "never"): Searched {
  const unlinked: HostRoot = { ...root, symlinks: "deny" };
  const plain = (path: WorkspacePath) => ({ path, directory: false });
  const lend = <T>(path: WorkspacePath, use: (folder: string) => T): T | null =>
    orNull(() => inFolder(unlinked, plain(path), ({ self }) => use(self)));
  const size = (path: WorkspacePath): number | null =>
    orNull(() => atPlace(unlinked, { path, doing: "reading" }, (place) => requireFile(place, plain(path)).stats.size));
  return {
    ...(ripgrep === "never" ? {} : { finder: createRipgrepFinder(ripgrep, lend) }),
    maxFileBytes: root.limit,
    base: (own) =>
      atPlace(root, { ...own, doing: "reading" }, (place) => {
        const { path } = own;
        if (place.names.length === 0 || place.entry?.stats.isDirectory())
          return { real: place.path, kind: "directory" };
        if (place.entry === null) throw pathError("NOT_FOUND", { path });
        if (!place.entry.stats.isFile()) throw pathError("NOT_REGULAR", { path });
        return { real: place.path, kind: "file" };
      }),
    entries: (path) => {
      if (path.split("/").length > root.rootFolder.maxDepth) return null;
      return orNull(() => inFolder(unlinked, plain(path), (folder) => entriesOf(unlinked, folder)));
    },
    size,
    sizes: () => orderedSizes(unlinked, { orNull, size }),
    bytes: (path) => {
      try {
        return orNull(() => withBytes(unlinked, plain(path), (bytes) => bytes));
      } catch (error) {
        if (isFailure(error, "TOO_LARGE")) return "large";
        throw error;
      }
    },
  };
}

/**
 * Null for what went away, changed its kind or cannot be read, because of permissions, its length or the disk. A search
 * goes on; it counts what it could not see. Only what this process lacks stops it.
 */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    const codes = ["NOT_FOUND", "NOT_DIR", "IS_DIR", "NOT_REGULAR", "SYMLINK"] as const;
    if (codes.some((code) => isFailure(error, code))) return null;
    if (isFailure(error, "IO") && !LACKING.has(String(error.data["errno"]))) return null;
    throw error;
  }
}

const LACKING: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOMEM"]);
