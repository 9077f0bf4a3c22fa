// The typed text as rows, and where the cursor is in them. What cannot be seen is shown by name; a long text is seen
// through a window around the cursor, which says how much is above and below.

import { counted } from "../../../base/index.ts";
import {
  directionOf,
  joinPrintable,
  plain,
  printable,
  reveal,
  revealed,
  RUN_END,
  RUN_START,
  spaces,
  type Plain,
  type Printable,
} from "../../../text/index.ts";
import { roomIn } from "../../wrap.ts";
import { graphemesOf } from "../../graphemes.ts";
import type { Paint } from "../../paint.ts";
import type { Shape } from "./folds.ts";
import { proseCells } from "../../markdown/spans.ts";
import { keepStart } from "../../shorten.ts";

export type DraftViewOptions = {
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
  /** A word before the first row; "" for none. */
  readonly mark?: string;
};

export type ShapedText = Pick<Shape, "text" | "labelAt"> & { readonly at: number };

export type DraftView = { readonly rows: readonly Printable[]; readonly cursor: Place };

export type Place = { readonly row: number; readonly column: number };

// Far from the cursor nothing is drawn of a text like a book.
const NEAR = 16_384;

/** Where a fold is, its label is drawn. */
export function drawDraft(
  { text, at, labelAt }: ShapedText,
  { width, height, paint, mark = "" }: DraftViewOptions,
): DraftView {
  const first = plain`${reveal(mark)}> `;
  const indent = spaces(first.length);
  const from = at <= NEAR ? 0 : Math.max(text.lastIndexOf("\n", at - NEAR) + 1, at - 2 * NEAR);
  const near = text.slice(from, at + NEAR);
  const room = Math.max(4, roomIn(near, width - first.length));
  const { rows, cursor } = lay({ text: near, at: at - from, labelAt: (place) => labelAt(from + place) }, room);
  const top = Math.max(0, Math.min(cursor.row - Math.floor(height / 2), rows.length - height));
  const window = rows.slice(top, top + height);
  const above = countBreaks(text.slice(0, from)) + top;
  const below = rows.length - top - window.length + countBreaks(text.slice(at + NEAR));
  const shown = window.map(
    (row, index) => printable`${top + index === 0 && from === 0 ? paint.bold(first) : indent}${row}`,
  );
  const notes = [
    ...(above > 0 ? [plain`${reveal(counted(above, "line"))} above`] : []),
    ...(below > 0 ? [plain`${reveal(counted(below, "line"))} below`] : []),
  ];
  const note = plain`${indent}… ${joinPrintable(notes, plain`, `)}`;
  return {
    rows: notes.length === 0 ? shown : [...shown, paint.dim(keepStart(note, width))],
    cursor: { row: cursor.row - top, column: cursor.column + first.length },
  };
}

type Cell = {
  readonly shown: Plain;
  readonly size: number;
  readonly index: number;
  /** Of right-to-left text. */
  readonly run: ReturnType<typeof directionOf>;
};

const SIGNS = RUN_START.length + RUN_END.length;

/**
 * Rows are cut after a space; a word longer than a row is cut inside. A space that has no room at the end of a row is not
 * painted, so that the next row begins with a word.
 */
function lay(
  { text, at, labelAt }: ShapedText,
  width: number,
): { readonly rows: readonly Plain[]; readonly cursor: Place } {
  const rows: Cell[][] = [[]];
  let used = 0;
  let isFull = false;
  for (const { segment, index } of graphemesOf(text)) {
    const row = rows.at(-1)!; // There is always one.
    const label = labelAt(index);
    // Behind it there is room for the cursor.
    const shown = label !== null ? keepStart(label, width - 1) : segment === "\n" ? plain`` : glyph(segment);
    const run = directionOf(segment);
    // Only the first letter of a run brings the signs around it.
    const size = proseCells(shown) - (run !== null && run === row.at(-1)?.run ? SIGNS : 0);
    const cell = { shown, size, index, run };
    if (segment === "\n") {
      row.push(cell);
      rows.push([]);
      used = 0;
      isFull = false;
      continue;
    }
    if (used > 0 && used + cell.size > width) {
      if (segment === " " && !isFull) {
        row.push({ shown: plain``, size: 0, index, run: null });
        isFull = true;
        continue;
      }
      const blank = isFull ? -1 : row.findLastIndex((before) => before.shown === " ");
      const word = blank < 0 ? [] : row.splice(blank + 1);
      const isWide = sizeOf(word) + cell.size > width;
      rows.push(word, ...(isWide ? [[]] : []));
      used = isWide ? 0 : sizeOf(word);
      isFull = false;
    }
    rows.at(-1)!.push(cell);
    used += cell.size;
  }
  if (at >= text.length && (isFull || used >= width)) rows.push([]);
  return {
    rows: rows.map((row) => drawn(row)),
    cursor: cursorIn(rows, at, text.length),
  };
}

function cursorIn(rows: readonly (readonly Cell[])[], at: number, end: number): Place {
  if (at >= end) return { row: rows.length - 1, column: columnOf(rows.at(-1)!, rows.at(-1)!.length) };
  const row = rows.findLastIndex(([first]) => first !== undefined && first.index <= at);
  const cells = rows[row]!; // The first row begins at 0.
  const next = cells.findIndex(({ index }) => index > at);
  return { row, column: columnOf(cells, (next < 0 ? cells.length : next) - 1) };
}

function sizeOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { size }) => sum + size, 0);
}

/** Letters of a run that follow each other are enclosed together. */
function drawn(cells: readonly Cell[]): Plain {
  const letters = joinPrintable(
    cells.map(({ shown }) => shown),
    plain``,
  );
  return revealed(letters, "prose");
}

/** Where the cursor is before a cell; inside a run the sign at its end comes later. */
function columnOf(cells: readonly Cell[], count: number): number {
  const isInside = count > 0 && cells[count]?.run != null && cells[count]?.run === cells[count - 1]?.run;
  return proseCells(drawn(cells.slice(0, count))) - (isInside ? RUN_END.length : 0);
}

function glyph(segment: string): Plain {
  return segment === "\t" ? spaces(4) : reveal(segment, { pictures: true, typed: true });
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
