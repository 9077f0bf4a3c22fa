import fc from "fast-check";
import { eastAsianWidth } from "get-east-asian-width";
import { expect, test } from "vitest";
import { graphemesOf, isSimple } from "./graphemes.ts";
import { cellsOf } from "./wrap.ts";

const whole = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const bits = fc.constantFrom(
  "a",
  " ",
  "\r\n",
  "\r",
  "é",
  "e\u0301",
  "🇩🇪",
  "🇩",
  "👩‍👩‍👧‍👦",
  "👍🏽",
  "\u200d",
  "漢",
  "각",
  "\ud83d",
  "נ",
  "\u0301",
);

test("any text, cut into pieces or not, has the same characters at the same places", () =>
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), fc.nat(600), fc.boolean(), (parts, before, isMarks) => {
      const text = (isMarks ? "a" + "\u0301".repeat(before) : "x".repeat(before)) + parts.join("").repeat(8);
      const expected = [...whole.segment(text)].map(({ segment, index }) => ({ segment, index }));
      expect([...graphemesOf(text)]).toEqual(expected);
    }),
    { numRuns: 300 },
  ));

test("what is simple is one character and one cell, whatever is before and after it", () => {
  const simple = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((each) =>
    isSimple(each),
  );
  expect(simple.length).toBeGreaterThan(1_000);
  for (const each of simple) {
    expect([...whole.segment(`a${each}${each}─`)].map(({ segment }) => segment)).toEqual(["a", each, each, "─"]);
    expect(cellsOf(`${each}`)).toBe(1);
    // What the table of widths has, without the shortcut; 0 and 2 are other numbers of cells.
    expect(eastAsianWidth(each.charCodeAt(0))).toBe(1);
    expect(each).not.toMatch(/[\p{M}\p{Cf}\p{Cc}]/u);
  }
});

test.each([
  ["a long word", "z".repeat(300_000)],
  ["wide characters", "漢".repeat(100_000)],
  ["one character of many marks", `a${"\u0301".repeat(100_000)}`],
])("the segmenter sees %s a bounded number of times, in pieces", (_, text) => {
  let seen = 0;
  const counting = {
    segment: (piece: string) => {
      seen += piece.length;
      return whole.segment(piece);
    },
  };
  let length = 0;
  for (const { segment } of graphemesOf(text, counting)) length += segment.length;
  expect(length).toBe(text.length);
  expect(seen).toBeLessThan(4 * text.length);
});
