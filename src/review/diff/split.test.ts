// Any change splits into parts that can be taken or left alone: each choice is whole lines of one text or the other.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composedParts, diffLines, lineStarts, splitLines, type LineChange, type Text } from "../../text/index.ts";
import { splitChange } from "./split.ts";

const sides = (before: string, after: string) => ({
  old: { text: before, starts: lineStarts(before) },
  new: { text: after, starts: lineStarts(after) },
});

function draw(before: string, after: string, { old, new: fresh }: LineChange): string {
  const lines = (text: string, from: number, to: number): string => splitLines(text).slice(from, to).join("");
  return `${lines(before, old.from, old.to)}→${lines(after, fresh.from, fresh.to)}`.replaceAll("\n", "/");
}

/** Splits the only change of two texts; the parts that are listed again once more, and so on. */
function splitting(before: string, after: string, ...again: readonly number[]): string[] | null {
  const [only] = diffLines(before as Text, after as Text); // Well-formed, as all texts here.
  let parts = splitChange(only!, sides(before, after));
  for (const at of again) {
    const inner = splitChange(parts![at]!, sides(before, after));
    parts = inner === null ? null : parts!.toSpliced(at, 1, ...inner);
  }
  return parts?.map((part) => draw(before, after, part)) ?? null;
}

describe("splitting", () => {
  test.each<[string, string, string, readonly number[], string[] | null]>([
    ["at blank lines first", "", "a\nb\n\nc\n", [], ["→a/b//", "→c/"]],
    ["then line by line", "", "a\nb\n\nc\n", [0], ["→a/", "→b/", "→/", "→c/"]],
    ["lines that replace each other", "a\nb\n", "A\nB\n", [], ["a/→A/", "b/→B/"]],
    ["what is removed and what is added of one line", "a\nb\n", "A\nB\n", [1], ["a/→A/", "b/→", "→B/"]],
    [
      "where replaced and added lines meet",
      "const a = 1;\n",
      "const a = 2;\nx\ny\n",
      [],
      ["const a = 1;/→const a = 2;/", "→x/y/"],
    ],
    ["one line that is added", "", "a\n", [], null],
    ["a line without a break stays with what follows", "a", "a\nb\nc", [], null],
    ["and with the line that takes its place", "x\na", "X\nA", [], ["x/→X/", "a→A"]],
    ["a new last line without a break can be left", "", "a\nb", [], ["→a/", "→b"]],
  ])("%s", (_, before, after, again, parts) => expect(splitting(before, after, ...again)).toEqual(parts));
});

test("for any texts, any splits and any choice: old lines where it is left, new ones where it is taken", () => {
  const line = fc.constantFrom("a\n", "b\r\n", "\n", "const x = 1;\n", "const x = 2;\r\n", "  c\n");
  const texts = fc
    .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
    .map(([lines, isEnded]) => (isEnded ? lines.join("") : lines.join("").replace(/\r?\n$/, "")) as Text);
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.array(fc.nat(30), { maxLength: 8 }),
      fc.infiniteStream(fc.boolean()),
      (before, after, where, coins) => {
        let changes = diffLines(before, after);
        for (const at of where) {
          const hunk = changes.length === 0 ? 0 : at % changes.length;
          const parts = changes[hunk] === undefined ? null : splitChange(changes[hunk], sides(before, after));
          if (parts === null) continue;
          expect(parts.length).toBeGreaterThan(1);
          changes = changes.toSpliced(hunk, 1, ...parts);
        }
        const chosen = new Set([...changes.keys()].filter(() => coins.next().value));
        const [old, fresh] = [splitLines(before), splitLines(after)];
        const expected: string[] = [];
        let at = 0;
        for (const [index, change] of changes.entries()) {
          expected.push(...old.slice(at, change.old.from));
          expected.push(
            ...(chosen.has(index)
              ? fresh.slice(change.new.from, change.new.to)
              : old.slice(change.old.from, change.old.to)),
          );
          at = change.old.to;
        }
        expected.push(...old.slice(at));
        const composed = composedParts(before, after, changes, chosen).join("");
        expect(splitLines(composed)).toEqual(expected);
        const all = new Set(changes.keys());
        expect(composedParts(before, after, changes, all).join("")).toBe(after);
        expect(composedParts(before, after, changes, new Set()).join("")).toBe(before);
      },
    ),
    { numRuns: 300 },
  );
});
