// The host's files below one root. Never leaves the root, even while another process exchanges folders for links;
// never opens anything but regular files; never shows a host path.

import { cutPage, ownPath, requireBytes, requirePage, requireText } from "../pages.ts";
import { MAX_FILE_BYTES } from "../memory.ts";
import type { EntryKind, Filesystem } from "../protocol.ts";
import { globIn, grepIn } from "../search.ts";
import { isFailure } from "../../base/index.ts";
import { atPlace, kindFrom, openGround, type HostRoot, type WalkKind } from "./host-root.ts";
import { createHostStaging } from "./host-staging.ts";
import { listFolder } from "./list.ts";
import { nodeOps, type HostOps } from "./ops.ts";
import { readFileBytes, withBytes } from "./read.ts";
import { removeAll } from "./remove.ts";
import type { RipgrepChoice } from "./rg-finder.ts";
import type { SymlinkPolicy } from "./resolve.ts";
import { searchedHost } from "./search.ts";
import { writeFile } from "./write.ts";

export type HostOptions = {
  /** A folder on this machine; may be a link, which is resolved once. */
  readonly root: string;
  /** "within" (default) follows links that stay in the root; "deny" refuses every link. */
  readonly symlinks?: SymlinkPolicy;
  readonly maxFileBytes?: number;
  /** How folders are walked: from descriptors where the system offers it ("auto"), or by names. */
  readonly walk?: WalkKind;
  readonly ops?: HostOps;
  /** Whether searches may be sped up by ripgrep; the results are the same. */
  readonly ripgrep?: RipgrepChoice;
};

export type HostFiles = Filesystem & {
  kindOf(path: string): EntryKind | null;
  /** Closes the root and every folder kept open. Nothing may be asked afterwards. */
  close(): void;
};

/** NOT_FOUND or NOT_DIR when the root is no folder. */
export function openHostFiles(options: HostOptions): HostFiles {
  const ops = options.ops ?? nodeOps;
  const root: HostRoot = {
    ground: openGround(options.root, options.walk ?? "auto", ops),
    ops,
    symlinks: options.symlinks ?? "within",
    limit: options.maxFileBytes ?? MAX_FILE_BYTES,
  };
  const searched = searchedHost(root, options.ripgrep ?? "auto");
  return {
    maxFileBytes: root.limit,
    kindOf: (path) => kindOf(root, path),
    read: async (path, page) => {
      const wanted = requirePage(page);
      const own = ownPath(path);
      return withBytes(root, own, (bytes) => cutPage(own.path, requireText(own.path, bytes), wanted));
    },
    readBytes: async (path) => readFileBytes(root, ownPath(path)),
    list: async (path = "") => listFolder(root, ownPath(path)),
    glob: (pattern, search) => globIn(searched, pattern, search),
    grep: (pattern, search) => grepIn(searched, pattern, search),
    write: async (path, content) => {
      const own = ownPath(path);
      const bytes = requireBytes(own.path, content, root.limit);
      writeFile(root, own, bytes);
      return bytes.length;
    },
    delete: async (path) => removeAll(root, ownPath(path)),
    staging: createHostStaging(root),
    close: () => root.ground.close(),
  };
}

function kindOf(root: HostRoot, path: string): EntryKind | null {
  const own = ownPath(path);
  try {
    return atPlace(root, { path: own.path, doing: "reading", last: "keep" }, ({ names, entry }) => {
      if (names.length === 0) return "directory";
      return entry === null ? null : kindFrom(entry.stats);
    });
  } catch (error) {
    if (isFailure(error, "NOT_DIR") || isFailure(error, "SYMLINK") || isFailure(error, "NOT_FOUND")) return null;
    throw error;
  }
}
