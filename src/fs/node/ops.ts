// The system calls this room makes, as a table: a test can let the n-th one fail and look at what is left.
// All but one are synchronous: in a walk of many small steps an awaited call costs about ten times as much. A flush
// takes longer than that, and the disk makes many at once in little more time than one.

import fs from "node:fs";

export type HostOps = Pick<
  typeof fs,
  | "accessSync"
  | "closeSync"
  | "fchmodSync"
  | "fchownSync"
  | "fstatSync"
  | "fsync"
  | "fsyncSync"
  | "linkSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readdirSync"
  | "readlinkSync"
  | "readSync"
  | "realpathSync"
  | "renameSync"
  | "rmdirSync"
  | "unlinkSync"
  | "writeSync"
>;

export const nodeOps: HostOps = {
  accessSync: fs.accessSync,
  closeSync: fs.closeSync,
  fchmodSync: fs.fchmodSync,
  fchownSync: fs.fchownSync,
  fstatSync: fs.fstatSync,
  fsync: fs.fsync,
  fsyncSync: fs.fsyncSync,
  linkSync: fs.linkSync,
  lstatSync: fs.lstatSync,
  mkdirSync: fs.mkdirSync,
  openSync: withoutStack(fs.openSync),
  readdirSync: fs.readdirSync,
  readlinkSync: fs.readlinkSync,
  readSync: fs.readSync,
  realpathSync: fs.realpathSync,
  renameSync: fs.renameSync,
  rmdirSync: fs.rmdirSync,
  unlinkSync: withoutStack(fs.unlinkSync),
  writeSync: fs.writeSync,
};

/**
 * The same call, whose error has no stack where a name is not there: that is an everyday answer of these, its error
 * never leaves this folder, and its stack takes longer to record than the call itself.
 */
function withoutStack<Arguments extends readonly unknown[], Result>(
  call: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return (...args) => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return call(...args);
    } catch (error) {
      Error.stackTraceLimit = limit;
      // Every other error may be one that someone has to find the cause of.
      if (error instanceof Error && !("code" in error && error.code === "ENOENT")) Error.captureStackTrace(error);
      throw error;
    } finally {
      Error.stackTraceLimit = limit;
    }
  };
}

export type FileStats = fs.Stats;

// A system without one of the flags leaves it undefined, whatever the types say.
const flags = fs.constants as Partial<typeof fs.constants>;
export const O_CREAT = fs.constants.O_CREAT;
export const O_DIRECTORY = flags.O_DIRECTORY ?? 0;
export const O_EXCL = fs.constants.O_EXCL;
export const O_NOFOLLOW = flags.O_NOFOLLOW ?? 0;
export const O_NONBLOCK = flags.O_NONBLOCK ?? 0;
export const O_RDONLY = fs.constants.O_RDONLY;
export const O_WRONLY = fs.constants.O_WRONLY;
export const W_OK = fs.constants.W_OK;

/** Linux: names an entry without opening it. Node does not list it; the number is that of every machine Node runs on. */
export const O_PATH = 0o10000000;

/**
 * Closes what was only looked at or read. Its failing means nothing: the descriptor is gone whatever the system says,
 * nothing was written through it, and it must not hide what happened before.
 */
export function release(ops: HostOps, fd: number): void {
  try {
    ops.closeSync(fd);
  } catch {
    // See above.
  }
}
