// The tree behind the memory backend: folders are Maps, and every step gives the error a disk would give.

import { isFailure, joinPath, nameOf, parentOf, ROOT, type WorkspacePath } from "../../base/index.ts";
import type { OwnPath } from "../pages.ts";
import { pathError } from "../error-messages.ts";

export type MemoryFile = { readonly kind: "file"; readonly bytes: Uint8Array };
export type MemoryFolder = { readonly kind: "folder"; readonly entries: Map<string, MemoryNode> };
export type MemoryNode = MemoryFile | MemoryFolder;

export class MemoryTree {
  readonly #root: MemoryFolder = { kind: "folder", entries: new Map() };

  /** Null when nothing is there. NOT_DIR when a file is on the way. */
  find(path: WorkspacePath): MemoryNode | null {
    let node: MemoryNode = this.#root;
    let at = ROOT;
    for (const name of path === ROOT ? [] : path.split("/")) {
      if (node.kind === "file") throw pathError("NOT_DIR", { path, at });
      const next = node.entries.get(name);
      if (next === undefined) return null;
      node = next;
      at = joinPath(at, name);
    }
    return node;
  }

  kindOf(path: WorkspacePath): "file" | "directory" | null {
    try {
      const node = this.find(path);
      return node?.kind === "folder" ? "directory" : (node?.kind ?? null);
    } catch (error) {
      if (isFailure(error, "NOT_DIR")) return null;
      throw error;
    }
  }

  file({ path, directory }: OwnPath): MemoryFile {
    const node = this.find(path);
    if (node === null) throw pathError("NOT_FOUND", { path });
    if (node.kind === "folder") throw pathError("IS_DIR", { path });
    if (directory) throw pathError("NOT_DIR", { path });
    return node;
  }

  folder(path: WorkspacePath): MemoryFolder {
    const node = this.find(path);
    if (node === null) throw pathError("NOT_FOUND", { path });
    if (node.kind === "file") throw pathError("NOT_DIR", { path });
    return node;
  }

  /** Makes what is missing; returns the folders made, outermost first. */
  makeFolders(path: WorkspacePath): readonly WorkspacePath[] {
    const made: WorkspacePath[] = [];
    let folder = this.#root;
    let at = ROOT;
    for (const name of path === ROOT ? [] : path.split("/")) {
      at = joinPath(at, name);
      let next = folder.entries.get(name);
      if (next === undefined) {
        next = { kind: "folder", entries: new Map() };
        folder.entries.set(name, next);
        made.push(at);
      }
      if (next.kind === "file") throw pathError("NOT_DIR", { path, at });
      folder = next;
    }
    return made;
  }

  put({ path, directory }: OwnPath, bytes: Uint8Array): void {
    const node = this.find(path);
    if (node?.kind === "folder" || (directory && node === null)) throw pathError("IS_DIR", { path });
    if (directory) throw pathError("NOT_DIR", { path });
    this.makeFolders(parentOf(path));
    this.folder(parentOf(path)).entries.set(nameOf(path), { kind: "file", bytes });
  }
}
