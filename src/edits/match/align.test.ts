import fc from "fast-check";
import { expect, test } from "vitest";
import { alignLines } from "./align.ts";
import { spliceAll } from "./line-index.ts";

test.each([
  ["nothing differs", ["a", "b"], ["a", "b"], []],
  ["a line in the middle", ["a", "b", "c"], ["a", "x", "c"], [{ from: 1, to: 2, put: ["x"] }]],
  ["added after its anchor", ["a"], ["a", "b"], [{ from: 1, to: 1, put: ["b"] }]],
  ["added before its anchor", ["a"], ["b", "a"], [{ from: 0, to: 0, put: ["b"] }]],
  ["taken out", ["a", "b", "c"], ["a", "c"], [{ from: 1, to: 2, put: [] }]],
  [
    "an unchanged line between two changes is not touched",
    ["a", "b", "c", "d"],
    ["A", "b", "C", "d"],
    [
      { from: 0, to: 1, put: ["A"] },
      { from: 2, to: 3, put: ["C"] },
    ],
  ],
])("%s", (_, find, put, changes) => expect(alignLines(find, put)).toEqual(changes));

test.each([
  ["the first of two equal lines goes", ["s", "s"], ["s"], "- ", [{ from: 0, to: 1, put: [] }]],
  ["the second goes", ["s", "s"], ["s"], " -", [{ from: 1, to: 2, put: [] }]],
  ["added before removed", ["a", "b"], ["a", "x", "y"], " ++-", [{ from: 1, to: 2, put: ["x", "y"] }]],
  ["taken out and put back", ["a"], ["a"], "-+", []],
])("steps: %s", (_, find, put, steps, changes) => expect(alignLines(find, put, steps)).toEqual(changes));

test("steps that do not cover the lines are a bug of ours", () => {
  expect(() => alignLines(["a"], ["b"], " ")).toThrow("same on both sides");
  expect(() => alignLines(["a", "b"], ["b"], "-")).toThrow("cover");
});

const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });

test("the changes made to find give put", () => {
  fc.assert(
    fc.property(lines, lines, (find, put) => {
      const changes = alignLines(find, put);
      expect(spliceAll([...find], changes)).toEqual(put);
      for (const [at, change] of changes.entries())
        if (at > 0) expect(change.from).toBeGreaterThan(changes[at - 1]!.to);
    }),
  );
});
