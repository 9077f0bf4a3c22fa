// Every line of both texts is in one run or one fold, whatever is opened; what is folded is equal.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outlineOf, type OutlineOptions } from "./outline.ts";
import { isRun, type Part } from "./parts.ts";

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
const BEFORE = numbered(40);
const AFTER = BEFORE.replace("line 10\n", "LINE 10\nmore\n").replace("line 30\n", "");

function draw(options: OutlineOptions): string[] {
  return outlineOf({ path: "a.txt", before: BEFORE, after: AFTER }, options).parts.map(drawPart);
}
function drawPart(part: Part): string {
  return isRun(part) ? `${part.kind} ${part.old}/${part.new} ${part.count}` : part.text;
}

describe("context and opened folds", () => {
  test("none: only what changes", () =>
    expect(draw({ context: 0 })).toEqual([
      "@@ -10,1 +10,2 @@  ⋯ 9 unchanged lines",
      "removed 9/9 1",
      "added 9/9 2",
      "@@ -30,1 +30,0 @@  ⋯ 19 unchanged lines",
      "removed 29/30 1",
      "⋯ 10 unchanged lines",
    ]));

  test("all: nothing is folded", () =>
    expect(draw({ context: "all" })).toEqual([
      "@@ -1,40 +1,40 @@",
      "context 0/0 9",
      "removed 9/9 1",
      "added 9/9 2",
      "context 10/11 19",
      "removed 29/30 1",
      "context 30/30 10",
    ]));

  test("a fold opens in part, in the middle and at the end", () =>
    expect(
      draw({
        context: 1,
        opened: [
          { from: 2, to: 4 },
          { from: 20, to: 28 },
          { from: 36, to: 99 },
        ],
      }),
    ).toEqual([
      "@@ -3,2 +3,2 @@  ⋯ 2 unchanged lines",
      "context 2/2 2",
      "@@ -9,3 +9,4 @@  ⋯ 4 unchanged lines",
      "context 8/8 1",
      "removed 9/9 1",
      "added 9/9 2",
      "context 10/11 1",
      "@@ -21,11 +22,10 @@  ⋯ 9 unchanged lines",
      "context 20/21 9",
      "removed 29/30 1",
      "context 30/30 1",
      "@@ -37,4 +37,4 @@  ⋯ 5 unchanged lines",
      "context 36/36 4",
    ]));
});

describe("for any texts, context and opened lines", () => {
  const texts = fc
    .array(fc.constantFrom("a\n", "b\n", "c\r\n", "d\n"), { maxLength: 24 })
    .map((lines) => lines.join(""));
  const ranges = fc.array(fc.record({ from: fc.nat(30), to: fc.nat(30) }), { maxLength: 4 });

  test("every line is there once, and folded lines are equal", () =>
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.oneof(fc.nat(5), fc.constant("all" as const)),
        ranges,
        (before, after, context, opened) => {
          fc.pre(before !== after);
          const outline = outlineOf({ path: "a.txt", before, after }, { context, opened });
          const lines = (side: "old" | "new", from: number, count: number): string =>
            outline[side].text.slice(outline[side].starts[from], outline[side].starts[from + count]);
          let [old, fresh] = ["", ""];
          for (const part of outline.parts) {
            if (part.kind === "note") continue;
            const run = part.kind === "fold" ? part.hidden : part;
            if (run === null) continue;
            if (part.kind !== "added") old += lines("old", run.old, run.count);
            if (part.kind !== "removed") fresh += lines("new", run.new, run.count);
            if (part.kind === "fold" || part.kind === "context")
              expect(lines("old", run.old, run.count)).toBe(lines("new", run.new, run.count));
          }
          expect([old, fresh]).toEqual([before, after]);
        },
      ),
    ));

  test("what is opened is shown", () =>
    fc.assert(
      fc.property(texts, texts, ranges, (before, after, opened) => {
        fc.pre(before !== after && before !== "");
        const { parts, old } = outlineOf({ path: "a.txt", before, after }, { context: 0, opened });
        const shown = new Set(
          parts.flatMap((part) =>
            isRun(part) && part.kind !== "added" ? Array.from({ length: part.count }, (_, at) => part.old + at) : [],
          ),
        );
        for (const { from, to } of opened)
          for (let line = from; line < Math.min(to, old.starts.length - 1); line += 1) expect(shown).toContain(line);
      }),
    ));
});
