import fc from "fast-check";
import { expect, test } from "vitest";
import { linesIn } from "./suggested-lines.ts";

test.each([
  ["On line 12:", 11, 12],
  ["lines 4 to 5", 3, 5],
  ["`src/a.ts:4-5`", 3, 5],
  ["src/a.ts#L4-L5", 3, 5],
  ["Zeilen 4 bis 5", 3, 5],
  ["第 7 行", 6, 7],
])("%s", (words, from, to) => expect(linesIn(words)).toEqual({ from, to }));

test.each(["Use this:", "line 0", "lines 9 to 3", "line 3 and line 9", "version 2.1"])("%s names no range", (words) =>
  expect(linesIn(words)).toBeNull(),
);

test("a range never ends before it begins, and is of numbers in the words", () =>
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom("line ", "lines ", "L", "#L", ":", "-", " to ", "3", "12", "0", "999999", "x", " "), {
          maxLength: 10,
        })
        .map((all) => all.join("")),
      (words) => {
        const found = linesIn(words);
        if (found === null) return;
        expect(found.from).toBeGreaterThanOrEqual(0);
        expect(found.to).toBeGreaterThan(found.from);
        expect(words).toContain(String(found.from + 1));
        expect(words).toContain(String(found.to));
      },
    ),
  ));
