import fc from "fast-check";
import { expect, test } from "vitest";
import { createPaint } from "../../paint.ts";
import { cells } from "../../wrap.ts";
import { drawDraft, type ShapedText } from "./draft-view.ts";
import { shapeOf } from "./folds.ts";

const paint = createPaint(false);
const unfolded = (text: string, at: number): ShapedText => ({ text, at, labelAt: () => null });

/** "|" is the cursor, in the text and in the rows. Rows are ten cells wide behind their mark. */
function drawn(marked: string): readonly string[] {
  const at = marked.indexOf("|");
  const { rows, cursor } = drawDraft(unfolded(marked.replace("|", ""), at), { width: 12, height: 20, paint });
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
      const { rows, cursor } = drawDraft(unfolded(text, at), { width, height: 1000, paint });
      for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(width);
      const letters = (of: string): string => of.replaceAll(/[^\p{L}\p{Extended_Pictographic}]/gu, "");
      expect(letters(rows.join("")).replaceAll("ESC", "")).toBe(letters(text));
      expect(cursor.row).toBeLessThan(rows.length);
      expect(cursor.column).toBeLessThanOrEqual(width);
    }),
    { numRuns: 500 },
  ));

test.each([
  ["in its place", 60, ["> see [pasted 20 lines #1] now"]],
  ["whole in the next row", 25, ["> see ", "  [pasted 20 lines #1] ", "  now"]],
  ["cut where a row is shorter", 16, ["> see ", "  [pasted 20 l… ", "  now"]],
])("the label of a folded paste is drawn %s", (_, width, rows) => {
  const paste = Array.from({ length: 20 }, (__, line) => `line ${line}`).join("\n");
  const text = `see ${paste} now`;
  const shape = shapeOf(text, {
    pastes: [{ number: 1, text: paste }],
    folds: [{ from: 4, to: 4 + paste.length, number: 1 }],
  });
  const view = drawDraft({ ...shape, at: shape.toShape(text.length) }, { width, height: 20, paint });
  expect(view.rows).toEqual(rows);
  expect(view.cursor).toEqual({ row: rows.length - 1, column: rows.at(-1)!.length });
});
