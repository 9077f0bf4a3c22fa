// A folder of small files in the state directory that several processes share without a lock. A record appears whole
// under its name or not at all, the first to create a name wins, and its content never changes after that.
// Nothing here survives a power cut for certain: who needs that uses the journal.

import { join } from "node:path";
import { Bug, isFailure } from "../base/index.ts";
import { FILE_MODE, makeDirectory, stateFailure } from "./directory.ts";
import { readAt, removeQuietly, systemCode, withFile, writeAll, type StateOps } from "./ops.ts";

export type RecordFacts = { readonly bytes: number; readonly modifiedMs: number };

export interface Records {
  /** Every name in the folder, in no order; temporary and foreign ones too. Throws IO. */
  names(): readonly string[];
  /** "exists": the name is taken, and what it holds is unchanged. Throws IO, and then the name is not ours. */
  create(name: string, parts: readonly Uint8Array[]): "created" | "exists";
  /** This part of a record, fewer bytes where it ends; null when there is none. Throws IO. */
  read(name: string, range?: { readonly from: number; readonly length: number }): Uint8Array | null;
  /** Adds to the end of a file that is not a record: it need not exist. Returns its size. Throws IO. */
  append(name: string, bytes: Uint8Array): number;
  /** Null when there is none. Throws IO. */
  measure(name: string): RecordFacts | null;
  /** Never fails: a name that cannot be removed stays for the next try. */
  remove(name: string): void;
  /** Calls `onHint` soon after a change, or never: a hint, not a promise. Null where the system offers none. */
  watch(onHint: () => void): (() => void) | null;
}

export type RecordsOptions = {
  readonly ops: StateOps;
  readonly newNonce: () => string;
  /** The folder and its parents below the state directory, outermost first; made when something is created. */
  readonly folders: readonly string[];
};

// What we call our files. A name from elsewhere never reaches the disk.
const NAME = /^[0-9a-z][0-9a-z-]{0,80}\.[a-z]{1,20}$/;
/** What a kill leaves of `create`. */
export const UNFINISHED_RECORD = /\.tmp$/;
const KIND_BITS = 0o170_000;
const REGULAR = 0o100_000;

export function openRecords(options: RecordsOptions): Records {
  const { ops, newNonce, folders } = options;
  const folder = folders.at(-1)!;
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Bug(`${JSON.stringify(name)} is not the name of a record`);
    return join(folder, name);
  };

  const read: Records["read"] = (name, range) =>
    unlessMissing(() => {
      const path = pathOf(name);
      const { mode } = ops.statSync(path);
      // Opening a FIFO would wait for a writer. A simulated disk has no kinds.
      if (![0, REGULAR].includes(mode & KIND_BITS)) throw systemError("EINVAL");
      return withFile(ops, path, { flags: "r" }, (fd) => {
        const { size } = ops.fstatSync(fd);
        const from = Math.min(range?.from ?? 0, size);
        return readAt(ops, fd, from, Math.min(range?.length ?? size, size - from));
      });
    });

  const holds = (name: string, parts: readonly Uint8Array[]): boolean => {
    try {
      return isSame(read(name), parts);
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      return false;
    }
  };

  return {
    names: () => unlessMissing(() => ops.readdirSync(folder)) ?? [],

    create(name, parts) {
      const path = pathOf(name);
      const temporary = `${path}.${newNonce()}.tmp`;
      try {
        for (const each of folders) makeDirectory(ops, each);
        withFile(ops, temporary, { flags: "wx", mode: FILE_MODE }, (fd) => {
          for (const part of parts) writeAll(ops, fd, part);
        });
        ops.linkSync(temporary, path);
        return "created";
      } catch (error) {
        const code = systemCode(error);
        if (code === null) throw error;
        // A link may report a failure, or on a network disk "exists", and still have been made.
        if (holds(name, parts)) return "created";
        if (code === "EEXIST") return "exists";
        throw troubled("create a file", error);
      } finally {
        removeQuietly(ops, temporary);
      }
    },

    read,

    append(name, bytes) {
      try {
        return withFile(ops, pathOf(name), { flags: "a+", mode: FILE_MODE }, (fd) => {
          writeAll(ops, fd, bytes);
          return ops.fstatSync(fd).size;
        });
      } catch (error) {
        throw troubled("write to a file", error);
      }
    },

    measure: (name) =>
      unlessMissing(() => {
        const { size, mtimeMs } = ops.statSync(join(folder, name));
        return { bytes: size, modifiedMs: mtimeMs };
      }),

    remove: (name) => removeQuietly(ops, join(folder, name)),

    watch: (onHint) => {
      try {
        return ops.watch?.(folder, onHint) ?? null;
      } catch (error) {
        if (systemCode(error) === null) throw error;
        return null; // No folder yet, or the system's limit of watches is reached.
      }
    },
  };
}

function isSame(found: Uint8Array | null, parts: readonly Uint8Array[]): boolean {
  if (found === null || found.length !== parts.reduce((sum, part) => sum + part.length, 0)) return false;
  let at = 0;
  return parts.every((part) => part.every((byte) => byte === found[at++]));
}

function unlessMissing<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw troubled("read a file", error);
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function troubled(doing: string, cause: unknown): unknown {
  return systemCode(cause) === null
    ? cause
    : stateFailure(doing, { cause, written: "None of your files is affected." });
}
