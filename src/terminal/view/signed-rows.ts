// A line of a change after its sign, as rows with the marks of the review. The sign's column is ours: a row that goes on
// has "·" there, whatever the text is, and a row that is cut ends in "↴".

import { plain, revealed, type Plain } from "../../text/index.ts";
import { CONTINUES, GlyphReader, sourceOf } from "../../review/index.ts";
import { cells } from "../wrap.ts";
import { rowStarts } from "./layout.ts";

export const CONTINUED = plain`·`;

export type SignedRow = {
  readonly sign: Plain;
  readonly text: Plain;
  /** "↴", or nothing in the last row. */
  readonly end: Plain;
};

// No glyph is wider than 10 cells, and "↴" needs one.
const MIN_ROOM = 12;

/** `line` has no line break. `room` are the cells for text and end; 0 leaves the line whole. At least one row. */
export function signedRows(
  sign: Plain,
  line: string,
  { room: given, changes }: { readonly room: number; readonly changes: boolean },
): readonly SignedRow[] {
  const room = given === 0 ? Infinity : Math.max(MIN_ROOM, given);
  const source = sourceOf(line, { usual: "\n", strict: changes, room, reading: "code", cells });
  const starts = rowStarts(source, room);
  const glyphs = new GlyphReader(source);
  return starts.map((from, row) => {
    const to = starts[row + 1] ?? null;
    let text = "";
    let column = 0;
    for (let at = from; (to === null || at < to) && glyphs.read(at, column); at = glyphs.to) {
      text += glyphs.shown;
      column += glyphs.width;
    }
    return {
      sign: row === 0 ? sign : CONTINUED,
      text: revealed(text, "code"),
      end: to === null ? plain`` : CONTINUES,
    };
  });
}
