// The file an editor works on: in a folder of its own that only this user can open, under the real file's name.
// It outlives the editing only when a person saved text in it that was not taken. What is read back is a plain file, not
// whatever may have been put in its place.

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { encode, type Text } from "../../text/index.ts";

export type Temporary = {
  /** Absolute. */
  readonly path: string;
  readonly read: (maxBytes: number) => ReadBack;
  /** Another one when anybody wrote to the file, or put another in its place; null when it is gone. */
  readonly stamp: () => string | null;
  /** Removes the folder with everything an editor left in it: swap files, backups. */
  readonly remove: () => void;
  /**
   * For an editing that came to nothing: leaves what a person saved there, or what the editor did, and gives its path.
   * Removes everything, and gives null, when there is neither.
   */
  readonly leave: () => string | null;
};

export type ReadBack =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "gone"; readonly why: string };

/** Throws what the system throws when the temporary folder cannot be used. */
export function makeTemporary(path: string, content: Text): Temporary {
  const folder = fs.mkdtempSync(join(tmpdir(), "galley-edit-")); // mkdtemp makes it 0700.
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  const file = join(folder, basename(path) || "text");
  try {
    fs.writeFileSync(file, encode(content), { flag: "wx", mode: 0o600 });
  } catch (error) {
    remove();
    throw error;
  }
  const leave = (): string | null => {
    const left = leftIn(folder, file, content);
    if (left === null) remove();
    return left;
  };
  return { path: file, read: (maxBytes) => readBack(file, maxBytes), stamp: () => stampOf(file), remove, leave };
}

/** Text in a file of its own that stays; null when none can be made. */
export function keepText(path: string, content: Text): string | null {
  try {
    return makeTemporary(path, content).path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

/** The file when it has other bytes than it was made with; the folder when an editor left another file in it. */
function leftIn(folder: string, file: string, content: Text): string | null {
  try {
    const status = fs.lstatSync(file, { throwIfNoEntry: false });
    if (status?.isFile() && !fs.readFileSync(file).equals(encode(content))) return file;
    return fs.readdirSync(folder).some((name) => name !== basename(file)) ? folder : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

function stampOf(file: string): string | null {
  const status = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.ino} ${status.mtimeNs} ${status.size}`;
}

function readBack(file: string, maxBytes: number): ReadBack {
  let descriptor: number | null = null;
  try {
    // A pipe put there must not make us wait, and a link must not make us read something else.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const status = fs.fstatSync(descriptor);
    if (!status.isFile()) return { kind: "gone", why: "something that is not a file is in its place" };
    if (status.size > maxBytes) return { kind: "too-large", size: status.size };
    return { kind: "bytes", bytes: fs.readFileSync(descriptor) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { kind: "gone", why: code === "ENOENT" ? "it was deleted" : `it cannot be read (${code})` };
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}
