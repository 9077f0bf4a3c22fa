// What is printed when a process ends: at once, whole, and only if it is still read.

import { writeSync } from "node:fs";
import type { Printable } from "../text/index.ts";

/** To standard output (1) or standard error (2). False when it is no longer read. */
export function writeNow(descriptor: 1 | 2, text: Printable): boolean {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // The pipe is full for the moment.
    }
  }
  return true;
}
