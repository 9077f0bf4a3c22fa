// One direction of the proxy: lines from one end to the other, in order. The source is read no faster than the other end
// takes what it is sent.

import type { Readable, Writable } from "node:stream";
import { LineCutter } from "./lines.ts";

/** Until the source ends. `handle` is called for each line, one after another. Throws LineTooLong, and what the source does. */
export async function readLines(source: Readable, handle: (line: Uint8Array) => Promise<void>): Promise<void> {
  const cutter = new LineCutter();
  for await (const chunk of source) for (const line of cutter.push(chunk as Uint8Array)) await handle(line); // A stream of bytes.
}

/** Waits while the other end is busy; what it does not take any more is dropped with it. */
export class LineWriter {
  readonly #sink: Writable;
  #isGone = false;

  constructor(sink: Writable) {
    this.#sink = sink;
    const end = (): void => void (this.#isGone = true);
    sink.on("error", end);
    sink.on("close", end);
  }

  /** At once, in the order of the calls; resolves when the next line may be sent. */
  async write(line: Uint8Array): Promise<void> {
    if (this.#isGone || this.#sink.writableEnded || this.#sink.write(line)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of ["drain", "error", "close"]) this.#sink.off(event, done);
        resolve();
      };
      for (const event of ["drain", "error", "close"]) this.#sink.on(event, done);
    });
  }

  end(): void {
    if (!this.#isGone) this.#sink.end();
  }
}
