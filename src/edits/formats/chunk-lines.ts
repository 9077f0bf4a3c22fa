// The lines of one chunk of a patch, gathered into the text to find and the text to put.
// Never changes a line: each keeps its line break, as it will be in the file.

import type { Chunk } from "../types.ts";

type Side = "old" | "new" | "both";
const STEPS: Readonly<Record<Side, string>> = { old: "-", new: "+", both: " " };

export class ChunkLines {
  readonly #old: string[] = [];
  readonly #new: string[] = [];
  readonly #steps: string[] = [];
  readonly #noFinalNewline = { old: false, new: false };
  #isContradictory = false;
  #last: Side | null = null;
  /** Empty lines at the end so far that may be context lines without their leading space. */
  #emptyEnd = 0;

  /** A line follows on a side that was said to be over. */
  get isContradictory(): boolean {
    return this.#isContradictory;
  }

  get isEmpty(): boolean {
    return this.#last === null;
  }

  get hasOld(): boolean {
    return this.#old.length > 0;
  }

  /** The sign of the last line; null before there is one. */
  get lastStep(): string | null {
    return this.#steps.at(-1) ?? null;
  }

  get hasChange(): boolean {
    return this.#steps.some((step) => step !== STEPS.both);
  }

  get oldCount(): number {
    return this.#old.length;
  }

  get newCount(): number {
    return this.#new.length;
  }

  add(line: string): void {
    this.#push("new", line);
  }

  remove(line: string): void {
    this.#push("old", line);
  }

  keep(line: string): void {
    this.#push("both", line);
  }

  /** A context line that is empty: the space before it may have been lost on the way. */
  keepEmpty(): void {
    this.#old.push("\n");
    this.#new.push("\n");
    this.#steps.push(STEPS.both);
    this.#emptyEnd += 1;
    this.#last ??= "both";
  }

  /** The last line added has no line break in the file. False: there is none it could speak of. */
  endsWithoutBreak(): boolean {
    if (this.#last === null || this.#emptyEnd > 0) return false;
    for (const side of ["old", "new"] as const)
      if (this.#last === side || this.#last === "both") this.#noFinalNewline[side] = true;
    return true;
  }

  /**
   * Takes back empty lines at the end: they divided the chunk from what follows. Had they been context, the shorter
   * text still makes the same change, or fits in several places and is refused. Returns how many there were.
   */
  dropEmptyEnd(): number {
    const count = this.#emptyEnd;
    this.#emptyEnd = 0;
    this.#old.length -= count;
    this.#new.length -= count;
    this.#steps.length -= count;
    if (this.#old.length === 0 && this.#new.length === 0) this.#last = null;
    return count;
  }

  toChunk(at: Chunk["at"]): Chunk {
    const { old, new: fresh } = this.#noFinalNewline;
    return {
      find: joined(this.#old, old),
      put: joined(this.#new, fresh),
      at,
      steps: this.#steps.join(""),
      noFinalNewline: { old, new: fresh },
    };
  }

  #push(side: Side, line: string): void {
    const over = this.#noFinalNewline;
    if ((over.old && (side !== "new" || this.#emptyEnd > 0)) || (over.new && (side !== "old" || this.#emptyEnd > 0)))
      this.#isContradictory = true;
    if (side !== "new") this.#old.push(line);
    if (side !== "old") this.#new.push(line);
    this.#steps.push(STEPS[side]);
    this.#last = side;
    this.#emptyEnd = 0;
  }
}

function joined(lines: readonly string[], noFinalNewline: boolean): string {
  const text = lines.join("");
  if (!noFinalNewline) return text;
  return text.endsWith("\r\n") ? text.slice(0, -2) : text.slice(0, -1);
}
