import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffHunks, splitLines } from "../index.ts";
import type { DiffHunk, Text } from "../index.ts";

const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
const swap = (...numbers: number[]): string =>
  splitLines(ten)
    .map((line, at) => (numbers.includes(at + 1) ? `x${line}` : line))
    .join("");

describe("changes come with the lines around them", () => {
  test.each([
    ["equal", ten, ten, 3, []],
    ["in the middle", ten, swap(5), 1, ["4,3 4,3: 4|-5|+x5| 6"]],
    ["at the top", ten, swap(1), 1, ["1,2 1,2:-1|+x1| 2"]],
    ["at the end", ten, swap(10), 1, ["9,2 9,2: 9|-10|+x10"]],
    ["no context", ten, swap(5), 0, ["5,1 5,1:-5|+x5"]],
    ["two contexts that meet share a hunk", ten, swap(4, 7), 1, ["3,6 3,6: 3|-4|+x4| 5| 6|-7|+x7| 8"]],
    ["one line more and they do not", ten, swap(3, 7), 1, ["2,3 2,3: 2|-3|+x3| 4", "6,3 6,3: 6|-7|+x7| 8"]],
    ["an insertion without context names the line before", "a\nb\n", "a\nx\nb\n", 0, ["1,0 2,1:+x"]],
    ["an insertion at the top without context", "a\n", "x\na\n", 0, ["0,0 1,1:+x"]],
    ["a deletion without context names the line before", "a\nx\nb\n", "a\nb\n", 0, ["2,1 1,0:-x"]],
    ["from nothing", "", "a\nb\n", 3, ["0,0 1,2:+a|+b"]],
    ["to nothing", "a\nb\n", "", 3, ["1,2 0,0:-a|-b"]],
    ["more context than lines", "a\nb\n", "a\nc\n", Infinity, ["1,2 1,2: a|-b|+c"]],
  ])("%s", (_, before, after, context, drawn) => {
    expect(diffHunks(before as Text, after as Text, context).map(draw)).toEqual(drawn);
  });

  test("lines keep their endings, and a missing one", () =>
    expect(diffHunks("a\r\nb" as Text, "a\r\nb\n" as Text)[0]?.lines).toEqual([
      { kind: "context", text: "a\r\n" },
      { kind: "removed", text: "b" },
      { kind: "added", text: "b\n" },
    ]));

  test.each([-1, 0.5, NaN])("%d lines of context are refused", (context) => {
    expect(() => diffHunks("a" as Text, "b" as Text, context)).toThrow(
      `The number of context lines must be 0 or a positive whole number, not ${context}.`,
    );
  });
});

test("every count is that of the lines shown, and the lines are those of the texts", () =>
  fc.assert(
    fc.property(texts(), texts(), fc.nat({ max: 4 }), (before, after, context) => {
      const old = splitLines(before);
      const fresh = splitLines(after);
      for (const hunk of diffHunks(before, after, context)) {
        const oldLines = hunk.lines.filter((line) => line.kind !== "added").map((line) => line.text);
        const newLines = hunk.lines.filter((line) => line.kind !== "removed").map((line) => line.text);
        const oldFrom = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
        const newFrom = hunk.newCount === 0 ? hunk.newStart : hunk.newStart - 1;
        expect([hunk.oldCount, hunk.newCount]).toEqual([oldLines.length, newLines.length]);
        expect(oldLines).toEqual(old.slice(oldFrom, oldFrom + hunk.oldCount));
        expect(newLines).toEqual(fresh.slice(newFrom, newFrom + hunk.newCount));
      }
    }),
    { numRuns: 500 },
  ));

function texts(): fc.Arbitrary<Text> {
  return fc
    .tuple(fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\r\n"), { maxLength: 20 }), fc.constantFrom("", "a"))
    .map(([lines, last]) => (lines.join("") + last) as Text);
}

const signs = { context: " ", removed: "-", added: "+" };

function draw(hunk: DiffHunk): string {
  const lines = hunk.lines.map((line) => signs[line.kind] + line.text.replace("\n", "")).join("|");
  return `${hunk.oldStart},${hunk.oldCount} ${hunk.newStart},${hunk.newCount}:${lines}`;
}
