// Edit blocks out of a stream: chunks of any size, characters cut anywhere, the same events for the same text.
// Never looks at a character twice, and holds back nothing but a line that may be a marker.

import { failure } from "../../../base/index.ts";
import { BlockMachine, type BlockEvent } from "./machine.ts";
import { isMarkerUnit } from "./markers.ts";
import { Pieces } from "./pieces.ts";

/**
 * Feed it with `push`, then call `end` once. Each call returns what became known by it, in order. The events of an
 * answer are the same however it was cut, once pieces of text that follow each other are joined.
 * Throws BINARY when bytes are not UTF-8, and INVALID_ARG when fed after the end.
 */
export class BlockParser {
  readonly #machine = new BlockMachine();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #midCharacter = false;
  /** How much of the answer has been read. */
  #at = 0;
  #atLineStart = true;
  /** The line being read, while it may be a marker. */
  #held: Pieces | null = null;
  #ended = false;

  push(chunk: string | Uint8Array): readonly BlockEvent[] {
    if (this.#ended) throw failure("INVALID_ARG", "The answer has ended; a new one needs a new parser.");
    this.#take(typeof chunk === "string" ? chunk : this.#decode(chunk, { last: false }));
    return this.#machine.take();
  }

  end(): readonly BlockEvent[] {
    if (this.#ended) return [];
    if (this.#midCharacter) this.#take(this.#decode(new Uint8Array(0), { last: true }));
    this.#ended = true;
    if (this.#held !== null) this.#endHeld(this.#held, "");
    this.#machine.end(this.#at);
    return this.#machine.take();
  }

  #take(text: string): void {
    let at = this.#held === null ? 0 : this.#addToHeld(this.#held, text);
    let runFrom = at;
    let breaks = 0;
    while (at < text.length) {
      const lineEnd = text.indexOf("\n", at);
      if (this.#atLineStart && isMarkerUnit(text.charCodeAt(at))) {
        this.#passOn(text.slice(runFrom, at), breaks);
        breaks = 0;
        if (lineEnd < 0) {
          this.#held = new Pieces();
          this.#held.add(text.slice(at));
          return;
        }
        this.#line(text.slice(at, lineEnd + 1));
        runFrom = lineEnd + 1;
      } else if (lineEnd >= 0) breaks += 1;
      this.#atLineStart = lineEnd >= 0;
      at = lineEnd < 0 ? text.length : lineEnd + 1;
    }
    this.#passOn(runFrom === 0 ? text : text.slice(runFrom), breaks);
  }

  /** Returns where in the text the held line ends. */
  #addToHeld(held: Pieces, text: string): number {
    const lineEnd = text.indexOf("\n");
    if (lineEnd < 0) {
      held.add(text);
      return text.length;
    }
    this.#endHeld(held, text.slice(0, lineEnd + 1));
    return lineEnd + 1;
  }

  #endHeld(held: Pieces, rest: string): void {
    this.#held = null;
    this.#atLineStart = true;
    held.add(rest);
    this.#line(held.join());
  }

  #line(line: string): void {
    this.#machine.line(line, this.#at);
    this.#at += line.length;
  }

  #passOn(run: string, breaks: number): void {
    this.#machine.run(run, breaks);
    this.#at += run.length;
  }

  #decode(bytes: Uint8Array, { last }: { readonly last: boolean }): string {
    // Single bytes of plain ASCII are common in streams and need no decoder.
    if (bytes.length === 1 && !this.#midCharacter && bytes[0]! < 0x80) return String.fromCharCode(bytes[0]!);
    try {
      const text = this.#decoder.decode(bytes, { stream: !last });
      if (bytes.length > 0) this.#midCharacter = bytes[bytes.length - 1]! >= 0x80;
      return text;
    } catch (cause) {
      this.#ended = true;
      const message = `The answer is not UTF-8 text: the bytes after character ${this.#at} are not. Send it as UTF-8.`;
      throw failure("BINARY", message, { data: { offset: this.#at }, cause });
    }
  }
}
