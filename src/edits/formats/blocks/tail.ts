// The last few lines before a marker: among them is the path line of the block it starts.
// Never keeps more than a few thousand characters, however long the answer.

import { isBlank, isFenceLine, pathOf } from "./path-line.ts";
import { Pieces } from "./pieces.ts";

export type PathLine = { readonly path: string; readonly from: number };

/** As much as a path line, one blank line and one code fence may need: 200 characters and some whitespace each. */
export const TAIL = 1024;
const PRUNE = 4 * TAIL;

export class Tail {
  #pieces = new Pieces();
  #length = 0;

  add(piece: string): void {
    this.#pieces.add(piece);
    this.#length += piece.length;
    if (this.#length <= PRUNE) return;
    const kept = this.text().slice(-TAIL);
    this.forget();
    this.#pieces.add(kept);
    this.#length = kept.length;
  }

  text(): string {
    return this.#pieces.join();
  }

  forget(): void {
    if (this.#length === 0) return;
    this.#pieces = new Pieces();
    this.#length = 0;
  }
}

/** The path line at the end of `before`, which ends at `end`. One blank line and one fence may follow it. */
export function pathLineBefore(before: string, end: number): PathLine | null {
  let blanks = 0;
  let fences = 0;
  for (let to = before.length; to > 0;) {
    const from = lineStart(before, to);
    const line = before.slice(from, to);
    if (isBlank(line) && blanks === 0) blanks += 1;
    else if (isFenceLine(line) && fences === 0) fences += 1;
    else return pathLine(line, end - (before.length - from));
    to = from;
  }
  return null;
}

/** The nearest line with words in it, to show what was found in place of a path line. */
export function wordsBefore(before: string): string | null {
  for (let to = before.length; to > 0;) {
    const from = lineStart(before, to);
    const line = before.slice(from, to);
    if (!isBlank(line) && !isFenceLine(line)) return line;
    to = from;
  }
  return null;
}

function pathLine(line: string, from: number): PathLine | null {
  const bom = from === 0 && line.startsWith("\uFEFF") ? 1 : 0;
  const path = pathOf(bom === 0 ? line : line.slice(bom));
  return path === null ? null : { path, from: from + bom };
}

function lineStart(text: string, end: number): number {
  return end < 2 ? 0 : text.lastIndexOf("\n", end - 2) + 1; // lastIndexOf takes a place before the start for 0
}
