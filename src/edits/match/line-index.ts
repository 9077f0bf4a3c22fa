// The lines of a file as numbers, kept up to date while edits are made: equal lines, compared without their endings,
// have equal numbers. Finding a run of lines then costs one pass over numbers, or nothing when a line is unknown.

import { findRun, NO_HITS, type Hits, type SearchOptions } from "./search.ts";

/** Lines `from` to `to` are taken out and lines with these contents put in; changes are ascending and apart. */
export type ContentChange = { readonly from: number; readonly to: number; readonly put: readonly string[] };

export class LineIndex {
  readonly #numbers = new Map<string, number>();
  /** By number: the content and how many lines have it. */
  readonly #contents: string[] = [];
  readonly #times: number[] = [];
  #lines: number[];

  /** The lines' contents, without endings. */
  constructor(contents: readonly string[]) {
    this.#lines = contents.map((content) => this.#enter(content));
  }

  /** The number of each line, in order. A number once given keeps its content. */
  get lines(): readonly number[] {
    return this.#lines;
  }

  contentOf(number: number): string {
    return this.#contents[number]!;
  }

  /** Every place where the lines match, in order and without a gap. An empty list matches nowhere. */
  find(contents: readonly string[], options: SearchOptions = {}): Hits {
    const wanted = this.#known(contents);
    if (wanted === null || wanted.length === 0) return NO_HITS;
    return findRun(this.#lines, wanted, { ...options, rarity: (number) => this.#times[number]! });
  }

  apply(changes: readonly ContentChange[]): void {
    for (const { from, to } of changes) for (let at = from; at < to; at += 1) this.#times[this.#lines[at]!]! -= 1;
    const put = changes.map((change) => change.put.map((content) => this.#enter(content)));
    this.#lines = spliceAll(
      this.#lines,
      changes.map(({ from, to }, at) => ({ from, to, put: put[at]! })),
    );
  }

  #enter(content: string): number {
    let number = this.#numbers.get(content);
    if (number === undefined) {
      number = this.#contents.length;
      this.#numbers.set(content, number);
      this.#contents.push(content);
      this.#times.push(0);
    }
    this.#times[number]! += 1;
    return number;
  }

  /** Null when some line occurs nowhere. */
  #known(contents: readonly string[]): number[] | null {
    const numbers: number[] = [];
    for (const content of contents) {
      const number = this.#numbers.get(content);
      if (number === undefined || this.#times[number] === 0) return null;
      numbers.push(number);
    }
    return numbers;
  }
}

type Splice<T> = { readonly from: number; readonly to: number; readonly put: readonly T[] };

// A few changes are made in place; many at once are cheaper in one pass over the list.
const FEW = 8;

/** The list with all changes made; they are ascending and apart. May change the list it was given. */
export function spliceAll<T>(list: T[], changes: readonly Splice<T>[]): T[] {
  if (changes.length > FEW) return spliceInOnePass(list, changes);
  for (const { from, to, put } of changes.toReversed()) {
    if (put.length === to - from) put.forEach((element, at) => (list[from + at] = element));
    // Spreading a very long list into arguments overflows the stack.
    else if (put.length > 10_000) list = spliceInOnePass(list, [{ from, to, put }]);
    else list.splice(from, to - from, ...put);
  }
  return list;
}

function spliceInOnePass<T>(list: readonly T[], changes: readonly Splice<T>[]): T[] {
  const spliced: T[] = [];
  let kept = 0;
  for (const { from, to, put } of changes) {
    for (; kept < from; kept += 1) spliced.push(list[kept]!);
    for (const element of put) spliced.push(element);
    kept = to;
  }
  for (; kept < list.length; kept += 1) spliced.push(list[kept]!);
  return spliced;
}
