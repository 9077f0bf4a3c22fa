// Which rows of a list were on the screen as a whole. A row that is higher than the screen counts when every part of it
// was there, one after another. Reported to the review, which approves nothing that was not painted.

import type { Heights } from "./heights.ts";

/** In pixels from the top of the list, half open. */
export type Window = { readonly top: number; readonly bottom: number };

export class PaintedRows {
  /** Of rows that are not painted as a whole yet: which part of them was, from the row's top. */
  readonly #parts = new Map<number, Window>();

  /** Rows were laid out anew: what was painted of a row in part no longer says anything. */
  reset(): void {
    this.#parts.clear();
  }

  /** What is in the window counts as painted. The rows in it that were painted as a whole by now; half open. */
  paint(heights: Heights, window: Window): { readonly from: number; readonly to: number } {
    if (heights.count === 0 || window.bottom <= window.top) return { from: 0, to: 0 };
    const first = heights.at(window.top);
    const last = heights.at(Math.max(window.top, window.bottom - 1));
    let from = first;
    while (from <= last && !this.#isWhole(from, heights, window)) from += 1;
    let to = from;
    while (to <= last && this.#isWhole(to, heights, window)) to += 1;
    // Below a row that is only there in part nothing is left but rows that are not there.
    return { from, to };
  }

  #isWhole(row: number, heights: Heights, window: Window): boolean {
    const top = heights.top(row);
    const height = heights.height(row);
    // Half a pixel is what rounding may take.
    const shown = { top: Math.max(0, window.top - top), bottom: Math.min(height, window.bottom - top) };
    const known = this.#parts.get(row);
    const joins = known !== undefined && shown.top <= known.bottom + 1 && shown.bottom >= known.top - 1;
    const all = joins ? { top: Math.min(known.top, shown.top), bottom: Math.max(known.bottom, shown.bottom) } : shown;
    const isWhole = all.top <= 0.5 && all.bottom >= height - 0.5;
    // A row that fits is there as a whole or not at all; of others it is kept what was there.
    if (known !== undefined || !isWhole) {
      this.#parts.delete(row);
      this.#parts.set(row, all);
    }
    if (this.#parts.size > MOST_PARTS) this.#parts.delete(this.#parts.keys().next().value!); // There is one at least.
    return isWhole;
  }
}

// At most two rows of a screen are there in part.
const MOST_PARTS = 64;
