// The host's files below one root. Never leaves the root, even while another process exchanges folders for links;
// never opens anything but regular files; never shows a host path.

import { cutPage, ownPath, ownTarget, requireBytes, requirePage, requireText, type OwnPath } from "../pages.ts";
import { MAX_FILE_BYTES } from "../memory/memory.ts";
import type { EntryKind, FileContent, Filesystem, ReadOptions, RealFiles } from "../protocol.ts";
import { globIn, grepIn } from "../search/search.ts";
import type { Searched } from "../search/searched.ts";
import { asReal, isFailure, ROOT } from "../../base/index.ts";
import { atPlace, guarded, kindFrom, openRootFolder, type HostRoot, type WalkKind } from "./host-root.ts";
import { createHostStaging } from "./host-staging.ts";
import { listFolder } from "./list.ts";
import { nodeOps, type HostOps } from "./ops.ts";
import { readFileBytes, withBytes } from "./read.ts";
import { removeAll } from "./remove.ts";
import type { RipgrepChoice } from "./ripgrep/finder.ts";
import type { SymlinkPolicy } from "./resolve.ts";
import { searchedHost } from "./search.ts";
import { foldsNames } from "./spelling.ts";
import { writeFile } from "./write.ts";

/** Which folder, and which links are followed. */
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

/**
 * The files below one folder of this machine. No path and no link leads out of it, even while another process swaps
 * folders for links.
 */
export type HostFiles = Filesystem & {
  kindOf(path: string): EntryKind | null;
  /** What distinguishes the root from another folder at its path; the same for as long as the folder exists. */
  identity(): string;
  /** Whether the root's disk takes a name in another letter case for the same name. */
  foldsNames(): boolean;
  /** Closes the root and every folder kept open. Nothing may be asked afterwards. */
  close(): void;
};

/** NOT_FOUND or NOT_DIR when the root is no folder. */
export function openHostFiles(options: HostOptions): HostFiles {
  const ops = options.ops ?? nodeOps;
  const root: HostRoot = {
    rootFolder: openRootFolder(options.root, options.walk ?? "auto", ops),
    ops,
    symlinks: options.symlinks ?? "within",
    limit: options.maxFileBytes ?? MAX_FILE_BYTES,
  };
  const searched = searchedHost(root, options.ripgrep ?? "auto");
  return {
    maxFileBytes: root.limit,
    kindOf: (path) => kindOf(root, ownPath(path)),
    identity: () => identityOf(root),
    foldsNames: () => guarded(ROOT, "reading", () => foldsNames(root.rootFolder, ops)),
    read: async (path, page) => readPage(root, ownPath(path), page),
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
    real: realFiles(root, searched),
    staging: createHostStaging(root),
    close: () => root.rootFolder.close(),
  };
}

/**
 * The number of the folder and when it was made. Not the device: many systems number those anew at every start. Where
 * the disk does not say when a folder was made, the device is all there is.
 */
function identityOf({ rootFolder, ops }: HostRoot): string {
  const { dev, ino, birthtimeNs } = guarded(ROOT, "reading", () =>
    ops.lstatSync(rootFolder.root().at("."), { bigint: true }),
  );
  return birthtimeNs > 0n ? `${ino} made ${birthtimeNs}` : `${ino} on ${dev}`;
}

function realFiles(root: HostRoot, searched: Searched): RealFiles {
  return {
    maxFileBytes: root.limit,
    resolve: (path, { last = "follow" } = {}) => {
      const own = ownPath(path);
      return atPlace(root, { ...own, doing: "reading", last }, ({ path: led, names, entry }) => {
        const target = { path: own.path, real: asReal(led) };
        return entry === null && names.length > 0 ? { ...target, isAbsent: true } : target;
      });
    },
    kindOf: (target) => kindOf(root, ownTarget(target)),
    read: async (target, page) => readPage(root, ownTarget(target), page),
    readBytes: async (target) => readFileBytes(root, ownTarget(target)),
    list: async (target) => listFolder(root, ownTarget(target)),
    glob: (pattern, { target, ...search } = {}) => globIn(searched, pattern, { ...search, ...target }),
    grep: (pattern, { target, ...search } = {}) => grepIn(searched, pattern, { ...search, ...target }),
  };
}

function readPage(root: HostRoot, own: OwnPath, page: ReadOptions | undefined): FileContent {
  const wanted = requirePage(page);
  return withBytes(root, own, (bytes) => cutPage(own.path, requireText(own.path, bytes), wanted));
}

function kindOf(root: HostRoot, own: OwnPath): EntryKind | null {
  try {
    return atPlace(root, { ...own, doing: "reading", last: "keep" }, ({ names, entry }) => {
      if (names.length === 0) return "directory";
      return entry === null ? null : kindFrom(entry.stats);
    });
  } catch (error) {
    const codes = ["NOT_DIR", "SYMLINK", "STALE", "NOT_FOUND"] as const;
    if (codes.some((code) => isFailure(error, code))) return null;
    throw error;
  }
}
