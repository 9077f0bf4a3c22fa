// Rows of the page: every line of the change once, in order; what a row draws can be copied as the file has it.

import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineOf, sourceOf, type Outline } from "../../../../review/index.ts";
import { splitLines } from "../../../../text/index.ts";
import { bodyLength, MOST_IN_ROW, sideOf } from "./line-cells.ts";
import { pageRows } from "./page-rows.ts";
import type { PageRow } from "./segments.ts";
import { piecesOf } from "./pieces.ts";

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "", "  x ", "\ty", "é", "שלום עולם", "\u202e(", "ok\r", "pаypal") },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(2500), "😀".repeat(1200), `${" ".repeat(1500)}z`) },
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, isEnded]) => (lines.length === 0 ? "" : lines.join("\n") + (isEnded ? "\n" : "")));

const all = (outline: Outline, headings: boolean): readonly PageRow[] => {
  const rows = pageRows(outline, { headings });
  return Array.from({ length: rows.count }, (_, at) => rows.row(at));
};

/** The text of one side, from the rows alone. */
function readBack(outline: Outline, rows: readonly PageRow[], side: "old" | "new"): string {
  let text = "";
  for (const row of rows) {
    if (row.kind !== "line" || row.numbers[side] === null) continue;
    const { text: whole, starts } = sideOf(outline, row.run);
    const own = whole.slice(starts[row.line], starts[row.line + 1]);
    text += own.slice(row.span.from, row.span.to);
  }
  return text;
}

test("every line of both texts is in the rows once, in order", () =>
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, after, headings) => {
      const outline = outlineOf({ path: "a.ts", before, after }, { context: 1000 });
      const rows = all(outline, headings);
      if (before === after) return;
      expect(readBack(outline, rows, "old")).toBe(before);
      expect(readBack(outline, rows, "new")).toBe(after);
      const numbers = rows.flatMap((row) =>
        row.kind === "line" && row.span.from === 0 ? (row.numbers.new ?? []) : [],
      );
      expect(numbers).toEqual(splitLines(after).map((_, at) => at + 1));
      const ends = rows.filter((row) => row.kind === "unended").length;
      const isChanged = before.endsWith("\n") !== after.endsWith("\n") || lastLine(before) !== lastLine(after);
      expect(ends).toBe(isChanged ? unended(before) + unended(after) : unended(after));
    }),
  ));

const lastLine = (text: string): string => splitLines(text).at(-1) ?? "";
const unended = (text: string): number => (text !== "" && !text.endsWith("\n") ? 1 : 0);

test("a row is found by its line and by its change, and its length is bounded", () =>
  fc.assert(
    fc.property(text, text, (before, after) => {
      const outline = outlineOf({ path: "a.ts", before, after }, {});
      const rows = pageRows(outline, { headings: true });
      const seen = new Set<number>();
      for (let at = 0; at < rows.count; at += 1) {
        const row = rows.row(at);
        if (row.kind === "hunk") expect(rows.rowOfHunk(row.hunk)).toBe(at);
        if (row.kind !== "line") continue;
        expect(rows.lengthAt(at)).toBeLessThanOrEqual(MOST_IN_ROW);
        expect(row.span.to - row.span.from).toBeLessThanOrEqual(MOST_IN_ROW + 3);
        if (row.span.from > 0) continue;
        const number = row.numbers[row.side]!;
        const found = rows.rowOfLine(row.side, number);
        if (row.run.kind !== "context") expect(found).toBe(at);
        seen.add(number);
      }
    }),
  ));

test("the pieces of a row, joined, are what the line has there; only marks are drawn as something else", () =>
  fc.assert(
    fc.property(text, fc.boolean(), (after, strict) => {
      const outline = outlineOf({ path: "a.ts", before: null, after }, {});
      const rows = pageRows(outline, { headings: false });
      for (let at = 0; at < rows.count; at += 1) {
        const row = rows.row(at);
        if (row.kind !== "line") continue;
        const { text: whole, starts } = outline.new;
        const own = whole.slice(starts[row.line], starts[row.line + 1]);
        const source = sourceOf(own, {
          usual: "\n",
          strict,
          room: 10_000,
          reading: "code",
          cells: (text) => text.length,
        });
        const pieces = piecesOf(source, row.span, { changed: [], syntax: [] });
        const body = bodyLength(outline.new, row.line);
        const shown = source.ending === "" ? Math.min(row.span.to, body) : row.span.to;
        expect(pieces.map(({ from, to }) => own.slice(from, to)).join("")).toBe(own.slice(row.span.from, shown));
        for (const { kind, from, to, shown: drawn } of pieces)
          if (kind !== "mark") expect(drawn).toBe(own.slice(from, to));
      }
    }),
  ));

test("a hundred thousand lines are not read to make their rows", () => {
  const after = "x\n".repeat(100_000);
  let reads = 0;
  const outline = outlineOf({ path: "a.ts", before: null, after }, {});
  const counted: Outline = {
    ...outline,
    new: {
      ...outline.new,
      get text() {
        reads += 1;
        return after;
      },
    },
  };
  const rows = pageRows(counted, { headings: false });
  expect(rows.count).toBe(100_000);
  expect(reads).toBeLessThan(10);
});
