// What can be computed again: one file a name, replaced whole, with a checksum. Losing it costs time and nothing else,
// so nothing here ever fails its caller.
//
//   file = "galley-cache 1 " 64hex LF bytes        64hex = SHA-256 of the bytes

import { join } from "node:path";
import { versionOf } from "../base/index.ts";
import { FILE_MODE, makeDirectory } from "./directory.ts";
import { readAt, replaceFile, withFile, type StateOps } from "./ops.ts";

export interface Caches {
  /** The bytes that were written last; null when there are none, or they are damaged. */
  read(name: string): Uint8Array | null;
  /** Keeps them if it can. */
  write(name: string, bytes: Uint8Array): void;
}

const FIRST_LINE = /^galley-cache 1 ([0-9a-f]{64})\n/;
const HEAD_BYTES = "galley-cache 1 ".length + 65;

export function openCaches(directory: string, ops: StateOps, newNonce: () => string): Caches {
  const folder = join(directory, "caches");
  return {
    read(name) {
      try {
        return withFile(ops, join(folder, fileName(name)), { flags: "r" }, (fd) => {
          const whole = readAt(ops, fd, 0, ops.fstatSync(fd).size);
          const head = FIRST_LINE.exec(new TextDecoder("latin1").decode(whole.subarray(0, HEAD_BYTES)));
          const bytes = whole.subarray(HEAD_BYTES);
          return head?.[1] === versionOf(bytes) ? bytes : null;
        });
      } catch {
        return null; // A cache that cannot be read is a cache that is not there.
      }
    },

    write(name, bytes) {
      try {
        makeDirectory(ops, directory);
        makeDirectory(ops, folder);
        const path = join(folder, fileName(name));
        const temporary = `${path}.${newNonce()}.tmp`;
        const first = new TextEncoder().encode(`galley-cache 1 ${versionOf(bytes)}\n`);
        replaceFile(ops, path, { temporary, mode: FILE_MODE, lasting: false }, [first, bytes]);
      } catch {
        // What cannot be kept is computed again.
      }
    },
  };
}

/** A name may hold anything; the file's name is a number made of it. */
function fileName(name: string): string {
  return versionOf(new TextEncoder().encode(name)).slice(0, 32);
}
