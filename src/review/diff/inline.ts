// Which characters of a changed line differ from the line it replaces. A help for the eye: it may mark too much, never
// too little, and its work is bounded for lines of any length.

import type { Span } from "../../text/index.ts";

export type InlineMarks = { readonly old: readonly Span[]; readonly new: readonly Span[] };

const NONE: InlineMarks = { old: [], new: [] };
// Above these, only what is equal at both ends is left unmarked.
const MAX_WORDS_LENGTH = 2000;
const MAX_TABLE = 40_000;
// Lines with less in common than this are two lines, not one that changed.
const ENOUGH_IN_COMMON = 0.35;

/** Spans in order, apart; none at all when the two have too little in common. `old` and `fresh` have no endings. */
export function inlineMarks(old: string, fresh: string): InlineMarks {
  if (old === fresh) return NONE;
  const isLong = Math.max(old.length, fresh.length) > MAX_WORDS_LENGTH;
  const marks = isLong ? betweenEnds(old, fresh) : betweenWords(old, fresh);
  const unmarked = Math.min(rest(old, marks.old), rest(fresh, marks.new));
  return unmarked < ENOUGH_IN_COMMON * Math.max(visible(old), visible(fresh)) ? NONE : marks;
}

/** How alike two lines are, from 0 to 1, by their ends alone. */
export function similarity(old: string, fresh: string): number {
  const marks = betweenEnds(old.trim(), fresh.trim());
  const length = Math.max(old.trim().length, fresh.trim().length, 1);
  return 1 - Math.max(lengthOf(marks.old), lengthOf(marks.new)) / length;
}

function betweenEnds(old: string, fresh: string): InlineMarks {
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old.charCodeAt(head) === fresh.charCodeAt(head)) head += 1;
  if (isHigh(old, head - 1)) head -= 1;
  let tail = 0;
  while (tail < shorter - head && old.charCodeAt(old.length - 1 - tail) === fresh.charCodeAt(fresh.length - 1 - tail))
    tail += 1;
  if (tail > 0 && isHigh(old, old.length - tail - 1)) tail -= 1;
  return { old: spans(head, old.length - tail), new: spans(head, fresh.length - tail) };
}

function betweenWords(old: string, fresh: string): InlineMarks {
  const oldWords = wordsOf(old);
  const newWords = wordsOf(fresh);
  let head = 0;
  while (head < oldWords.length && head < newWords.length && oldWords[head] === newWords[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(oldWords.length, newWords.length) - head &&
    oldWords[oldWords.length - 1 - tail] === newWords[newWords.length - 1 - tail]
  )
    tail += 1;
  const oldMiddle = oldWords.slice(head, oldWords.length - tail);
  const newMiddle = newWords.slice(head, newWords.length - tail);
  const from = oldWords.slice(0, head).join("").length;
  if (oldMiddle.length === 1 && newMiddle.length === 1) return insideWord(oldMiddle[0]!, newMiddle[0]!, from);
  const [keptOld, keptNew] =
    oldMiddle.length * newMiddle.length > MAX_TABLE
      ? [new Set<number>(), new Set<number>()]
      : commonWords(oldMiddle, newMiddle);
  return { old: changedRuns(oldMiddle, keptOld, from), new: changedRuns(newMiddle, keptNew, from) };
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^]/gu) ?? [];
}

/** One word for another: only what differs in it, when most of it stays. */
function insideWord(old: string, fresh: string, from: number): InlineMarks {
  const marks = betweenEnds(old, fresh);
  const changed = Math.max(lengthOf(marks.old), lengthOf(marks.new));
  const shift = (list: readonly Span[]): Span[] => list.map((span) => ({ from: span.from + from, to: span.to + from }));
  return changed * 2 <= Math.max(old.length, fresh.length)
    ? { old: shift(marks.old), new: shift(marks.new) }
    : { old: spans(from, from + old.length), new: spans(from, from + fresh.length) };
}

/** Indexes of a longest common subsequence, by the usual table; its size is bounded by the caller. */
function commonWords(old: readonly string[], fresh: readonly string[]): [Set<number>, Set<number>] {
  const width = fresh.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = fresh.length - 1; b >= 0; b -= 1)
      table[a * width + b] =
        old[a] === fresh[b]
          ? table[(a + 1) * width + b + 1]! + 1
          : Math.max(table[(a + 1) * width + b]!, table[a * width + b + 1]!);
  const [keptOld, keptNew] = [new Set<number>(), new Set<number>()];
  for (let a = 0, b = 0; a < old.length && b < fresh.length;) {
    if (old[a] === fresh[b]) {
      keptOld.add(a);
      keptNew.add(b);
      a += 1;
      b += 1;
    } else if (table[(a + 1) * width + b]! >= table[a * width + b + 1]!) a += 1;
    else b += 1;
  }
  return [keptOld, keptNew];
}

/** Runs of changed words; a single space between two of them is marked too, or the line would flicker. */
function changedRuns(words: readonly string[], kept: ReadonlySet<number>, from: number): Span[] {
  const runs: Span[] = [];
  let at = from;
  for (const [index, word] of words.entries()) {
    const joins = /^\s+$/.test(word) && !kept.has(index - 1) && index + 1 < words.length && !kept.has(index + 1);
    if (!kept.has(index) || (joins && index > 0)) {
      const last = runs.at(-1);
      if (last?.to === at) runs[runs.length - 1] = { from: last.from, to: at + word.length };
      else runs.push({ from: at, to: at + word.length });
    }
    at += word.length;
  }
  return runs;
}

function spans(from: number, to: number): Span[] {
  return to > from ? [{ from, to }] : [];
}

function lengthOf(list: readonly Span[]): number {
  return list.reduce((sum, span) => sum + span.to - span.from, 0);
}

/** Characters that are not whitespace: what two lines have in common is more than their indentation. */
function visible(line: string, { from, to }: Span = { from: 0, to: line.length }): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (line.charCodeAt(at) > 0x20) count += 1;
  return count;
}

function rest(line: string, marks: readonly Span[]): number {
  return visible(line) - marks.reduce((sum, span) => sum + visible(line, span), 0);
}

function isHigh(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}
