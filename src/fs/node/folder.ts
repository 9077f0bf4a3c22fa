// What a walk hands out: an open folder inside the root, reached without following any link, and what is
// in it. Two walks make them: one from descriptors (Linux), one from names (everywhere else).

import type { WorkspacePath } from "../../base/index.ts";
import { pathError } from "../error-messages.ts";
import type { FileStats } from "./ops.ts";

/** A name in a folder: text, or the bytes of one that is no text. */
export type Name = string | Buffer;

/** An open folder. It never changes identity: what `at` names is inside this folder, wherever it has moved to. */
export interface Folder {
  /** Where it was found below the root: no link on the way. */
  readonly path: WorkspacePath;
  /** A name for the folder itself that a system call understands. */
  readonly self: string;
  /** The same for an entry of it. */
  at(name: string): string;
  at(name: Name): Name;
  /** Gives the folder back; its walk may keep it open for next time. Call this or `close`, once. */
  release(): void;
  close(): void;
}

/** What is at a name, held open so that it cannot be exchanged meanwhile. Links are not followed. */
export interface Entry {
  readonly stats: FileStats;
  /** A descriptor for reading this very file. Only for regular files; the caller closes it. */
  open(): number;
  /** A name for asking the system about this very file. */
  readonly self: string;
  release(): void;
}

/** What was looked at is not what was used. */
export function exchanged(path: WorkspacePath): Error {
  return pathError("SYMLINK", { path, why: "something on the way was exchanged while it was used; try again" });
}

/** `prefix` and the name as one path. */
export function under(prefix: string): Folder["at"] {
  const at = (name: Name): Name =>
    typeof name === "string" ? prefix + name : Buffer.concat([Buffer.from(prefix), name]);
  return at as Folder["at"]; // Text gives text, bytes give bytes.
}

/** One way to walk below a root. Errors are the system's own. */
export interface RootFolder {
  /** The real path of the root on this machine. Never shown. */
  readonly address: string;
  /** Folders that are deeper are not searched: a walk by names takes longer with every step. */
  readonly maxDepth: number;
  /** The folder at a path that is believed to hold no link, if it can be had at once; else null. */
  recall(path: WorkspacePath): Folder | null;
  root(): Folder;
  /** The folder `name` below; "other" when it is no folder (a link, a file …), "absent" when nothing is there. */
  enter(parent: Folder, name: Name): Folder | "other" | "absent";
  /** What is at the name. Null when nothing is. */
  peek(parent: Folder, name: string): Entry | null;
  /** Throws unless the folder is still reached by its path. Descriptors need no such check. */
  confirm(folder: Folder): void;
  close(): void;
}
