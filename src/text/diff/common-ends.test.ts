import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutCommonEnds } from "./common-ends.ts";
import { countLines } from "../index.ts";

test.each([
  ["one line differs", "a\nb\nc\n", "a\nB\nc\n", 0, { firstLine: 1, before: "b\n", after: "B\n" }],
  ["with a margin", "a\nb\nc\nd\ne\n", "a\nb\nC\nd\ne\n", 1, { firstLine: 1, before: "b\nc\nd\n", after: "b\nC\nd\n" }],
  ["a margin that meets the ends", "a\nb\n", "a\nB\n", 5, { firstLine: 0, before: "a\nb\n", after: "a\nB\n" }],
  ["cut between lines, not characters", "ab\n", "ac\n", 0, { firstLine: 0, before: "ab\n", after: "ac\n" }],
  ["a leading blank line", "\na\n", "\nb\n", 0, { firstLine: 1, before: "a\n", after: "b\n" }],
  ["the first character differs", "\n\n", "a\n\n", 0, { firstLine: 0, before: "\n", after: "a\n" }],
  ["one ends where the other goes on", "a\n", "a\nb\n", 0, { firstLine: 1, before: "", after: "b\n" }],
  ["a missing final newline", "a\nb", "a\nb\n", 0, { firstLine: 1, before: "b", after: "b\n" }],
  ["ends are not counted twice", "x\nx\n", "x\nx\nx\n", 0, { firstLine: 2, before: "", after: "x\n" }],
])("%s", (_, before, after, margin, middle) => expect(withoutCommonEnds(before, after, margin)).toEqual(middle));

test("what is cut off is the same on both sides, whole lines, and long texts are no exception", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "bb", "\n", "\n", "\r\n", "z".repeat(3000)), { maxLength: 12 }),
      fc.array(fc.constantFrom("a", "bb", "\n", "\n", "\r\n"), { maxLength: 6 }),
      fc.array(fc.constantFrom("a", "bb", "\n", "\n", "\r\n"), { maxLength: 6 }),
      fc.array(fc.constantFrom("a", "bb", "\n", "\n", "\r\n", "z".repeat(3000)), { maxLength: 12 }),
      fc.nat({ max: 4 }),
      (head, left, right, tail, margin) => {
        const before = [...head, ...left, ...tail].join("");
        const after = [...head, ...right, ...tail].join("");
        const middle = withoutCommonEnds(before, after, margin);
        const from = before.indexOf(middle.before, offsetOfLine(before, middle.firstLine));
        const cutHead = before.slice(0, from);
        const cutTail = before.slice(from + middle.before.length);
        expect(countLines(cutHead)).toBe(middle.firstLine);
        expect(cutHead === "" || cutHead.endsWith("\n")).toBe(true);
        expect(cutTail === "" || before.slice(0, -cutTail.length).endsWith("\n")).toBe(true);
        expect(cutTail === "" || after.slice(0, -cutTail.length).endsWith("\n")).toBe(true);
        expect(cutHead + middle.after + cutTail).toBe(after);
      },
    ),
    { numRuns: 500 },
  ));

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let at = 0; at < line; at += 1) offset = text.indexOf("\n", offset) + 1;
  return offset;
}
