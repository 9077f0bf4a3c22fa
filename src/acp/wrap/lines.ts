// Bytes cut into lines, as they come. A line is kept as the bytes it came in, so that it can be passed on unchanged; each
// byte is looked at once, however the stream is cut.

import { counted } from "../../base/index.ts";

/** A line longer than this is no message of the protocol. Editors stop at 32 MiB. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024;

export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

export class LineCutter {
  #parts: Uint8Array[] = [];
  #size = 0;
  readonly #most: number;

  constructor(most = MOST_LINE_BYTES) {
    this.#most = most;
  }

  /** The lines that are whole now, each with its line feed. Throws LineTooLong. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      this.#keep(chunk.subarray(from, end + 1));
      lines.push(this.#take());
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return lines;
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#most) throw new LineTooLong(`A message is longer than ${counted(this.#most, "byte")}.`);
    this.#parts.push(part);
  }

  #take(): Uint8Array {
    const [first, ...others] = this.#parts;
    const line = first !== undefined && others.length === 0 ? first : Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}

const LF = 0x0a;
