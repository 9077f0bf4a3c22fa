// The parts of an outline as rows, before anything is drawn: which part is in which row. Shared by one column (Lines is a
// run) and two (Lines is a paired run). Every part is in the rows once, in order.

import { Bug } from "../../../../base/index.ts";
import { lastAtMost, type Run, type Words } from "../../../../review/index.ts";
import type { LineCell } from "./line-cells.ts";

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

export type RowsOptions = {
  /** Each change has a heading. */
  readonly headings: boolean;
};

type LinesSegment<Lines> = { readonly kind: "lines"; readonly lines: Lines; readonly tops: Uint32Array | null };
/** A row of its own, whatever its neighbours are. */
type RowSegment = Extract<PageRow, { kind: "words" | "hunk" | "unended" }>;
type Segment<Lines> = RowSegment | LinesSegment<Lines>;

/** Lines that follow each other, of one text or of both. */
type Many = { readonly count: number; readonly hunk: number | null };

type SegmentOptions<Part, Lines> = RowsOptions & {
  readonly isLines: (part: Part | Lines) => part is Lines;
  /** How many rows a line of them takes. */
  readonly rowsOf: (lines: Lines, index: number) => number;
  /** The runs in them of which the last line has no line break. */
  readonly unended: (lines: Lines) => readonly Run[];
};

export type Segments<Lines> = {
  readonly count: number;
  /** A Bug when there is no such row. Of lines: which of them, and which part of it. */
  find(
    at: number,
  ): RowSegment | { readonly kind: "line"; readonly lines: Lines; readonly index: number; readonly piece: number };
  rowOfHunk(hunk: number): number | null;
  /** The first row of the line that `indexIn` finds among the lines; null where none has it. */
  rowOfLine(indexIn: (lines: Lines) => number | null): number | null;
};

export function segmentsOf<Lines extends Many>(
  parts: readonly (Words | Lines)[],
  options: SegmentOptions<Words, Lines>,
): Segments<Lines> {
  const { segments, tops } = listOf(parts, options);
  const count = tops.at(-1)!; // The list starts with 0.
  return {
    count,
    find(at) {
      if (!(at >= 0 && at < count)) throw new Bug(`row ${at} of ${count} was asked for`);
      const found = lastAtMost(tops, at);
      const segment = segments[found]!;
      if (segment.kind !== "lines") return segment;
      const offset = at - tops[found]!;
      const index = segment.tops === null ? offset : lastAtMost(segment.tops, offset);
      const piece = segment.tops === null ? 0 : offset - segment.tops[index]!;
      return { kind: "line", lines: segment.lines, index, piece };
    },
    rowOfHunk(hunk) {
      const found = segments.findIndex((segment) => hunkOf(segment) === hunk);
      return found < 0 ? null : tops[found]!;
    },
    rowOfLine(indexIn) {
      for (const [at, segment] of segments.entries()) {
        const index = segment.kind === "lines" ? indexIn(segment.lines) : null;
        if (segment.kind === "lines" && index !== null) return tops[at]! + (segment.tops?.[index] ?? index);
      }
      return null;
    },
  };
}

function listOf<Lines extends Many>(
  parts: readonly (Words | Lines)[],
  { headings, isLines, rowsOf, unended }: SegmentOptions<Words, Lines>,
): { readonly segments: readonly Segment<Lines>[]; readonly tops: readonly number[] } {
  const segments: Segment<Lines>[] = [];
  const tops = [0];
  const add = (segment: Segment<Lines>, rows: number): void => {
    segments.push(segment);
    tops.push(tops.at(-1)! + rows);
  };
  let named: number | null = null;
  for (const [at, part] of parts.entries()) {
    if (!isLines(part)) {
      add({ kind: "words", part, at }, 1);
      continue;
    }
    if (headings && part.hunk !== null && part.hunk !== named) add({ kind: "hunk", hunk: part.hunk }, 1);
    named = part.hunk ?? named;
    const inside = topsIn(part, rowsOf);
    add({ kind: "lines", lines: part, tops: inside }, inside?.[part.count] ?? part.count);
    for (const run of unended(part)) add({ kind: "unended", of: run.kind, hunk: part.hunk }, 1);
  }
  return { segments, tops };
}

/** Where each line starts, counted in rows; null where every line is one row. */
function topsIn<Lines extends Many>(lines: Lines, rowsOf: (lines: Lines, index: number) => number): Uint32Array | null {
  let isLong = false;
  for (let index = 0; index < lines.count && !isLong; index += 1) isLong = rowsOf(lines, index) > 1;
  if (!isLong) return null;
  const tops = new Uint32Array(lines.count + 1);
  for (let index = 0; index < lines.count; index += 1) tops[index + 1] = tops[index]! + rowsOf(lines, index);
  return tops;
}

function hunkOf<Lines extends Many>(segment: Segment<Lines>): number | null {
  if (segment.kind === "words") return null;
  return segment.kind === "lines" ? segment.lines.hunk : segment.hunk;
}
