// A change as rows of one column: which line, or which part of a long line, is in which row. Made from an outline without
// looking at the characters of its lines; a row is made when it is asked for. Every line of the outline is in the rows
// once, in order.

import { isRun, type Outline, type Run } from "../../../../review/index.ts";
import { bodyLength, isUnended, lineCell, lineOfRun, MOST_IN_ROW, piecesIn, sideOf } from "./line-cells.ts";
import { segmentsOf, type PageRows, type RowsOptions } from "./segments.ts";

export function pageRows(outline: Outline, { headings }: RowsOptions): PageRows {
  const segments = segmentsOf<Run>(outline.parts, {
    headings,
    isLines: isRun,
    rowsOf: (run, index) => rowsOfLine(outline, run, index),
    unended: (run) => (isUnended(outline, run) ? [run] : []),
  });
  return {
    count: segments.count,
    row(at) {
      const found = segments.find(at);
      if (found.kind !== "line") return found;
      return { kind: "line", ...lineCell(outline, found.lines, found.index, found.piece) };
    },
    lengthAt(at) {
      const found = segments.find(at);
      if (found.kind !== "line") return 0;
      const length = bodyLength(sideOf(outline, found.lines), lineOfRun(found.lines, found.index));
      return Math.min(MOST_IN_ROW, length - found.piece * MOST_IN_ROW);
    },
    rowOfHunk: (hunk) => segments.rowOfHunk(hunk),
    rowOfLine: (side, line) =>
      segments.rowOfLine((run) => {
        const index = isOn(run, side) ? line - 1 - run[side] : -1;
        return index >= 0 && index < run.count ? index : null;
      }),
  };
}

/** Most lines are short enough with their ending, which need not be looked at then. */
function rowsOfLine(outline: Outline, run: Run, index: number): number {
  const side = sideOf(outline, run);
  const line = lineOfRun(run, index);
  if (side.starts[line + 1]! - side.starts[line]! <= MOST_IN_ROW) return 1;
  return piecesIn(bodyLength(side, line));
}

function isOn({ kind }: Run, side: "old" | "new"): boolean {
  return kind === "context" || (kind === "removed") === (side === "old");
}
