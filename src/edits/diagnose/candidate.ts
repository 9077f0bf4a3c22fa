// A place that fits wanted lines under one named softer rule, when exactly one does. Only ever a proposal: what it would
// change is an exact edit made of the file's own lines, for a person (or an explicit flag) to accept.

import { withoutEnding } from "../../text/index.ts";
import { alignLines } from "../match/align.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { unescaped } from "./damage.ts";
import { isElision } from "./elision.ts";
import { sharesIndentation, shiftOf } from "../match/indentation.ts";
import { LineIndex, type ContentChange } from "../match/line-index.ts";
import { withoutNumbers, withoutNumbersOrNone } from "./line-numbers.ts";
import { findRun } from "../match/search.ts";
import {
  BLANK_LINE,
  foldLookAlikes,
  comparableText,
  indentOf,
  isBlank,
  withoutTrailingWhitespace,
  type SoftLines,
} from "./soften.ts";

export type Rule =
  | "line-end-blanks"
  | "indentation-shift"
  | "indentation-by-line"
  | "whitespace-inside"
  | "look-alike"
  | "blank-lines"
  | "elision"
  | "line-numbers"
  | "unicode-form"
  | "html-escaped"
  | "context-line";

/** Lines `from` to `to` of the file (0-based) would become `put`; contents without endings. */
export type Proposal = ContentChange & { readonly rule: Rule };

type Wanted = { readonly find: readonly string[]; readonly put: readonly string[] };

// Lines that match this many places under a softer rule name none of them.
const MANY = 1000;

/** The proposal of the strictest rule that fits some place; null when it fits several, or no rule fits any. */
export function propose(draft: Draft, soft: SoftLines, wanted: Wanted): Proposal | null {
  const places = softPlaces(draft, soft, wanted.find);
  if (places.length > MANY) return null;
  if (places.length > 0) return proposeByLine(draft, places, wanted);
  return proposeByBlankLines(draft, soft, wanted) ?? proposeByElision(draft, wanted) ?? proposeByForm(draft, wanted);
}

/** Where the wanted lines match, line for line, when whitespace and look-alikes do not count. */
export function softPlaces(draft: Draft, soft: SoftLines, find: readonly string[]): readonly number[] {
  if (find.every(isBlank)) return [];
  const lines = soft.lines();
  const numbers = soft.numbersOf(find);
  if (numbers.some((number) => !lines.includes(number))) return [];
  const { places } = findRun(lines, numbers, { rarity: timesIn(lines, numbers) });
  if (places.length > MANY) return places;
  const gists = find.map(comparableText);
  return places.filter((from) =>
    gists.every((gist, at) => gist === comparableText(withoutEnding(draft.lines[from + at]!))),
  );
}

/** Lines that fit at a place under a rule, and how lines the edit adds are written there. */
type Fit = (found: readonly string[], wanted: Wanted) => Rewrite | null;

/** A new line as the file writes it; `at`: the wanted line before which, or in whose place, it is put. */
type Rewrite = (line: string, at: number) => string | null;

const FITS: readonly (readonly [Rule, Fit])[] = [
  [
    "line-end-blanks",
    (found, { find }) =>
      all(found, find, (a, b) => withoutTrailingWhitespace(a) === withoutTrailingWhitespace(b)) ? same : null,
  ],
  [
    "indentation-shift",
    (found, { find, put }) => {
      if (!all(found, find, (a, b) => a.trim() === b.trim()) || !sharesIndentation(find, put)) return null;
      return shiftOf(find, found);
    },
  ],
  [
    "indentation-by-line",
    (found, { find, put }) => {
      if (!all(found, find, (a, b) => a.trim() === b.trim()) || !sharesIndentation(find, put)) return null;
      return (line, at) => indentedLike(line, at, { find, found });
    },
  ],
  [
    "whitespace-inside",
    (found, { find }) =>
      all(found, find, (a, b) => indentOf(a) === indentOf(b) && spacedAlike(a) === spacedAlike(b)) ? same : null,
  ],
  [
    "look-alike",
    (found, { find }) =>
      all(found, find, (a, b) => foldLookAlikes(a).trimEnd() === foldLookAlikes(b).trimEnd()) ? same : null,
  ],
];

// Every new line looks for a line to be indented like.
const NEAR = 100;

/** A line without the whitespace that divides no words. */
function spacedAlike(line: string): string {
  return line
    .trim()
    .replace(/[ \t]+/gu, " ")
    .replace(/(?<![\p{L}\p{N}_$]) | (?![\p{L}\p{N}_$])/gu, "");
}

/** Indented as the file has the nearest line that is indented like it in the wanted text; null when there is none. */
function indentedLike(
  line: string,
  at: number,
  { find, found }: { readonly find: readonly string[]; readonly found: readonly string[] },
): string | null {
  if (isBlank(line)) return line;
  const indent = indentOf(line);
  for (let away = 0; away <= Math.min(find.length, NEAR); away += 1) {
    for (const near of [at - away, at + away]) {
      const wanted = find[near];
      if (wanted !== undefined && !isBlank(wanted) && indentOf(wanted) === indent)
        return indentOf(found[near]!) + line.slice(indent.length);
    }
  }
  return null;
}

/** Lines that are in the file exactly and once when damage that can be undone is undone, in the new text, too. */
export function proposeUndamaged(draft: Draft, wanted: Wanted): Proposal | null {
  return proposeByNumbers(draft, wanted) ?? proposeUnescaped(draft, wanted);
}

function proposeUnescaped(draft: Draft, { find, put }: Wanted): Proposal | null {
  const [plain] = unescaped(find);
  if (plain === undefined) return null;
  const { count, places } = draft.find(plain, { keep: 1 });
  if (count !== 1) return null;
  return { rule: "html-escaped", from: places[0]!, to: places[0]! + plain.length, put: unescaped(put)[0] ?? put };
}

/** Lines with line numbers in front of them, exactly and once in the file without them. */
export function proposeByNumbers(draft: Draft, { find, put }: Wanted): Proposal | null {
  for (const [at, plain] of withoutNumbers(find).entries()) {
    const { count, places } = draft.find(plain, { keep: 1 });
    if (count === 0) continue;
    const lines = withoutNumbersOrNone(put, { spaces: at });
    if (count > 1 || lines === null) return null;
    return { rule: "line-numbers", from: places[0]!, to: places[0]! + plain.length, put: lines };
  }
  return null;
}

/** The same letters in another Unicode form: "é" as one character, or as "e" and an accent. */
function proposeByForm(draft: Draft, { find, put }: Wanted): Proposal | null {
  if (!find.some((line) => NOT_ASCII.test(line))) return null;
  const own = draft.lines.map(withoutEnding);
  const { count, places } = new LineIndex(own.map(composed)).find(find.map(composed), { keep: 1 });
  if (count !== 1) return null;
  const from = places[0]!;
  const found = own.slice(from, from + find.length);
  const lines = rewritten(found, alignLines(find, put), same);
  return lines === null ? null : { rule: "unicode-form", from, to: from + find.length, put: lines };
}

const NOT_ASCII = /[^\0-\x7f]/u;

function composed(line: string): string {
  return NOT_ASCII.test(line) ? line.normalize("NFC") : line;
}

function proposeByLine(draft: Draft, places: readonly number[], wanted: Wanted): Proposal | null {
  const { find, put } = wanted;
  for (const [rule, fit] of FITS) {
    const fits = places.flatMap((from) => {
      const found = contents(draft, from, from + find.length);
      const rewrite = fit(found, wanted);
      return rewrite === null ? [] : [{ from, found, rewrite }];
    });
    if (fits.length > 1) return null;
    if (fits.length === 1) {
      const { from, found, rewrite } = fits[0]!;
      const lines = rewritten(found, alignLines(find, put), rewrite);
      return lines === null ? null : { rule, from, to: from + find.length, put: lines };
    }
  }
  return null;
}

/** The file's own lines with the edit's changes made; null when a new line cannot be written the file's way. */
function rewritten(
  found: readonly string[],
  changes: readonly ContentChange[],
  rewrite: Rewrite,
): readonly string[] | null {
  const lines: string[] = [];
  let kept = 0;
  for (const { from, to, put } of changes) {
    for (let at = kept; at < from; at += 1) lines.push(found[at]!);
    for (const line of put) {
      const fresh = rewrite(line, from);
      if (fresh === null) return null;
      lines.push(fresh);
    }
    kept = to;
  }
  for (let at = kept; at < found.length; at += 1) lines.push(found[at]!);
  return lines;
}

/** Fits when only blank lines are too many or too few. The file's own stay where the edit does not change them. */
function proposeByBlankLines(draft: Draft, soft: SoftLines, { find, put }: Wanted): Proposal | null {
  const full = find.filter((line) => !isBlank(line));
  const wanted = soft.numbersOf(full);
  const gists = soft.lines();
  if (full.length === 0 || wanted.some((number) => !gists.includes(number))) return null;
  const numbered = [...gists.keys()].filter((line) => gists[line] !== BLANK_LINE);
  const fullGists = numbered.map((line) => gists[line]!);
  const fits = findRun(fullGists, wanted, { rarity: timesIn(fullGists, wanted) }).places.filter((at) =>
    full.every(
      (line, index) =>
        withoutTrailingWhitespace(line) ===
        withoutTrailingWhitespace(withoutEnding(draft.lines[numbered[at + index]!]!)),
    ),
  );
  if (fits.length !== 1) return null;
  const at = fits[0]!;
  const from = numbered[at]!;
  const to = numbered[at + full.length - 1]! + 1;
  const inner = withoutOuterBlanks(find, put);
  // For each line of the wanted text its line in the file; a blank one is just after the line before it.
  let line = -1;
  let seen = 0;
  const stands = inner.find.map((content) => {
    if (!isBlank(content)) line = numbered[at + seen++]! - from;
    return isBlank(content) ? line + 1 : line;
  });
  const changes = alignLines(inner.find, inner.put).map((change) => {
    const lastFull = inner.find.findLastIndex((content, index) => index < change.to && !isBlank(content));
    const start = change.from < stands.length ? stands[change.from]! : to - from;
    return {
      from: start,
      to: Math.max(start, change.to > change.from ? stands[lastFull]! + 1 : start),
      put: change.put,
    };
  });
  const lines = rewritten(contents(draft, from, to), changes, same);
  return lines === null ? null : { rule: "blank-lines", from, to, put: lines };
}

/** Without the blank lines around `find`, and as many at the ends of `put`. */
function withoutOuterBlanks(find: readonly string[], put: readonly string[]): Wanted {
  const lead = find.findIndex((line) => !isBlank(line));
  const tail = find.length - 1 - find.findLastIndex((line) => !isBlank(line));
  let from = 0;
  while (from < lead && from < put.length && isBlank(put[from]!)) from += 1;
  let to = put.length;
  while (put.length - to < tail && to > from && isBlank(put[to - 1]!)) to -= 1;
  return { find: find.slice(lead, find.length - tail), put: put.slice(from, to) };
}

/** "..." means lines of the file, which stay. Both sides must leave out equally often. */
function proposeByElision(draft: Draft, { find, put }: Wanted): Proposal | null {
  const wanted = pieces(find);
  const fresh = pieces(put);
  if (wanted.length < 2 || wanted.length !== fresh.length) return null;
  if (wanted[0]!.length === 0 || wanted.at(-1)!.length === 0) return null;
  const lines: string[] = [];
  let from = -1;
  let to = -1;
  for (const [at, piece] of wanted.entries()) {
    if (piece.length === 0) return null;
    const { count, places } = draft.find(piece, { keep: 1 });
    const start = places[0]!;
    if (count !== 1 || start < to) return null;
    if (at === 0) from = start;
    else for (const line of contents(draft, to, start)) lines.push(line);
    for (const line of fresh[at]!) lines.push(line);
    to = start + piece.length;
  }
  return { rule: "elision", from, to, put: lines };
}

function pieces(lines: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [[]];
  for (const line of lines) {
    if (isElision(line)) all.push([]);
    else all.at(-1)!.push(line);
  }
  return all;
}

function contents(draft: Draft, from: number, to: number): readonly string[] {
  return draft.lines.slice(from, to).map(withoutEnding);
}

function all(found: readonly string[], find: readonly string[], equal: (a: string, b: string) => boolean): boolean {
  return find.every((line, at) => equal(found[at]!, line));
}

function same(line: string): string {
  return line;
}

/** How often each wanted number occurs, counted in one pass. */
function timesIn(list: Iterable<number>, wanted: readonly number[]): (number: number) => number {
  const times = new Map<number, number>(wanted.map((number) => [number, 0]));
  for (const number of list) {
    const count = times.get(number);
    if (count !== undefined) times.set(number, count + 1);
  }
  return (number) => times.get(number) ?? 0;
}
