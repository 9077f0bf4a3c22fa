import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deceivingOrder } from "../../test/support/visual-order.ts";
import { reveal } from "../text/index.ts";
import { cells, wrap, wrapWords } from "./wrap.ts";

const hebrew = fc.string({ unit: fc.constantFrom(...'אבגדה ١٢12"*/x') });

describe("wrap", () => {
  test.each([
    ["short", "abc", 5, ["abc"]],
    ["empty", "", 5, [""]],
    ["exact", "abcde", 5, ["abcde"]],
    ["long", "abcdefg", 3, ["abc", "def", "g"]],
    ["a row without an end", "abcdefg 日本", Infinity, ["abcdefg 日本"]],
    ["simple text on a row without an end", "abcdefg", Infinity, ["abcdefg"]],
    ["wide characters take two cells", "日本語", 4, ["日本", "語"]],
    ["a wide character does not split", "a日b", 2, ["a", "日", "b"]],
    ["a combining mark stays with its letter", "e\u0301e\u0301", 1, ["e\u0301", "e\u0301"]],
    ["an emoji family is one", "👨‍👩‍👧x", 6, ["👨‍👩‍👧", "x"]],
    ["runs that are enclosed again", "</div>שלום עולם", 9, ["</div>⢸ש⡇", "⢸לום⡇ ⢸ע⡇", "⢸ולם⡇"]],
    ["a character that is wider than a row is cut", "\u1100".repeat(5), 4, ["ᄀᄀ", "ᄀᄀ", "ᄀ"]],
  ])("%s", (_, text, width, rows) => expect(wrap(reveal(text, { pictures: true }), width)).toEqual(rows));

  const long = fc.array(fc.constantFrom("\u1100", "क्", "क", "e", "\u0301", "日", "👩‍"), { maxLength: 40 });

  test("every character is kept, and no row is wider than asked", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          hebrew,
          long.map((all) => all.join("")),
        ),
        fc.integer({ min: 4, max: 20 }),
        (text, width) => {
          const shown = reveal(text);
          const rows = wrap(shown, width);
          expect(rows.join("").replaceAll(/[⢸⡇]/g, "")).toBe(shown.replaceAll(/[⢸⡇]/g, ""));
          for (const row of rows) expect(deceivingOrder(row)).toBe(null);
          for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe("wrapWords", () => {
  test.each([
    ["short", "one two", 10, ["one two"]],
    ["at a blank", "one two three", 8, ["one two", "three"]],
    ["a long word is cut", "a bcdefgh i", 4, ["a", "bcde", "fgh", "i"]],
    ["exact", "ab cd", 2, ["ab", "cd"]],
    ["empty", "", 5, [""]],
    ["wide words", "日本 語", 4, ["日本", "語"]],
    ["inner spaces stay", "a  b", 9, ["a  b"]],
  ])("%s", (_, text, width, rows) => expect(wrapWords(reveal(text), width)).toEqual(rows));

  test.each([
    ["beside what is there", "one two three", 10, 6, ["one", "two three"]],
    ["below it, when there is no room", "one two", 8, 7, ["", "one two"]],
    ["a long word starts below", "abcdefghijkl", 6, 3, ["", "abcdef", "ghijkl"]],
  ])("%s", (_, text, width, used, rows) => expect(wrapWords(reveal(text), width, used)).toEqual(rows));
});
