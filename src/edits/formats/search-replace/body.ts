// The inside of a SEARCH/REPLACE block: where it ends, and which line divides it.
// Never guesses: a block with several lines that could be its divider keeps all of its readings, and one with several
// ends has none. Whole blocks with another number of signs inside of it are its content.

import type { Answer } from "../answer.ts";

export type Markers = { readonly start: RegExp; readonly end: RegExp };

const SEARCH: Markers = {
  start: /^(<{5,9}|-{5,9}) SEARCH>?[ \t]*$/,
  end: /^(>{5,9}|\+{5,9}) REPLACE>?[ \t]*$/,
};
const ORIGINAL: Markers = { start: /^(<{5,9}) ORIGINAL[ \t]*$/, end: /^(>{5,9}) UPDATED[ \t]*$/ };
const MARKERS = [SEARCH, ORIGINAL];
const DIVIDER = /^={5,9}[ \t]*$/;

export function isDivider(line: string): boolean {
  return DIVIDER.test(line);
}

export function isSearchStart(line: string): boolean {
  return MARKERS.some(({ start }) => start.test(line));
}

export function isReplaceEnd(line: string): boolean {
  return MARKERS.some(({ end }) => end.test(line));
}

/** The words of the start that an end belongs to; null when the line is no end. */
export function startOfEnd(line: string): string | null {
  return SEARCH.end.test(line) ? "SEARCH" : ORIGINAL.end.test(line) ? "ORIGINAL" : null;
}

export function markersOf(line: string): Markers | null {
  return MARKERS.find(({ start }) => start.test(line)) ?? null;
}

/** The old text ends before line `divider`, the new text begins at line `put`. */
export type Split = {
  readonly divider: number;
  readonly put: number;
  /** Two dividers after each other, one of which would be content of an otherwise empty part: only ever objects. */
  readonly isRival: boolean;
};

export type Body = { readonly next: number } & (
  | { readonly kind: "whole"; readonly splits: readonly Split[]; readonly end: number }
  | { readonly kind: "no-divider" }
  | { readonly kind: "many-dividers"; readonly dividers: readonly number[] }
  | { readonly kind: "many-ends"; readonly ends: readonly number[] }
  | { readonly kind: "no-end"; /** The first line after its last marker. */ readonly floor: number }
  | { readonly kind: "cut-off" }
  /** No end, but a line that looks like one. */
  | { readonly kind: "damaged-end"; readonly line: number }
);

/** `from` is the line after the start marker. */
export function readBody(answer: Answer, from: number, markers: Markers): Body {
  const signs = signsIn(answer.line(from - 1), markers.start);
  const dividers: number[] = [];
  let damaged: number | null = null;
  let hasInner = false;
  for (let at = from; at < answer.length; at += 1) {
    const first = answer.first(at);
    if ((!isSign(first) && first !== 0x3d) || answer.signRun(at, FEWEST_DAMAGED) < FEWEST_DAMAGED) continue; // =
    const line = answer.line(at);
    if (DIVIDER.test(line)) dividers.push(at);
    else if (damaged === null && isInner(answer, at, { signs, markers })) hasInner = true;
    else if (hasInner && markers.end.test(line) && signsIn(line, markers.end) !== signs) continue;
    else if (dividers.length > 0 && damaged === null && DAMAGED_END.test(line) && !markers.end.test(line)) damaged = at;
    else if (damaged !== null && markers.start.test(line))
      return { kind: "damaged-end", line: damaged, next: damaged + 1 };
    else if (markers.start.test(line)) return { kind: "no-end", next: at, floor: (dividers.at(-1) ?? from - 1) + 1 };
    else if (markers.end.test(line)) return endedAt(answer, at, { dividers, signs, markers });
  }
  if (damaged !== null) return { kind: "damaged-end", line: damaged, next: damaged + 1 };
  return { kind: "cut-off", next: answer.length };
}

/** Whether a line starts a block with another number of signs, and the outer one ends later with as many as it starts with. */
function isInner(answer: Answer, at: number, { signs, markers }: Omit<Seen, "dividers">): boolean {
  const line = answer.line(at);
  if (!markers.start.test(line) || signsIn(line, markers.start) === signs) return false;
  const lines = markerTable(answer, markers)[signs] ?? [];
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (lines[middle]!.line > at) to = middle;
    else from = middle + 1;
  }
  return lines[from]?.isEnd === true;
}

type MarkerLine = { readonly line: number; readonly isEnd: boolean };

const TABLES = new WeakMap<Answer, Map<Markers, Readonly<Record<number, readonly MarkerLine[]>>>>();

/** The lines that start or end blocks, by their number of signs. Made when a block has another one inside. */
function markerTable(answer: Answer, markers: Markers): Readonly<Record<number, readonly MarkerLine[]>> {
  const tables = TABLES.get(answer) ?? new Map<Markers, Readonly<Record<number, readonly MarkerLine[]>>>();
  TABLES.set(answer, tables);
  const known = tables.get(markers);
  if (known !== undefined) return known;
  const table: Record<number, MarkerLine[]> = {};
  for (let at = 0; at < answer.length; at += 1) {
    if (!mayBeSearchMarker(answer, at)) continue;
    const line = answer.line(at);
    const isEnd = markers.end.test(line);
    if (!isEnd && !markers.start.test(line)) continue;
    (table[signsIn(line, isEnd ? markers.end : markers.start)] ??= []).push({ line: at, isEnd });
  }
  tables.set(markers, table);
  return table;
}

/** ">>>>>>> REPLACE<", ">>>> REPLACE", ">>>>>>>REPLACE": an end that something went wrong with. */
const DAMAGED_END = /^(?:>{3,}|\+{3,})[ \t]*(?:REPLACE|UPDATED)[^\p{L}\p{N}]{0,8}$/iu;

/** Markers have so many signs at least, and damaged ends so many. */
const FEWEST = 5;
const FEWEST_DAMAGED = 3;

/** Whether a line begins as a marker does: with several of its signs. */
export function mayBeSearchMarker(answer: Answer, at: number): boolean {
  return isSign(answer.first(at)) && answer.signRun(at, FEWEST) === FEWEST;
}

/** The first UTF-16 unit of markers: < - > + */
function isSign(unit: number): boolean {
  return unit === 0x3c || unit === 0x2d || unit === 0x3e || unit === 0x2b;
}

type Seen = { readonly dividers: readonly number[]; readonly signs: number; readonly markers: Markers };

/** Of several ends, the only one with as many signs as the start is the end; the others are content. */
function endedAt(answer: Answer, first: number, { dividers, signs, markers }: Seen): Body {
  const ends = [first, ...furtherEnds(answer, first + 1, markers)];
  const fitting = ends.filter((at) => signsIn(answer.line(at), markers.end) === signs);
  const end = ends.length === 1 ? first : fitting.length === 1 ? fitting[0]! : null;
  if (end === null) return { kind: "many-ends", ends, next: ends.at(-1)! + 1 };
  const more: number[] = [];
  for (let at = first + 1; at < end; at += 1)
    if (answer.first(at) === 0x3d && DIVIDER.test(answer.line(at))) more.push(at); // =
  return splitAt(answer, [...dividers, ...more], { signs, end });
}

/** Ends that no start comes before: they may be the end of the block as well as the first one. */
function furtherEnds(answer: Answer, from: number, { start, end }: Markers): readonly number[] {
  const ends: number[] = [];
  for (let at = from; at < answer.length; at += 1) {
    if (!mayBeSearchMarker(answer, at)) continue;
    const line = answer.line(at);
    if (isSearchStart(line) || start.test(line)) break;
    if (end.test(line)) ends.push(at);
  }
  return ends;
}

function signsIn(line: string, marker: RegExp): number {
  return marker.exec(line)?.[1]?.length ?? 0;
}

// More readings than these are not tried.
const MOST_READINGS = 6;

/** One divider is the divider; among several, the only one with as many signs as the start. Else each may be it. */
function splitAt(answer: Answer, dividers: readonly number[], { signs, end }: { signs: number; end: number }): Body {
  const next = end + 1;
  const [first] = dividers;
  if (first === undefined) return { kind: "no-divider", next };
  const lengths = dividers.map((line) => answer.line(line).trimEnd().length);
  const fitting = dividers.filter((_, at) => lengths[at] === signs);
  const [only] = dividers.length === 1 ? dividers : fitting.length === 1 ? fitting : [];
  if (only !== undefined) return { kind: "whole", splits: [at(only)], end, next };
  const possible = fitting.length > 1 ? fitting : dividers;
  if (possible.length > MOST_READINGS) return { kind: "many-dividers", dividers, next };
  const isStutter = first + dividers.length === end && lengths.every((length) => length === lengths[0]);
  if (!isStutter) return { kind: "whole", splits: possible.map(at), end, next };
  // The same divider again and again before an empty part: one of them, said twice; or content before the last.
  const collapsed = { divider: first, put: end, isRival: false };
  const splits = possible.map((line, index) => ({ ...at(line), isRival: index < possible.length - 1 }));
  return { kind: "whole", splits: [collapsed, ...splits], end, next };
}

function at(divider: number): Split {
  return { divider, put: divider + 1, isRival: false };
}
