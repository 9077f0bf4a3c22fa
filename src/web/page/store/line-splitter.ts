// The lines of a stream of bytes, cut anywhere. What has no end yet is held back; what is no JSON is a broken connection.

import type { WebLine } from "../../protocol.ts";

export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #held: string[] = [];

  /** The lines that are whole now. Throws SyntaxError for a line that is no JSON. */
  push(bytes: Uint8Array): readonly WebLine[] {
    const [first = "", ...rest] = this.#decoder.decode(bytes, { stream: true }).split("\n");
    this.#held.push(first);
    if (rest.length === 0) return [];
    const whole = [this.#held.join(""), ...rest.slice(0, -1)];
    this.#held = [rest.at(-1)!]; // There is one.
    return whole.filter((line) => line !== "").map((line) => JSON.parse(line) as WebLine); // The server's protocol.
  }
}
