// A box around rows. Rows are already wrapped; a row may be painted. A title that does not fit is shortened; whoever
// has a long one shows it in full among the rows.

import type { Paint } from "./paint.ts";
import { cells } from "./wrap.ts";

/** Cells left for text inside a frame of this width: two borders, a blank on each side. */
export function innerWidth(width: number): number {
  return Math.max(10, width - 4);
}

export function frame(
  title: string,
  rows: readonly string[],
  options: { readonly width: number; readonly paint: Paint },
): string[] {
  const { width, paint } = options;
  const inner = innerWidth(width);
  const room = inner - 1;
  const shown = cells(title) <= room ? title : shorten(title, room);
  const rule = "─".repeat(Math.max(0, inner - cells(shown) - 1));
  const edge = paint.dim("│");
  return [
    `${paint.dim("┌─")} ${paint.bold(shown)} ${paint.dim(`${rule}┐`)}`,
    ...rows.map((row) => `${edge} ${row}${" ".repeat(Math.max(0, inner - cells(row)))} ${edge}`),
    paint.dim(`└${"─".repeat(inner + 2)}┘`),
  ];
}

// A title keeps its end: the file's name says more than the folders before it.
function shorten(title: string, room: number): string {
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(title.slice(-room * 4))];
  let kept = "";
  for (const { segment } of graphemes.toReversed()) {
    if (cells(segment + kept) > room - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}
