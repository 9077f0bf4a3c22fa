import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { AnswerStream } from "./answer.ts";
import { itemRows } from "./items.ts";
import type { FileDiff } from "./types.ts";

const paint = createPaint(false);
const file = (before: string | null, after: string | null, path = "a.ts"): FileDiff => ({
  path,
  before,
  after,
  instead: null,
});
const draw = (files: readonly FileDiff[], width = 80): readonly string[] =>
  itemRows({ kind: "diff", files, most: null }, { width, paint });
const preview = (text: string, width: number): readonly string[] => {
  const answer = new AnswerStream();
  return [
    ...answer.edit({ kind: "edit-start", path: "a.ts" }, { width, paint }).slice(1),
    ...answer.edit({ kind: "edit-text", section: "new", text }, { width, paint }),
    ...answer.edit({ kind: "edit-end", problem: null }, { width, paint }),
  ];
};

const LONG = `${"a".repeat(78)}-this is NOT removed`;

test("a long line goes on in a row that cannot be taken for a line", () => {
  expect(draw([file("x\n", `x\n${LONG}\n`)])).toEqual([
    "Changed: a.ts",
    "@@ -1,1 +1,2 @@",
    "1 1  x",
    `  2 +${"a".repeat(74)}↴`,
    "· · +aaaa-this is NOT removed",
  ]);
  expect(preview(`${LONG}\n`, 82)).toEqual([`  + ${"a".repeat(77)}↴`, "  · a-this is NOT removed"]);
});

test("a line that looks like the head of another file is a line", () =>
  expect(draw([file("-- a/other.ts\n", "++ b/other.ts\n")])).toEqual([
    "Changed: a.ts",
    "@@ -1,1 +1,1 @@",
    "1   --- a/other.ts",
    "  1 +++ b/other.ts",
  ]));

test("the marks are those of the review, in a preview too", () => {
  const line = "\te\u0301 👩\u200d💻 ";
  expect(draw([file(null, `${line}\n`)]).at(-1)).toBe("1 +⇥   e⟨U+0301⟩ 👩‿💻⟨SP⟩");
  expect(preview(`${line}\n`, 80)).toEqual(["  + ⇥   e⟨U+0301⟩ 👩‿💻⟨SP⟩"]);
});

test("an open line has no trailing whitespace yet", () => {
  const answer = new AnswerStream();
  answer.edit({ kind: "edit-start", path: "a" }, { width: 80, paint });
  answer.edit({ kind: "edit-text", section: "new", text: "let " }, { width: 80, paint });
  expect(answer.tail({ width: 80, paint })).toEqual(["  + let"]);
});

test.each<[string, readonly FileDiff[], readonly string[]]>([
  ["a deleted file", [file("a\n", null)], ["Deleted: a.ts", "1 -a"]],
  ["an empty file", [file(null, "")], ["Created: a.ts", "(empty file)"]],
  [
    "one that is hidden, and another",
    [{ path: "b", before: null, after: null, instead: "hidden: a rule" }, file(null, "a\n")],
    ["Changed: b", "(hidden: a rule)", "", "Created: a.ts", "1 +a"],
  ],
  [
    "a long name",
    [file(null, "", "n".repeat(90))],
    [`Created: ${"n".repeat(68)}↴`, `↳ ${"n".repeat(22)}`, "(empty file)"],
  ],
])("%s", (_, files, rows) => expect(draw(files)).toEqual(rows));

test("for people who listen, every row says what happens to its line", () => {
  const files = [file("a\n", `${"b".repeat(70)}-c\n`)];
  expect(itemRows({ kind: "diff", files, most: null }, { width: 60, paint, inWords: true })).toEqual([
    "Changed: a.ts",
    "Removed line 1: a",
    `Added line 1: ${"b".repeat(46)}`,
    `Continued: ${"b".repeat(24)}-c`,
  ]);
});

test("more rows than wanted are counted", () => {
  const text = Array.from({ length: 9 }, (_, at) => `${at}\n`).join("");
  const shown = (most: number): readonly string[] =>
    itemRows({ kind: "diff", files: [file(null, text)], most }, { width: 80, paint });
  expect(shown(9)).toHaveLength(10);
  expect(shown(3)).toEqual(["Created: a.ts", "1 +0", "2 +1", "… and 7 more rows: /diff shows all of them"]);
});

describe("for any text", () => {
  const lines = fc.oneof(
    fc.string({ unit: fc.constantFrom("-", "+", "@", " ", "·", "\t", "a", "日", "e\u0301", "א"), maxLength: 200 }),
    fc.string({ unit: "grapheme", maxLength: 80 }),
  );
  const widths = fc.integer({ min: 24, max: 59 });
  const clean = (line: string): string => line.toWellFormed().replaceAll("\n", "");

  test("one row of a diff has the line's number, and all others have the mark of a row that goes on", () =>
    fc.assert(
      fc.property(lines.map(clean), widths, (line, width) => {
        const rows = draw([file("x\n", `x\n${line}\n`)], width);
        const added = rows.slice(rows.findIndex((row) => /^ ?1 /.test(row)) + 1);
        expect(added[0]).toMatch(/^2 \+/);
        for (const row of added.slice(1)) expect(row).toMatch(/^· \+/);
        for (const row of added) expect(cells(row)).toBeLessThanOrEqual(width);
      }),
    ));

  test("one row of a preview has the sign", () =>
    fc.assert(
      fc.property(lines.map(clean), widths, (line, width) => {
        const [first, ...others] = preview(`${line}\n`, width);
        expect(first).toMatch(/^ {2}\+/);
        for (const row of others) expect(row).toMatch(/^ {2}·/);
        for (const row of [first!, ...others]) expect(cells(row)).toBeLessThanOrEqual(width);
      }),
    ));
});
