// Rows are exact and lazy: every line of the view once, numbered, never wider than asked, the same in any order asked.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shown } from "../../review/index.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { createRows } from "./rows.ts";
import type { RowsOptions } from "./types.ts";

const paint = createPaint(false);

function draw(shown: Omit<Shown, "path">, options: Partial<RowsOptions> = {}): string[] {
  const rows = createRows({ path: "a.txt", ...shown }, { width: 80, paint, ...options });
  return Array.from({ length: rows.count }, (_, at) => rows.row(at).text);
}

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
const BEFORE = numbered(30);
const AFTER = BEFORE.replace("line 5\n", "LINE 5\nmore\n").replace("line 20\n", "");

describe("a diff", () => {
  test("both numbers, three lines around, and how much is left out", () =>
    expect(draw({ before: BEFORE, after: AFTER })).toEqual([
      "@@ -2,7 +2,8 @@  ⋯ 1 unchanged line",
      " 2  2  line 2",
      " 3  3  line 3",
      " 4  4  line 4",
      " 5    -line 5",
      "    5 +LINE 5",
      "    6 +more",
      " 6  7  line 6",
      " 7  8  line 7",
      " 8  9  line 8",
      "@@ -17,7 +18,6 @@  ⋯ 8 unchanged lines",
      "17 18  line 17",
      "18 19  line 18",
      "19 20  line 19",
      "20    -line 20",
      "21 21  line 21",
      "22 22  line 22",
      "23 23  line 23",
      "⋯ 7 unchanged lines",
    ]));

  test("where it is narrow there is one number", () =>
    expect(draw({ before: "a\nb\n", after: "a\nc\n" }, { width: 40 })).toEqual([
      "@@ -1,2 +1,2 @@",
      "1  a",
      "2 -b",
      "2 +c",
    ]));

  test.each<[string, string | null, string | null, string[]]>([
    ["a new file", null, "a\nb\n", ["1 +a", "2 +b"]],
    ["a new file without a last break", null, "a", ["1 +a", "  \\ no line break at the end of the file"]],
    ["a new empty file", null, "", ["(empty file)"]],
    ["a deleted file", "a\nb\n", null, ["1 -a", "2 -b"]],
    ["a deleted empty file", "", null, ["(empty file)"]],
    ["what is not text", null, null, ["(not text, so not shown)"]],
    ["nothing changed", "a\n", "a\n", ["(content unchanged)"]],
    ["an empty file gets a line", "", "a\n", ["@@ -0,0 +1,1 @@", "  1 +a"]],
    ["a file is emptied", "a\n", "", ["@@ -1,1 +0,0 @@", "1   -a"]],
    [
      "a last break comes",
      "a",
      "a\n",
      ["@@ -1,1 +1,1 @@", "1   -a", "    \\ no line break at the end of the file", "  1 +a"],
    ],
    ["trailing whitespace", "a\n", "a \t\n", ["@@ -1,1 +1,1 @@", "1   -a", "  1 +a⟨SP⟩⟨TAB⟩"]],
    [
      "CRLF is said once, and only what differs is marked",
      "a\r\nb\r\n",
      "a\r\nc\r\nd\n",
      ["lines end with CR LF; others are marked", "@@ -1,2 +1,3 @@", "1 1  a", "2   -b", "  2 +c", "  3 +d⟨LF⟩"],
    ],
    ["a CR in a file of LF", "a\nb\n", "a\r\nb\n", ["@@ -1,2 +1,2 @@", "1   -a", "  1 +a⟨CR⟩", "2 2  b"]],
    [
      "tabs go to stops",
      "",
      "\ta\n  \tb\nabcd\tc\n",
      ["@@ -0,0 +1,3 @@", "  1 +⇥   a", "  2 +  ⇥ b", "  3 +abcd⇥   c"],
    ],
    [
      "emoji keep their joiners and style, in short",
      "",
      "👩\u200d👧 ❤\ufe0f\n",
      ["‿ joins emoji, ⁺ is emoji style (VS16)", "@@ -0,0 +1,1 @@", "  1 +👩‿👧 ❤⁺"],
    ],
    ["joiners elsewhere are hidden", "", "a\u200db\ufe0f\n", ["@@ -0,0 +1,1 @@", "  1 +a⟨ZWJ⟩b⟨VS16⟩"]],
    [
      "our own marks are distinct from theirs",
      "",
      "⇥‿⁺↴\n",
      ["@@ -0,0 +1,1 @@", "  1 +⟨U+21E5⟩⟨U+203F⟩⟨U+207A⟩⟨U+21B4⟩"],
    ],
    ["a second spelling of é", "é\n", "e\u0301\n", ["@@ -1,1 +1,1 @@", "1   -é", "  1 +e⟨U+0301⟩"]],
    ["a mark with nothing to stand on", "", "\u0301a\t\u0301\n", ["@@ -0,0 +1,1 @@", "  1 +⟨U+0301⟩a⇥  ⟨U+0301⟩"]],
    ["the same mark twice", "", "क\u093c\u093c\n", ["@@ -0,0 +1,1 @@", "  1 +क\u093c⟨U+093C⟩"]],
    ["a pile", "", "क\u093c\u0952\u0951\u0953\u0954\n", ["@@ -0,0 +1,1 @@", "  1 +क\u093c\u0952\u0951\u0953⟨U+0954⟩"]],
  ])("%s", (_, before, after, rows) => expect(draw({ before, after })).toEqual(rows));

  test("a long line continues in the next row, and both ends are marked", () =>
    expect(draw({ before: null, after: `${"abcdefghij".repeat(5)}\n` }, { width: 30 })).toEqual([
      "1 +abcdefghijabcdefghijabcdef↴",
      "· +ghijabcdefghijabcdefghij",
    ]));
});

test("the whole file: every line once, new ones marked", () =>
  expect(draw({ before: "a\nb\nc\n", after: "a\nB\nc\nd\n" }, { as: "whole" })).toEqual([
    "1  a",
    "2 +B",
    "3  c",
    "4 +d",
  ]));

describe("choosing", () => {
  const shown = { path: "a.txt", before: BEFORE, after: AFTER };
  const rows = createRows(shown, { width: 80, paint, choosing: true });

  test("each hunk has a box at its first row, and the current one an arrow", () => {
    const state = { isChosen: (hunk: number) => hunk === 0, current: 1 };
    const drawn = Array.from({ length: rows.count }, (_, at) => rows.row(at, state).text.slice(0, 4));
    expect(drawn.flatMap((text, at) => (text === "    " ? [] : [[at, text]]))).toEqual([
      [4, "[x] "],
      [14, "[ ]>"],
    ]);
  });

  test("what is left out is dimmed, and its box shows it without colour", () => {
    const painted = createRows(shown, { width: 80, paint: createPaint(true), choosing: true });
    const state = { isChosen: (hunk: number) => hunk === 0, current: null };
    expect(painted.row(5, state).text).toContain("\u001b[32mLINE 5\u001b[39m");
    expect(painted.row(14, state).text).toMatch(/^\[ \] .*\u001b\[2m-\u001b\[22m\u001b\[2mline 20\u001b\[22m$/);
  });

  test("rows know their hunk, hunks their rows, lines their first row", () => {
    expect(rows.hunks).toEqual([0, 1]);
    expect(rows.rowsOfHunk(0)).toEqual({ from: 4, to: 7 });
    expect(rows.rowsOfHunk(1)).toEqual({ from: 14, to: 15 });
    expect(rows.rowsOfHunk(2)).toBe(null);
    expect([3, 4, 6, 7, 14].map((at) => rows.hunkAt(at))).toEqual([null, 0, 0, null, 1]);
    expect([2, 5, 6, 7, 15, 18].map((line) => rows.rowOf({ side: "new", line }))).toEqual([1, 5, 6, 7, 11, 11]);
    expect([5, 20].map((line) => rows.rowOf({ side: "old", line }))).toEqual([4, 14]);
    expect(rows.row(14).line).toEqual({ old: 20, new: null });
  });
});

test("changes that leave a difference out are a bug, not a screen", () =>
  expect(() => createRows({ path: "a", before: "a\nb\n", after: "a\nc\n", changes: [] }, { width: 80, paint })).toThrow(
    "do not name every line",
  ));

describe("for any texts", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom("", "\t", "a".repeat(99), "日本".repeat(40), "\u202e", " ".repeat(70), "🇵🇱🇵", "👍🏽👍🏽"),
  );
  const texts = fc
    .array(
      line.map((text) => text.toWellFormed().replaceAll("\n", "")),
      { maxLength: 8 },
    )
    .map((lines) => lines.join("\n"));
  const widths = fc.integer({ min: 24, max: 90 });

  test("no row is wider than asked, in either view", () =>
    fc.assert(
      fc.property(texts, texts, widths, fc.constantFrom("diff", "whole"), (before, after, width, as) => {
        for (const row of draw({ before, after }, { width, as, choosing: true }))
          expect(cells(row)).toBeLessThanOrEqual(width);
      }),
    ));

  test("colour adds nothing but colour", () =>
    fc.assert(
      fc.property(texts, texts, widths, (before, after, width) => {
        const painted = draw({ before, after }, { width, paint: createPaint(true) });
        expect(painted.map((row) => row.replace(/\u001b\[\d+m/g, ""))).toEqual(draw({ before, after }, { width }));
      }),
    ));

  test("a row is the same whenever it is asked for", () =>
    fc.assert(
      fc.property(texts, texts, widths, (before, after, width) => {
        const rows = createRows({ path: "a.ts", before, after }, { width, paint });
        const backwards = Array.from({ length: rows.count }, (_, at) => rows.row(rows.count - 1 - at)).toReversed();
        const again = createRows({ path: "a.ts", before, after }, { width, paint });
        expect(backwards).toEqual(Array.from({ length: again.count }, (_, at) => again.row(at)));
      }),
    ));
});

describe("large changes", () => {
  test("a hundred thousand changed lines are looked at once", () => {
    const rows = createRows(
      { path: "a.ts", before: numbered(100_000), after: numbered(100_000).toUpperCase() },
      { width: 80, paint },
    );
    expect(rows.count).toBe(200_001);
    expect(rows.row(150_001).text).toBe("        50001 +LINE 50001".slice(-25));
  });

  test.each([
    ["plain", "x".repeat(1_000_000)],
    ["wide", "語".repeat(500_000)],
    ["hidden", "\u200b".repeat(200_000)],
    ["combining", "a\u0300".repeat(300_000)],
    ["emoji", "👩\u200d👧".repeat(150_000)],
    ["spaces", " ".repeat(1_000_000)],
    ["tabs", "\t".repeat(500_000)],
  ])("a line of %s characters is cut exactly", (_, line) => {
    const rows = createRows({ path: "a.ts", before: "", after: `${line}\n` }, { width: 80, paint });
    expect(cells(rows.row(rows.count - 1).text)).toBeLessThanOrEqual(80);
    expect(cells(rows.row(rows.count >> 1).text)).toBeLessThanOrEqual(80);
  });
});
