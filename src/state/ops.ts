// The file calls that state is made of, as a table, so that tests can make any of them fail or run them in memory.
// Nothing in this room touches a disk except through this table.

import * as fs from "node:fs";
import { dirname } from "node:path";
import { GalleyError } from "../base/index.ts";

/** Node's own synchronous calls, narrowed to the forms used here. */
export type StateOps = {
  readonly openSync: (path: string, flags: "r" | "wx" | "a+", mode?: number) => number;
  readonly closeSync: (fd: number) => void;
  readonly readSync: (fd: number, into: Uint8Array, offset: number, length: number, position: number) => number;
  readonly writeSync: (fd: number, bytes: Uint8Array, offset: number, length: number) => number;
  readonly fsyncSync: (fd: number) => void;
  readonly fstatSync: (fd: number) => { readonly size: number };
  readonly statSync: (path: string) => { readonly size: number; readonly mtimeMs: number; readonly mode: number };
  readonly renameSync: (from: string, to: string) => void;
  readonly linkSync: (from: string, to: string) => void;
  readonly unlinkSync: (path: string) => void;
  readonly mkdirSync: (path: string, options: { readonly mode: number }) => unknown;
  readonly chmodSync: (path: string, mode: number) => void;
  readonly readdirSync: (path: string) => string[];
  /** Calls back after changes in a directory, as far as the system reports them. Returns how to stop. */
  readonly watch?: (path: string, onChange: () => void) => () => void;
};

export const nodeOps: StateOps = {
  openSync: openPlain,
  closeSync: fs.closeSync,
  readSync: fs.readSync,
  writeSync: fs.writeSync,
  fsyncSync: fs.fsyncSync,
  fstatSync: fs.fstatSync,
  statSync: fs.statSync,
  renameSync: fs.renameSync,
  linkSync: fs.linkSync,
  unlinkSync: fs.unlinkSync,
  mkdirSync: fs.mkdirSync,
  chmodSync: fs.chmodSync,
  readdirSync: fs.readdirSync,
  watch: (path, onChange) => {
    const watcher = fs.watch(path, { persistent: false }, () => onChange());
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  },
};

/** Never waits for the other end of a pipe that someone put in the place of a file. */
function openPlain(path: string, flags: "r" | "wx" | "a+", mode?: number): number {
  if (flags !== "r") return fs.openSync(path, flags, mode);
  const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const stats = fs.fstatSync(fd);
  if (stats.isFile() || stats.isDirectory()) return fd;
  fs.closeSync(fd);
  throw Object.assign(new Error(`EINVAL: neither a file nor a folder, open '${path}'`), { code: "EINVAL", path });
}

/** A write may be short (a full disk, a signal); this one is whole or throws. */
export function writeAll(ops: StateOps, fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const written = ops.writeSync(fd, bytes, at, bytes.length - at);
    if (written === 0) throw Object.assign(new Error("ENOSPC: nothing could be written"), { code: "ENOSPC" });
    at += written;
  }
}

/** Reads exactly this many bytes, or fewer where the file ends. */
export function readAt(ops: StateOps, fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let got = 0;
  while (got < length) {
    const count = ops.readSync(fd, bytes, got, length - got, position + got);
    if (count === 0) break;
    got += count;
  }
  return got === length ? bytes : bytes.subarray(0, got);
}

/** Opens, hands over the descriptor, closes whatever happens. */
export function withFile<T>(
  ops: StateOps,
  path: string,
  options: { readonly flags: "r" | "wx" | "a+"; readonly mode?: number },
  use: (fd: number) => T,
): T {
  const fd = ops.openSync(path, options.flags, options.mode);
  let result: T;
  try {
    result = use(fd);
  } catch (error) {
    closeQuietly(ops, fd);
    throw error;
  }
  ops.closeSync(fd);
  return result;
}

/**
 * Gives `path` new content in one step: written beside it and moved over, so that a kill leaves the old or the new.
 * `lasting` makes it survive a power cut too. When it fails, `temporary` is removed and the file is as it was, or new.
 */
export function replaceFile(
  ops: StateOps,
  path: string,
  options: { readonly temporary: string; readonly mode: number; readonly lasting: boolean },
  parts: readonly Uint8Array[],
): void {
  const { temporary, mode, lasting } = options;
  try {
    withFile(ops, temporary, { flags: "wx", mode }, (fd) => {
      for (const part of parts) writeAll(ops, fd, part);
      if (lasting) ops.fsyncSync(fd);
    });
    ops.renameSync(temporary, path);
    if (lasting) syncDirectory(ops, dirname(path));
  } catch (error) {
    removeQuietly(ops, temporary);
    throw error;
  }
}

/** Makes names in a directory survive a power cut. */
export function syncDirectory(ops: StateOps, path: string): void {
  withFile(ops, path, { flags: "r" }, (fd) => ops.fsyncSync(fd));
}

/** `ENOENT` and the like, or null for what is not a system error (ours included). */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && !(error instanceof GalleyError) && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

/**
 * Removes a name and does not complain: the reason we are here is worth more than this failure. Twice, because a name
 * that stays behind costs a later reader more than a second call costs us.
 */
export function removeQuietly(ops: StateOps, path: string): void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      ops.unlinkSync(path);
      return;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return;
    }
  }
}

function closeQuietly(ops: StateOps, fd: number): void {
  try {
    ops.closeSync(fd);
  } catch {
    // The error that brought us here is the one worth reporting; the descriptor is gone either way.
  }
}
