import fc from "fast-check";
import { expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { drawDraft } from "./draft-view.ts";

const paint = createPaint(false);

/** "|" is the cursor, in the text and in the rows. Rows are ten cells wide behind their mark. */
function drawn(marked: string): readonly string[] {
  const at = marked.indexOf("|");
  const { rows, cursor } = drawDraft(marked.replace("|", ""), at, { width: 12, height: 20, paint });
  return rows.map((row, index) =>
    index === cursor.row ? `${row.slice(2, cursor.column)}|${row.slice(cursor.column)}` : row.slice(2),
  );
}

test.each([
  ["short", "hello|", ["hello|"]],
  ["a row is cut behind a blank", "one two three|", ["one two ", "three|"]],
  ["the blank that has no room is not seen", "ten cells. next|", ["ten cells.", "next|"]],
  ["the cursor before it is at the row's end", "ten cells.| next", ["ten cells.|", "next"]],
  ["the cursor behind it is in the next row", "ten cells. |", ["ten cells.", "|"]],
  ["a second blank is seen", "ten cells.  a|", ["ten cells.", " a|"]],
  ["a full row", "ten cells.|", ["ten cells.", "|"]],
  ["a word longer than a row", "abcdefghijkl|", ["abcdefghij", "kl|"]],
  ["a long word after a short one", "a abcdefghijkl|", ["a ", "abcdefghij", "kl|"]],
  ["the cursor in a word that moved", "one two th|ree", ["one two ", "th|ree"]],
  ["lines", "a\n\nb|", ["a", "", "b|"]],
  ["the cursor at the end of a line", "a|\nb", ["a|", "b"]],
  ["a line break behind a full row", "ten cells.\nb|", ["ten cells.", "b|"]],
  ["a line break behind the unseen blank", "ten cells. \nb|", ["ten cells.", "b|"]],
])("%s", (_, text, rows) => expect(drawn(text)).toEqual(rows));

const bits = fc.constantFrom(
  "a",
  "bc",
  " ",
  "  ",
  "\n",
  "漢字",
  "👩‍💻",
  "e\u0301",
  "\t",
  "\u001b",
  "word ",
  "abcdefghijklmnopqrst",
);

test("every row fits, no letter is lost, the cursor is on the screen", () =>
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), fc.nat(), fc.integer({ min: 8, max: 40 }), (parts, place, width) => {
      const text = parts.join("");
      const at = place % (text.length + 1);
      const { rows, cursor } = drawDraft(text, at, { width, height: 1000, paint });
      for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(width);
      const letters = (of: string): string => of.replaceAll(/[^\p{L}\p{Extended_Pictographic}]/gu, "");
      expect(letters(rows.join("")).replaceAll("ESC", "")).toBe(letters(text));
      expect(cursor.row).toBeLessThan(rows.length);
      expect(cursor.column).toBeLessThanOrEqual(width);
    }),
    { numRuns: 500 },
  ));
