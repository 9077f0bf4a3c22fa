import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bug } from "../../base/index.ts";
import { compose, diffLines, splitLines } from "../index.ts";
import type { LineChange, Text } from "../index.ts";

const texts = fc
  .tuple(
    fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "a\r\n", "d\n"), { maxLength: 14 }),
    fc.constantFrom("", "a", "b", "x\r"),
  )
  .map(([lines, last]) => (lines.join("") + last) as Text);
const choices = fc.tuple(texts, texts, fc.infiniteStream(fc.boolean()));

const take = (before: string, after: string, ...chosen: number[]): string =>
  compose(before as Text, after as Text, diffLines(before as Text, after as Text), new Set(chosen));

describe("only the chosen changes are made", () => {
  test.each([
    ["none", "a\nb\nc\n", "A\nb\nC\n", [], "a\nb\nc\n"],
    ["the first", "a\nb\nc\n", "A\nb\nC\n", [0], "A\nb\nc\n"],
    ["the last", "a\nb\nc\n", "A\nb\nC\n", [1], "a\nb\nC\n"],
    ["all", "a\nb\nc\n", "A\nb\nC\n", [0, 1], "A\nb\nC\n"],
    ["an insertion without a deletion", "a\nb\nc\n", "x\na\nb\n", [0], "x\na\nb\nc\n"],
    ["a file made from nothing", "", "a\n", [0], "a\n"],
    ["other lines keep their endings", "a\r\nb\nc\r\n", "A\r\nb\nC\n", [0], "A\r\nb\nc\r\n"],
    // The change at the end is about the newline too, and is taken or left as one.
    ["a line appended after an unterminated one, left", "a\nb\nc", "A\nb\nc\nd", [0], "A\nb\nc"],
    ["a line appended after an unterminated one, taken", "a\nb\nc", "A\nb\nc\nd", [1], "a\nb\nc\nd"],
    ["the new end is unterminated, left", "a\nb\nc\nd\n", "A\nb\nc", [0], "A\nb\nc\nd\n"],
    ["the new end is unterminated, taken", "a\nb\nc\nd\n", "A\nb\nc", [1], "a\nb\nc"],
  ])("%s", (_, before, after, chosen, result) => expect(take(before, after, ...chosen)).toBe(result));
});

describe("for any two texts and any choice", () => {
  test("all is after, none is before", () =>
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const changes = diffLines(before, after);
        expect(compose(before, after, changes, new Set(changes.keys()))).toBe(after);
        expect(compose(before, after, changes, new Set())).toBe(before);
      }),
    ));

  test("the result is that of making each chosen change by itself, last first", () =>
    fc.assert(
      fc.property(choices, ([before, after, coins]) => {
        const changes = diffLines(before, after);
        const chosen = pick(changes, coins);
        const lines = splitLines(before);
        const fresh = splitLines(after);
        for (const index of [...chosen].reverse()) {
          const { old, new: put } = changes[index]!;
          lines.splice(old.from, old.to - old.from, ...fresh.slice(put.from, put.to));
        }
        const result = compose(before, after, changes, chosen);
        expect(result).toBe(lines.join(""));
        // No two lines became one: splitting the result finds the very lines that went in.
        expect(splitLines(result)).toEqual(lines);
      }),
      { numRuns: 1000 },
    ));

  test("what was left out is what still differs from after, and nothing else", () =>
    fc.assert(
      fc.property(choices, ([before, after, coins]) => {
        const changes = diffLines(before, after);
        const chosen = pick(changes, coins);
        const left = changes.filter((_, index) => !chosen.has(index));
        const rest = diffLines(compose(before, after, changes, chosen), after);
        expect(size(rest)).toBe(size(left));
      }),
      { numRuns: 1000 },
    ));
});

describe("changes that do not fit are a bug, not a result", () => {
  const change = (oldFrom: number, oldTo: number, newFrom: number, newTo: number): LineChange => ({
    old: { from: oldFrom, to: oldTo },
    new: { from: newFrom, to: newTo },
  });
  test.each([
    ["an index that is not there", [change(0, 1, 0, 1)], [1]],
    ["a fraction", [change(0, 1, 0, 1)], [0.5]],
    ["a range past the end", [change(0, 9, 0, 1)], [0]],
    ["lines outside that differ", [change(1, 2, 1, 2)], [0]],
    ["nothing said to differ", [], []],
    ["backwards", [change(1, 0, 0, 1)], [0]],
    ["two that touch", [change(0, 1, 0, 1), change(1, 1, 1, 1)], [0]],
    ["a negative line", [change(-1, 1, 0, 1)], [0]],
  ])("%s", (_, changes, chosen) => {
    expect(() => compose("a\nb\n" as Text, "A\nb\n" as Text, changes, new Set(chosen))).toThrow(Bug);
  });
});

function pick(changes: readonly LineChange[], coins: Iterator<boolean>): Set<number> {
  return new Set(changes.map((_, index) => index).filter(() => coins.next().value));
}

function size(changes: readonly LineChange[]): number {
  return changes.reduce((sum, { old, new: fresh }) => sum + old.to - old.from + fresh.to - fresh.from, 0);
}
