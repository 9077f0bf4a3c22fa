// Puts frames on the whole screen. A frame is rows that are already cut to the width; nothing is cut here, and only rows
// that differ from the last frame are written.

import { joinPrintable, plain, printable, type Printable } from "../../text/index.ts";
import { cells } from "../wrap.ts";

export type Canvas = { readonly columns: number; readonly rows: number; write(text: Printable): void };

export type Held = { readonly last: number; readonly between: () => void };

const CLEAR = printable`\u001b[0m\u001b[2J\u001b[H\u001b[?25l`;
// Terminals that know it show the frame at once; others pass over it.
const BEGIN = printable`\u001b[?2026h`;
const END = printable`\u001b[?2026l`;
const CLEAR_ROW = printable`\u001b[K`;
const CLEAR_BELOW = printable`\u001b[J`;

export class Painter {
  readonly #canvas: Canvas;
  /** Null when nothing of ours is on the screen. */
  #last: readonly Printable[] | null = null;

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
  }

  /**
   * At most as many rows as the screen has. With `held`, its `last` rows at the end are not on the screen until the others
   * are and `between` was called: what is typed while an old question is still there must not answer a new one.
   */
  paint(rows: readonly Printable[], held: Held | null = null): void {
    const start = this.#last === null ? CLEAR : plain``;
    const before = this.#last ?? [];
    this.#last = rows;
    if (held === null) {
      const to = Math.max(rows.length, before.length);
      this.#canvas.write(printable`${BEGIN}${start}${this.#changed(rows, before, { from: 0, to })}${END}`);
      return;
    }
    const to = rows.length - held.last;
    const above = this.#changed(rows, before, { from: 0, to });
    this.#canvas.write(printable`${BEGIN}${start}${above}\u001b[${plain`${to + 1}`};1H${CLEAR_BELOW}`);
    held.between();
    this.#canvas.write(printable`${this.#changed(rows, [], { from: to, to: rows.length })}${END}`);
  }

  /** Forgets what is on the screen: after a resize, or when another program had it. */
  reset(): void {
    this.#last = null;
  }

  /** The rows of a range that differ, each in its place; a row that is gone is emptied. */
  #changed(
    rows: readonly Printable[],
    before: readonly Printable[],
    { from, to }: { readonly from: number; readonly to: number },
  ): Printable {
    const drawn: Printable[] = [];
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? plain``;
      if (row === (before[at] ?? "")) continue;
      // Behind the last column there is nothing to clear, and some terminals would clear that column.
      const rest = cells(row) < this.#canvas.columns ? CLEAR_ROW : plain``;
      drawn.push(printable`\u001b[${plain`${at + 1}`};1H${row}${rest}`);
    }
    return joinPrintable(drawn, plain``);
  }
}
