import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLines, splitLines } from "../index.ts";
import { replacedRun, searchChanges } from "./diff.ts";
import type { LineChange, Text } from "../index.ts";

/** Few different lines, so that they repeat; mixed endings; sometimes no final newline. */
const lines = (kinds: number) =>
  fc.array(fc.constantFrom(...["a\n", "b\n", "  c\n", "\n", "a\r\n", "\td\n", "e\n"].slice(0, kinds)), {
    maxLength: 14,
  });
const texts = (kinds: number) =>
  fc.tuple(lines(kinds), fc.constantFrom("", "", "a", "b", "\r")).map(([all, last]) => (all.join("") + last) as Text);
const pairs = fc.integer({ min: 1, max: 7 }).chain((kinds) => fc.tuple(texts(kinds), texts(kinds)));

describe("lines are compared with their endings", () => {
  test.each([
    ["equal", "a\nb\n", "a\nb\n", []],
    ["both empty", "", "", []],
    ["created", "", "a\nb\n", ["0,0 0,2"]],
    ["emptied", "a\nb", "", ["0,2 0,0"]],
    ["one line in the middle", "a\nb\nc\n", "a\nB\nc\n", ["1,2 1,2"]],
    ["CRLF to LF", "a\r\nb\r\n", "a\nb\r\n", ["0,1 0,1"]],
    ["the final newline comes", "a\nb", "a\nb\n", ["1,2 1,2"]],
    ["the final newline goes", "a\nb\n", "a\nb", ["1,2 1,2"]],
    ["a line after an unterminated one", "a", "a\nb", ["0,1 0,2"]],
    ["a BOM goes", "\ufeffa\nb\n", "a\nb\n", ["0,1 0,1"]],
    ["two runs", "a\nb\nc\nd\n", "b\nc\nD\n", ["0,1 0,0", "3,4 2,3"]],
    ["a lone CR is no line break", "a\rb\n", "a\rc\n", ["0,1 0,1"]],
    ["a trailing blank", "a \n", "a\n", ["0,1 0,1"]],
  ])("%s", (_, before, after, drawn) => {
    expect(diffLines(before as Text, after as Text).map(draw)).toEqual(drawn);
  });
});

describe("for any two texts", () => {
  test("the changes turn one into the other, in order, an equal line apart", () =>
    fc.assert(
      fc.property(pairs, ([before, after]) => checkExact(before, after)),
      { numRuns: 1000 },
    ));

  test("the short way finds what the search finds", () => {
    let found = 0;
    fc.assert(
      fc.property(pairs, fc.boolean(), ([before, after], isSmall) => {
        // Two of these often differ in one run of lines; two of any kind seldom do.
        const fresh = isSmall ? (before.replace(/[a-e]\n/, "x\ny\n") as Text) : after;
        const short = before === fresh ? null : replacedRun(before, fresh);
        if (short !== null) found += 1;
        if (short !== null) expect(short).toEqual(searchChanges(before, fresh));
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(200);
  });

  test("no diff is shorter", () =>
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const changes = diffLines(before, after);
        const kept = splitLines(before).length - sum(changes.map(({ old }) => old.to - old.from));
        expect(kept).toBe(longestCommon(splitLines(before), splitLines(after)));
      }),
      { numRuns: 1000 },
    ));

  test("nothing in common ends is lost, however long they are", () =>
    fc.assert(
      fc.property(
        pairs,
        fc.nat({ max: 260 }),
        fc.nat({ max: 260 }),
        fc.constantFrom("a\n", "x".repeat(50) + "\n"),
        ([before, after], head, tail, line) => {
          const long = (text: Text): Text =>
            (line.repeat(head) + text + (text.endsWith("\n") || text === "" ? "" : "\n") + line.repeat(tail)) as Text;
          checkExact(long(before), long(after));
        },
      ),
      { numRuns: 300 },
    ));
});

describe("changes are where a reader expects them", () => {
  test.each([
    [
      "a function goes in with the blank line after it",
      "f {\n  1\n}\n\nh {\n  1\n}\n",
      "f {\n  1\n}\n\ng {\n  1\n}\n\nh {\n  1\n}\n",
      " f {|   1| }| |+g {|+  1|+}|+| h {|   1| }",
    ],
    [
      "a block keeps its own closing brace",
      "if a {\n  x\n}\nend\n",
      "if a {\n  x\n}\nif b {\n  x\n}\nend\n",
      " if a {|   x| }|+if b {|+  x|+}| end",
    ],
    [
      "an element goes in whole below a less indented line",
      "<l>\n  <i>\n    x\n  </i>\n</l>\n",
      "<l>\n  <i>\n    x\n  </i>\n  <i>\n    y\n  </i>\n</l>\n",
      " <l>|   <i>|     x|   </i>|+  <i>|+    y|+  </i>| </l>",
    ],
    [
      "a function leaves the same way",
      "def a():\n    x\n\ndef b():\n    y\n\ndef c():\n    z\n",
      "def a():\n    x\n\ndef c():\n    z\n",
      " def a():|     x| |-def b():|-    y|-| def c():|     z",
    ],
    ["one more of many goes to the end of them", "a\nb\nb\nb\nc\n", "a\nb\nb\nb\nb\nc\n", " a| b| b| b|+b| c"],
    ["two insertions that can meet become one", "p\n\nq\n", "p\n\n1\n\n2\n\nq\n", " p| |+1|+|+2|+| q"],
    ["a replacement stays where it is", "a\nb\na\n", "a\nc\na\n", " a|-b|+c| a"],
  ])("%s", (_, before, after, drawn) => {
    expect(drawDiff(before as Text, after as Text)).toBe(drawn);
  });
});

function draw({ old, new: fresh }: LineChange): string {
  return `${old.from},${old.to} ${fresh.from},${fresh.to}`;
}

function drawDiff(before: Text, after: Text): string {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const drawn: string[] = [];
  let at = 0;
  const push = (sign: string, part: readonly string[]): void =>
    part.forEach((line) => drawn.push(sign + line.slice(0, -1)));
  for (const change of diffLines(before, after)) {
    push(" ", old.slice(at, change.old.from));
    push("-", old.slice(change.old.from, change.old.to));
    push("+", fresh.slice(change.new.from, change.new.to));
    at = change.old.to;
  }
  push(" ", old.slice(at));
  return drawn.join("|");
}

function checkExact(before: Text, after: Text): void {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const changes = diffLines(before, after);
  const rebuilt: string[] = [];
  let oldAt = 0;
  let newAt = 0;
  changes.forEach((change, index) => {
    expect(change.old.to - change.old.from + change.new.to - change.new.from).toBeGreaterThan(0);
    const apart = change.old.from - oldAt;
    expect(change.new.from - newAt).toBe(apart);
    expect(apart).toBeGreaterThanOrEqual(index === 0 ? 0 : 1);
    rebuilt.push(...old.slice(oldAt, change.old.from), ...fresh.slice(change.new.from, change.new.to));
    oldAt = change.old.to;
    newAt = change.new.to;
  });
  rebuilt.push(...old.slice(oldAt));
  expect(oldAt).toBeLessThanOrEqual(old.length);
  expect(rebuilt).toEqual(fresh);
}

function longestCommon(old: readonly string[], fresh: readonly string[]): number {
  let above = fresh.map(() => 0);
  for (const line of old) {
    const row: number[] = [];
    fresh.forEach((other, at) =>
      row.push(line === other ? (above[at - 1] ?? 0) + 1 : Math.max(above[at]!, row[at - 1] ?? 0)),
    );
    above = row;
  }
  return above.at(-1) ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
