// Text into rows of a given width, counted in terminal cells. Every character is kept: a row is cut, a text never is.

import { eastAsianWidth } from "get-east-asian-width";
import { hasRightToLeft, plain, slicePlain, spaces, splitPlain, type Plain } from "../text/index.ts";
import { fittingPieces, isSimple } from "./graphemes.ts";

const PAINT = /\u001b\[\d+m/g;

/** Cells the text takes. Escape sequences of our own paint count as nothing. */
export function cells(text: string): number {
  if (isSimple(text)) return text.length;
  let sum = 0;
  for (const character of text.replace(PAINT, "")) sum += cellsOf(character);
  return sum;
}

const known = new Map<string, number>();

/**
 * Cells of one code point, as terminals count that know no more than code points: most of them. One that also knows
 * which of them belong together may take fewer, never more.
 */
export function cellsOf(character: string): number {
  let width = known.get(character);
  if (width === undefined) known.set(character, (width = measured(character)));
  return width;
}

function measured(character: string): number {
  if (isSimple(character)) return 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7fb]$/u.test(character)) return 0;
  if (/^[\p{Mc}\p{Regional_Indicator}]$/u.test(character)) return 1;
  return eastAsianWidth(character.codePointAt(0)!) === 2 ? 2 : 1; // A code point.
}

/**
 * At least one row. Joined, the rows are the text, but that a right-to-left run cut in two is enclosed twice. `text` holds
 * no line break.
 */
export function wrap(text: Plain, width: number): Plain[] {
  const starts = rowStarts(text, width);
  return starts.map((from, row) => slicePlain(text, from, starts[row + 1]));
}

/** Where each row of `wrap` starts in the text; a row itself may be longer than what it has of the text. */
export function rowStarts(text: Plain, width: number): number[] {
  // A row without an end is a width too: the terminal folds it.
  if (width < 1 || width === Infinity) return [0];
  if (isSimple(text))
    return Array.from({ length: Math.max(1, Math.ceil(text.length / width)) }, (_, row) => row * width);
  // A run of right-to-left text that is cut is enclosed again, so a row of it is measured as it will be.
  const isTurned = hasRightToLeft(text);
  const starts = [0];
  let from = 0;
  let used = 0;
  for (const { segment, index } of fittingPieces(text, width, cells)) {
    const size = cells(segment);
    const needed = isTurned ? cells(slicePlain(text, from, index + segment.length)) : used + size;
    if (needed > width && index > from) {
      starts.push(index);
      from = index;
      used = 0;
    }
    used += size;
  }
  return starts;
}

/** Cells for a text that may be cut anywhere: a run that is cut is enclosed again. */
export function roomIn(text: string, width: number): number {
  return width > ENCLOSED && hasRightToLeft(text) ? width - ENCLOSED : width;
}

const ENCLOSED = 2;

/**
 * The same for prose: cut at spaces, which are left out there; only a word longer than a row is cut inside. `used`
 * cells of the first row are taken already; it may stay empty.
 */
export function wrapWords(text: Plain, width: number, used = 0): Plain[] {
  const rows: Plain[] = [];
  let row: Plain | null = used === 0 ? null : plain``;
  let taken = used;
  for (const word of splitPlain(text, " ")) {
    const gap = row === null || row === "" ? 0 : 1;
    if (row !== null && taken + gap + cells(word) <= width) {
      row = plain`${row}${spaces(gap)}${word}`;
      taken += gap + cells(word);
      continue;
    }
    if (row !== null) rows.push(row);
    const pieces = wrap(word, width);
    rows.push(...pieces.slice(0, -1));
    row = pieces.at(-1)!; // wrap gives at least one.
    taken = cells(row);
  }
  return row === null ? rows : [...rows, row];
}
