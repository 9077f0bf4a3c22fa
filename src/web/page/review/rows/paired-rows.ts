// A change as rows of two columns: each old line next to the new one that replaces it. Every line of the outline is in
// its column once, in order.

import { Bug } from "../../../../base/index.ts";
import { isPaired, pairedParts, type Outline, type PairedRun, type Words } from "../../../../review/index.ts";
import {
  bodyLength,
  isUnended,
  lastAtMost,
  lineCell,
  MOST_IN_ROW,
  piecesIn,
  type LineCell,
  type PageRow,
  type PageRows,
  type RowsOptions,
} from "./page-rows.ts";

type Segment =
  | { readonly kind: "part"; readonly part: Words; readonly at: number }
  | { readonly kind: "hunk"; readonly hunk: number }
  | { readonly kind: "pairs"; readonly run: PairedRun; readonly tops: Uint32Array | null }
  | { readonly kind: "unended"; readonly of: "context" | "removed" | "added"; readonly hunk: number | null };

export function pairedRows(outline: Outline, { headings }: RowsOptions): PageRows {
  const { segments, tops } = segmentsOf(outline, headings);
  const count = tops.at(-1)!; // The list starts with 0.
  const find = (at: number): { readonly segment: Segment; readonly offset: number } => {
    if (!(at >= 0 && at < count)) throw new Bug(`row ${at} of ${count} was asked for`);
    const found = lastAtMost(tops, at);
    return { segment: segments[found]!, offset: at - tops[found]! };
  };
  const row = (at: number): PageRow => {
    const { segment, offset } = find(at);
    switch (segment.kind) {
      case "part":
        return { kind: "words", part: segment.part, at: segment.at };
      case "hunk":
        return { kind: "hunk", hunk: segment.hunk };
      case "unended":
        return { kind: "unended", of: segment.of, hunk: segment.hunk };
      case "pairs":
        return pairAt(outline, segment, offset);
      default:
        return segment satisfies never;
    }
  };
  return {
    count,
    row,
    lengthAt(at) {
      const found = row(at);
      if (found.kind !== "pair") return 0;
      return Math.max(lengthOf(found.old), lengthOf(found.new));
    },
    rowOfHunk(hunk) {
      const found = segments.findIndex((segment) => hunkOf(segment) === hunk);
      return found < 0 ? null : tops[found]!;
    },
    rowOfLine(side, line) {
      for (const [at, segment] of segments.entries()) {
        if (segment.kind !== "pairs") continue;
        const inside = rowInRun(segment.run, side, line - 1);
        if (inside !== null) return tops[at]! + (segment.tops?.[inside] ?? inside);
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
  for (const [at, part] of pairedParts(outline).entries()) {
    if (!isPaired(part)) {
      add({ kind: "part", part, at }, 1);
      continue;
    }
    if (headings && part.hunk !== null && part.hunk !== named) add({ kind: "hunk", hunk: part.hunk }, 1);
    named = part.hunk ?? named;
    const pieces = pieceTops(outline, part);
    add({ kind: "pairs", run: part, tops: pieces }, pieces?.[part.count] ?? part.count);
    const runs = part.kind === "context" ? [part.added] : [part.removed, part.added];
    for (const run of runs)
      if (run !== null && isUnended(outline, run)) add({ kind: "unended", of: run.kind, hunk: part.hunk }, 1);
  }
  return { segments, tops };
}

/** Where each pair starts, counted in rows; null where every pair is one row. */
function pieceTops(outline: Outline, run: PairedRun): Uint32Array | null {
  const pieces = (row: number): number => Math.max(...sidesOf(run, row).map((cell) => piecesOf(outline, cell)));
  let isLong = false;
  for (let row = 0; row < run.count && !isLong; row += 1) isLong = pieces(row) > 1;
  if (!isLong) return null;
  const tops = new Uint32Array(run.count + 1);
  for (let row = 0; row < run.count; row += 1) tops[row + 1] = tops[row]! + pieces(row);
  return tops;
}

type Sided = { readonly side: "old" | "new"; readonly line: number | null };

function sidesOf(run: PairedRun, row: number): readonly [Sided, Sided] {
  return [
    { side: "old", line: run.oldAt(row) },
    { side: "new", line: run.newAt(row) },
  ];
}

function piecesOf(outline: Outline, { side, line }: Sided): number {
  return line === null ? 0 : piecesIn(bodyLength(outline[side], line));
}

function pairAt(
  outline: Outline,
  { run, tops }: Extract<Segment, { kind: "pairs" }>,
  offset: number,
): Extract<PageRow, { kind: "pair" }> {
  const row = tops === null ? offset : lastAtMost(tops, offset);
  const piece = tops === null ? 0 : offset - tops[row]!;
  const cell = (of: PairedRun["removed"], sided: Sided): LineCell | null => {
    if (of === null || sided.line === null || piece >= piecesOf(outline, sided)) return null;
    return lineCell(outline, of, sided.line - of[sided.side], piece);
  };
  const [old, fresh] = sidesOf(run, row);
  return { kind: "pair", old: cell(run.removed, old), new: cell(run.added, fresh), hunk: run.hunk };
}

function rowInRun(run: PairedRun, side: "old" | "new", line: number): number | null {
  const of = side === "old" ? run.removed : run.added;
  if (of === null || line < of[side] || line >= of[side] + of.count) return null;
  const at = side === "old" ? run.oldAt : run.newAt;
  // Without an empty place before it, a line is as far down as it is in its run.
  const near = line - of[side];
  if (at(near) === line) return near;
  for (let row = near; row < run.count; row += 1) if (at(row) === line) return row;
  return null;
}

function lengthOf(cell: LineCell | null): number {
  return cell === null ? 0 : Math.min(MOST_IN_ROW, cell.span.to - cell.span.from);
}

function hunkOf(segment: Segment): number | null {
  if (segment.kind === "part") return null;
  return segment.kind === "pairs" ? segment.run.hunk : segment.hunk;
}
