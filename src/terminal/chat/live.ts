// The rows at the end of the terminal that still change. What is above them is the terminal's own and is never
// touched again. One write per change, and only of what changed.

import { joinPrintable, plain, printable, type Printable } from "../../text/index.ts";
import { cells } from "../wrap.ts";
import type { Place } from "./prompt/draft-view.ts";
import { rowsAbove, type Resizing } from "./resizing.ts";

export type Canvas = { readonly columns: number; readonly rows: number; write(text: Printable): void };

// Terminals that know it show the change at once; others pass over it.
const BEGIN = printable`\u001b[?2026h\u001b[?25l`;
const END = printable`\u001b[?25h\u001b[?2026l`;
const CLEAR_ROW = printable`\u001b[K`;
// From the second cell on: tmux takes a screen that is cleared from its first cell into the scrollback, as it is.
const CLEAR_BELOW = printable`${CLEAR_ROW}\u001b[C\u001b[J\r`;

export class LiveRows {
  readonly #canvas: Canvas;
  readonly #resizing: Resizing;
  #rows: readonly Printable[] = [];
  #cursor: Place = { row: 0, column: 0 };
  /** Of the screen, when the rows were painted. */
  #height = 0;

  constructor(canvas: Canvas, { resizing = "follows" }: { readonly resizing?: Resizing } = {}) {
    this.#canvas = canvas;
    this.#resizing = resizing;
  }

  /** `above` is written for good, then the live rows, fewer than the screen has. */
  paint(above: readonly Printable[], rows: readonly Printable[], cursor: Place): void {
    const changes = above.length === 0 && rows.length === this.#rows.length ? this.#changed(rows) : null;
    if (changes === "" && cursor.row === this.#cursor.row && cursor.column === this.#cursor.column) return;
    const drawn =
      changes ?? printable`${this.#toTop()}${CLEAR_BELOW}${joinPrintable([...above, ...rows], printable`\r\n`)}`;
    const from = changes === null ? Math.max(0, rows.length - 1) : this.#cursor.row;
    this.#canvas.write(printable`${BEGIN}${drawn}${moved(from, cursor)}${END}`);
    this.#rows = rows;
    this.#cursor = cursor;
    this.#height = this.#canvas.rows;
  }

  /** Removes the live rows; the cursor is where they began. */
  clear(): void {
    if (this.#rows.length > 0) this.#canvas.write(printable`${this.#toTop()}${CLEAR_BELOW}`);
    this.forget();
  }

  /** Something else was written since: the next paint begins at the cursor. */
  forget(): void {
    this.#rows = [];
    this.#cursor = { row: 0, column: 0 };
  }

  /** The terminal has rewrapped the rows at its new width: finds their first one again and clears from there. */
  resized(): void {
    const { columns } = this.#canvas;
    // A screen that has become lower may have lost rows below the cursor.
    const kept = Math.max(this.#cursor.row + 1, this.#rows.length - Math.max(0, this.#height - this.#canvas.rows));
    const folds = this.#rows.slice(0, kept).map((row) => Math.max(1, Math.ceil(cells(row) / columns)));
    // Clearing one row too few leaves a stray row; one too many would take a row of what was said.
    const above = rowsAbove(folds, this.#cursor.row, this.#resizing);
    this.#canvas.write(printable`${moved(above, { row: 0, column: 0 })}${CLEAR_BELOW}`);
    this.forget();
  }

  /** Only the rows that differ; the cursor ends where it was. */
  #changed(rows: readonly Printable[]): Printable {
    let drawn: Printable = plain``;
    let at = this.#cursor.row;
    for (const [index, row] of rows.entries()) {
      if (row === this.#rows[index]) continue;
      drawn = printable`${drawn}${moved(at, { row: index, column: 0 })}${row}${CLEAR_ROW}`;
      at = index;
    }
    return drawn === "" ? drawn : printable`${drawn}${moved(at, { row: this.#cursor.row, column: 0 })}`;
  }

  #toTop(): Printable {
    return moved(this.#cursor.row, { row: 0, column: 0 });
  }
}

function moved(from: number, to: Place): Printable {
  const by = plain`${Math.abs(to.row - from)}`;
  const rows = to.row === from ? plain`` : to.row < from ? printable`\u001b[${by}A` : printable`\u001b[${by}B`;
  const columns = to.column > 0 ? printable`\u001b[${plain`${to.column}`}C` : plain``;
  return printable`${rows}\r${columns}`;
}
