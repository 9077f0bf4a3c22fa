// The steps of a commit in memory. One step is one synchronous change, so each is indivisible for readers.

import { asReal, isFailure, joinPath, nameOf, newId, parentOf, ROOT, type WorkspacePath } from "../../base/index.ts";
import type { MemoryTree } from "./tree.ts";
import { ownPath, requireSize } from "../pages.ts";
import type { FileBytes, Seen, Staging } from "../protocol.ts";
import { requireTempName } from "../temp-name.ts";
import { pathError } from "../error-messages.ts";

export type MemoryStagingOptions = {
  readonly limit: number;
  readonly readBytes: (path: string) => FileBytes;
};

export function createMemoryStaging(tree: MemoryTree, { limit, readBytes }: MemoryStagingOptions): Staging {
  const look = (path: string): Seen => {
    try {
      return { kind: "file", ...readBytes(path) };
    } catch (error) {
      if (isFailure(error, "NOT_FOUND")) return { kind: "absent" };
      if (isFailure(error) && isSeenCode(error.code)) return { kind: "other", code: error.code };
      throw error;
    }
  };
  const tempPath = (path: WorkspacePath, temp: string): WorkspacePath =>
    joinPath(parentOf(path), requireTempName(temp));
  const rename = (from: WorkspacePath, to: WorkspacePath): void => {
    const { bytes } = tree.file({ path: from, directory: false });
    tree.put({ path: to, directory: false }, bytes);
    tree.folder(parentOf(from)).entries.delete(nameOf(from));
  };
  const name = newId();
  return {
    address: (path) => ({ root: { kind: "memory", name }, path: asReal(ownPath(path).path) }),
    look: async (path) => look(path),
    makeParents: async (path) => tree.makeFolders(parentOf(ownPath(path).path)).map(asReal),
    stage: async (path, temp, bytes) => {
      const own = ownPath(path).path;
      requireSize(own, bytes.length, limit);
      const at = tempPath(own, temp);
      tree.folder(parentOf(own));
      if (tree.find(at) !== null) throw pathError("EXISTS", { path: at });
      tree.put({ path: at, directory: false }, new Uint8Array(bytes));
    },
    replace: async (path, temp, { expect }) => {
      const own = ownPath(path).path;
      const seen = look(own);
      if (seen.kind !== "file" || seen.version !== expect) return "stale";
      rename(tempPath(own, temp), own);
      return "done";
    },
    create: async (path, temp) => {
      const own = ownPath(path).path;
      const at = tempPath(own, temp);
      tree.file({ path: at, directory: false });
      if (tree.find(own) !== null) return "exists";
      rename(at, own);
      return "done";
    },
    remove: async (path, { expect }) => {
      const own = ownPath(path).path;
      const seen = look(own);
      if (seen.kind !== "file" || seen.version !== expect) return "stale";
      tree.folder(parentOf(own)).entries.delete(nameOf(own));
      return "done";
    },
    removeLink: async () => false,
    discard: async (path, temp) => {
      const at = tempPath(ownPath(path).path, temp);
      const parent = tree.find(parentOf(at));
      if (parent?.kind === "folder" && parent.entries.get(nameOf(at))?.kind === "file")
        parent.entries.delete(nameOf(at));
    },
    removeDirectory: async (path) => {
      const own = ownPath(path).path;
      if (own === ROOT) throw pathError("FORBIDDEN", { path: own });
      const node = tree.find(own);
      if (node?.kind !== "folder" || node.entries.size > 0) return false;
      tree.folder(parentOf(own)).entries.delete(nameOf(own));
      return true;
    },
    flush: async (path) => void tree.folder(parentOf(ownPath(path).path)),
  };
}

type SeenCode = Extract<Seen, { kind: "other" }>["code"];

/** The refusals that say what is at a path, as opposed to what went wrong while looking. */
export function isSeenCode(code: string): code is SeenCode {
  return ["IS_DIR", "NOT_DIR", "NOT_REGULAR", "SYMLINK", "TOO_LARGE"].includes(code);
}
