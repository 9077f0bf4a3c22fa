import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemesOf } from "./graphemes.ts";

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
