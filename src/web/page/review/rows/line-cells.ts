// The lines of an outline as cells of rows: one line, or a part of a long one. Shared by one column and two.

import type { Outline, Run, Side } from "../../../../review/index.ts";
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

/** No row shows more of a line than this, so that drawing one is bounded. */
export const MOST_IN_ROW = 1000;

/** In how many rows a line of this length is shown. */
export function piecesIn(length: number): number {
  return Math.max(1, Math.ceil(length / MOST_IN_ROW));
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
