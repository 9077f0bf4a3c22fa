// A change as rows of the page: which line, or which part of a long line, is in which row. Made from an outline without
// looking at the characters of its lines; a row is made when it is asked for. Every line of the outline is in the rows
// once, in order.

import { Bug } from "../../../../base/index.ts";
import { isRun, type Outline, type Run, type Side, type Words } from "../../../../review/index.ts";
import { endingOf, type Span } from "../../../../text/index.ts";

/** A line of one text, or a part of it. */
export type LineCell = {
  readonly run: Run;
  /** 0-based, in the text that `side` names. */
  readonly line: number;
  readonly side: "old" | "new";
  /** 1-based numbers, where the line is in that text. */
  readonly numbers: { readonly old: number | null; readonly new: number | null };
  /** Offsets in the line, of what this row shows of it; the last row has the ending too. */
  readonly span: Span;
  /** What follows in the next row belongs to the same line. */
  readonly isCut: boolean;
};

export type PageRow =
  | ({ readonly kind: "line" } & LineCell)
  /** Side by side; null where the other side has nothing in its place. */
  | {
      readonly kind: "pair";
      readonly old: LineCell | null;
      readonly new: LineCell | null;
      readonly hunk: number | null;
    }
  | { readonly kind: "words"; readonly part: Words; readonly at: number }
  /** The line before has no line break, and it is the last one of its text. */
  | { readonly kind: "unended"; readonly of: Run["kind"]; readonly hunk: number | null }
  /** The heading of a change, with what can be done to it alone. */
  | { readonly kind: "hunk"; readonly hunk: number };

export type PageRows = {
  readonly count: number;
  /** A Bug when there is no such row. */
  row(at: number): PageRow;
  /** How many characters the row shows at most; 0 for what is not a line. */
  lengthAt(at: number): number;
  /** The first row of a change, its heading if it has one. */
  rowOfHunk(hunk: number): number | null;
  /** The first row of a line (1-based); null where it is folded. */
  rowOfLine(side: "old" | "new", line: number): number | null;
};

/** No row shows more of a line than this, so that drawing one is bounded. */
export const MOST_IN_ROW = 1000;

export type RowsOptions = {
  /** Each change has a heading. */
  readonly headings: boolean;
};

type Segment =
  | { readonly kind: "part"; readonly part: Words; readonly at: number }
  | { readonly kind: "hunk"; readonly hunk: number }
  | { readonly kind: "run"; readonly run: Run; readonly tops: Uint32Array | null }
  | { readonly kind: "unended"; readonly of: Run["kind"]; readonly hunk: number | null };

export function pageRows(outline: Outline, { headings }: RowsOptions): PageRows {
  const { segments, tops } = segmentsOf(outline, headings);
  const count = tops.at(-1)!; // The list starts with 0.
  const find = (at: number): { readonly segment: Segment; readonly offset: number } => {
    if (!(at >= 0 && at < count)) throw new Bug(`row ${at} of ${count} was asked for`);
    const found = lastAtMost(tops, at);
    return { segment: segments[found]!, offset: at - tops[found]! };
  };
  return {
    count,
    row(at) {
      const { segment, offset } = find(at);
      switch (segment.kind) {
        case "part":
          return { kind: "words", part: segment.part, at: segment.at };
        case "hunk":
          return { kind: "hunk", hunk: segment.hunk };
        case "unended":
          return { kind: "unended", of: segment.of, hunk: segment.hunk };
        case "run": {
          const { index, piece } = lineIn(segment, offset);
          return { kind: "line", ...lineCell(outline, segment.run, index, piece) };
        }
        default:
          return segment satisfies never;
      }
    },
    lengthAt(at) {
      const { segment, offset } = find(at);
      if (segment.kind !== "run") return 0;
      const { index, piece } = lineIn(segment, offset);
      const length = bodyLength(sideOf(outline, segment.run), lineOfRun(segment.run, index));
      return Math.min(MOST_IN_ROW, length - piece * MOST_IN_ROW);
    },
    rowOfHunk(hunk) {
      const found = segments.findIndex((segment) => hunkOf(segment) === hunk);
      return found < 0 ? null : tops[found]!;
    },
    rowOfLine(side, line) {
      for (const [at, segment] of segments.entries()) {
        if (segment.kind !== "run" || !isOn(segment.run, side)) continue;
        const index = line - 1 - segment.run[side];
        if (index < 0 || index >= segment.run.count) continue;
        return tops[at]! + (segment.tops === null ? index : segment.tops[index]!);
      }
      return null;
    },
  };
}

function segmentsOf(
  outline: Outline,
  headings: boolean,
): { readonly segments: readonly Segment[]; readonly tops: readonly number[] } {
  const segments: Segment[] = [];
  const tops = [0];
  const add = (segment: Segment, rows: number): void => {
    segments.push(segment);
    tops.push(tops.at(-1)! + rows);
  };
  let named: number | null = null;
  for (const [at, part] of outline.parts.entries()) {
    if (!isRun(part)) {
      add({ kind: "part", part, at }, 1);
      continue;
    }
    if (headings && part.hunk !== null && part.hunk !== named) add({ kind: "hunk", hunk: part.hunk }, 1);
    named = part.hunk ?? named;
    const pieces = pieceTops(sideOf(outline, part), part);
    add({ kind: "run", run: part, tops: pieces }, pieces === null ? part.count : pieces[part.count]!);
    if (isUnended(outline, part)) add({ kind: "unended", of: part.kind, hunk: part.hunk }, 1);
  }
  return { segments, tops };
}

/** Where each line of a run starts, counted in rows; null where every line is one row. */
export function pieceTops(side: Side, run: Run): Uint32Array | null {
  const first = lineOfRun(run, 0);
  let isLong = false;
  for (let index = 0; index < run.count && !isLong; index += 1)
    isLong = side.starts[first + index + 1]! - side.starts[first + index]! > MOST_IN_ROW;
  if (!isLong) return null;
  const tops = new Uint32Array(run.count + 1);
  for (let index = 0; index < run.count; index += 1)
    tops[index + 1] = tops[index]! + piecesIn(bodyLength(side, first + index));
  return tops;
}

/** In how many rows a line of this length is shown. */
export function piecesIn(length: number): number {
  return Math.max(1, Math.ceil(length / MOST_IN_ROW));
}

function lineIn(
  { tops }: Extract<Segment, { kind: "run" }>,
  offset: number,
): { readonly index: number; readonly piece: number } {
  if (tops === null) return { index: offset, piece: 0 };
  const index = lastAtMost(tops, offset);
  return { index, piece: offset - tops[index]! };
}

export function lineCell(outline: Outline, run: Run, index: number, piece: number): LineCell {
  const side = sideOf(outline, run);
  const line = lineOfRun(run, index);
  const start = side.starts[line]!;
  const end = side.starts[line + 1]!;
  const isCut = piece + 1 < piecesIn(bodyLength(side, line));
  return {
    run,
    line,
    side: run.kind === "removed" ? "old" : "new",
    numbers: {
      old: run.kind === "added" ? null : run.old + index + 1,
      new: run.kind === "removed" ? null : run.new + index + 1,
    },
    span: {
      from: cutAt(side.text, start, piece) - start,
      to: (isCut ? cutAt(side.text, start, piece + 1) : end) - start,
    },
    isCut,
  };
}

/** A pair of halves is never cut. */
function cutAt(text: string, start: number, piece: number): number {
  const at = start + piece * MOST_IN_ROW;
  const code = text.charCodeAt(at);
  return piece > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Without its ending. */
export function bodyLength({ text, starts }: Side, line: number): number {
  const [from, to] = [starts[line]!, starts[line + 1]!];
  return to - from - endingOf(text.slice(Math.max(from, to - 2), to)).length;
}

export function sideOf(outline: Outline, run: Run): Side {
  return run.kind === "removed" ? outline.old : outline.new;
}

export function lineOfRun(run: Run, index: number): number {
  return (run.kind === "removed" ? run.old : run.new) + index;
}

/** Its last line is the last of its text and has no line break. */
export function isUnended(outline: Outline, run: Run): boolean {
  const { text, starts } = sideOf(outline, run);
  return lineOfRun(run, run.count) === starts.length - 1 && !text.endsWith("\n");
}

function isOn({ kind }: Run, side: "old" | "new"): boolean {
  return kind === "context" || (kind === "removed") === (side === "old");
}

function hunkOf(segment: Segment): number | null {
  if (segment.kind === "part") return null;
  return segment.kind === "run" ? segment.run.hunk : segment.hunk;
}

/** The index of the last entry that is at most `value`, by bisection; entries rise, the last is beyond it. */
export function lastAtMost(entries: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = entries.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entries[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
