// A text in one row, whatever its length: what does not fit is replaced by "…". Only for texts that are shown whole
// elsewhere, or that are our own words.

import { plain, slicePlain, type Plain } from "../text/index.ts";
import { graphemesOf } from "./graphemes.ts";
import { cells, wrap } from "./wrap.ts";

/** Keeps the end: a file's name says more than the folders before it. */
export function keepEnd(text: Plain, room: number): Plain {
  if (cells(text) <= room) return text;
  // More cannot fit; a path may be thousands of characters long.
  const near = slicePlain(text, -4 * room);
  let from = near.length;
  for (const { index } of [...graphemesOf(near)].toReversed()) {
    if (cells(slicePlain(near, index)) > room - 1) break;
    from = index;
  }
  return plain`…${slicePlain(near, from)}`;
}

export function keepStart(text: Plain, room: number): Plain {
  return cells(text) <= room ? text : plain`${wrap(text, Math.max(1, room - 1))[0] ?? plain``}…`;
}
