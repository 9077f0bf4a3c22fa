// A change as rows of two columns: each old line next to the new one that replaces it. Every line of the outline is in
// its column once, in order.

import { isPaired, pairedParts, type Outline, type PairedRun } from "../../../../review/index.ts";
import { bodyLength, isUnended, lineCell, MOST_IN_ROW, piecesIn, type LineCell } from "./line-cells.ts";
import { segmentsOf, type PageRow, type PageRows, type RowsOptions } from "./segments.ts";

export function pairedRows(outline: Outline, { headings }: RowsOptions): PageRows {
  const segments = segmentsOf<PairedRun>(pairedParts(outline), {
    headings,
    isLines: isPaired,
    rowsOf: (run, row) => Math.max(...sidesOf(run, row).map((cell) => piecesOf(outline, cell))),
    unended: ({ kind, removed, added }) =>
      (kind === "context" ? [added] : [removed, added]).flatMap((run) =>
        run !== null && isUnended(outline, run) ? [run] : [],
      ),
  });
  const row = (at: number): PageRow => {
    const found = segments.find(at);
    return found.kind === "line" ? pairAt(outline, found) : found;
  };
  return {
    count: segments.count,
    row,
    lengthAt(at) {
      const found = row(at);
      if (found.kind !== "pair") return 0;
      return Math.max(lengthOf(found.old), lengthOf(found.new));
    },
    rowOfHunk: (hunk) => segments.rowOfHunk(hunk),
    rowOfLine: (side, line) => segments.rowOfLine((run) => rowInRun(run, side, line - 1)),
  };
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

type Pair = { readonly lines: PairedRun; readonly index: number; readonly piece: number };

function pairAt(outline: Outline, { lines: run, index, piece }: Pair): Extract<PageRow, { kind: "pair" }> {
  const cell = (of: PairedRun["removed"], sided: Sided): LineCell | null => {
    if (of === null || sided.line === null || piece >= piecesOf(outline, sided)) return null;
    return lineCell(outline, of, sided.line - of[sided.side], piece);
  };
  const [old, fresh] = sidesOf(run, index);
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
