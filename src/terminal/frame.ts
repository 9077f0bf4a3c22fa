// A box around rows. Rows are already wrapped; a row may be painted. A title that does not fit is shortened; the caller shows
// it in full among the rows.

import { plain, printable, repeatPlain, spaces, type Plain, type Printable } from "../text/index.ts";
import type { Paint } from "./paint.ts";
import { keepEnd } from "./shorten.ts";
import { cells } from "./wrap.ts";

/** Cells left for text inside a frame of this width: two borders, a space on each side. */
export function innerWidth(width: number): number {
  return Math.max(10, width - 4);
}

export function frame(
  title: Plain,
  rows: readonly Printable[],
  options: { readonly width: number; readonly paint: Paint },
): Printable[] {
  const { width, paint } = options;
  const inner = innerWidth(width);
  const room = inner - 1;
  const shown = keepEnd(title, room);
  const rule = repeatPlain(plain`─`, inner - cells(shown) - 1);
  const edge = paint.dim(plain`│`);
  return [
    printable`${paint.dim(plain`┌─`)} ${paint.bold(shown)} ${paint.dim(plain`${rule}┐`)}`,
    ...rows.map((row) => printable`${edge} ${row}${spaces(inner - cells(row))} ${edge}`),
    paint.dim(plain`└${repeatPlain(plain`─`, inner + 2)}┘`),
  ];
}
