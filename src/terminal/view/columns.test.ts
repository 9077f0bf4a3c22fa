// Two columns are exact: each reads back to the lines of its side, and no row is wider than asked.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shown } from "../../review/index.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { createColumns } from "./columns.ts";
import type { RowsOptions } from "./types.ts";

const paint = createPaint(false);

function draw(shown: Omit<Shown, "path">, options: Partial<RowsOptions> = {}): string[] {
  const rows = createColumns({ path: "a.txt", ...shown }, { width: 60, paint, ...options });
  return Array.from({ length: rows.count }, (_, at) => rows.row(at).text.trimEnd());
}

describe("columns", () => {
  test("what is replaced is next to what replaces it", () =>
    expect(draw({ before: "a\nb\nc\nd\n", after: "a\nB\nd\ne\n" })).toEqual([
      "@@ -1,4 +1,4 @@",
      "1  a                         │ 1  a",
      "2 -b                         │ 2 +B",
      "3 -c                         │",
      "4  d                         │ 3  d",
      "                             │ 4 +e",
    ]));

  test("a long line continues beside the other, and a missing line break is said in its column", () =>
    expect(draw({ before: `x${"ab".repeat(20)}`, after: "y\n" }, { width: 50 })).toEqual([
      "@@ -1,1 +1,1 @@",
      "1 -xababababababababab↴ │ 1 +y",
      "· -abababababababababa↴ │",
      "· -bab                  │",
      "  \\ no line break at …  │",
    ]));

  test("boxes, the mark of the change under the cursor, and matches", () => {
    const shown = { path: "a.txt", before: "a\nb\n", after: "a\nB\n" };
    const state = { isChosen: () => false, current: 0, found: null };
    expect(createColumns(shown, { width: 60, paint, choosing: true }).row(2, state).text).toMatch(
      /^\[ \]>2 -b +│ 2 \+B$/,
    );
    const match = { side: "new", line: 2, from: 0, to: 1, old: null, at: 1 } as const;
    const found = { spansOf: () => [match], current: match };
    expect(createColumns(shown, { width: 60, paint }).row(2, { ...state, found }).text).toMatch(/^2›-b +│ 2»\+B$/);
    expect(createColumns(shown, { width: 60, paint }).row(2, state).text).toMatch(/^2▸-b +│ 2 \+B$/);
  });

  test("rows know their change and its lines, and lines their rows", () => {
    const rows = createColumns({ path: "a.txt", before: "a\nb\nc\n", after: "a\nB\n" }, { width: 60, paint });
    expect(rows.rowsOfHunk(0)).toEqual({ from: 2, to: 4 });
    expect(rows.row(2).line).toEqual({ old: 2, new: 2 });
    expect([rows.row(3).kind, rows.row(3).line]).toEqual(["removed", { old: 3, new: null }]);
    expect(rows.rowOf({ side: "old", line: 3 })).toBe(3);
    expect(rows.rowOf({ side: "new", line: 2 })).toBe(2);
  });
});

describe("for any texts", () => {
  const line = fc.stringMatching(/^([a-z][a-z ]{0,60}[a-z]|[a-z]?)$/);
  const texts = fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join("\n") + (isEnded && lines.length > 0 ? "\n" : ""));
  const widths = fc.integer({ min: 50, max: 120 });

  test("each column reads back to its text", () =>
    fc.assert(
      fc.property(texts, texts, widths, (before, after, width) => {
        fc.pre(before !== after && before !== "" && after !== "");
        const column = Math.floor((width - 3) / 2);
        const rows = draw({ before, after }, { width, context: "all" }).filter((row) => !row.startsWith("@@"));
        expect([rows.map((row) => row.slice(0, column)), rows.map((row) => row.slice(column + 3))].map(textOf)).toEqual(
          [before, after],
        );
      }),
    ));

  test("no row is wider than asked, and colour adds nothing but colour", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 90 }).map((text) => text.toWellFormed()),
        fc.string({ unit: "grapheme", maxLength: 90 }).map((text) => text.toWellFormed()),
        widths,
        (before, after, width) => {
          const drawn = draw({ before, after }, { width, choosing: true });
          for (const row of drawn) expect(cells(row)).toBeLessThanOrEqual(width);
          const painted = draw({ before, after }, { width, choosing: true, paint: createPaint(true) });
          expect(painted.map((row) => row.replace(/\u001b\[\d+m/g, "").trimEnd())).toEqual(drawn);
        },
      ),
    ));
});

/** One column read back: numbers, a sign, the text; `·` continues a line, `\` says that it has no break. */
function textOf(column: readonly string[]): string {
  const lines: string[] = [];
  let ending = "\n";
  for (const row of column) {
    const found = /^ *(\d+|·)(?: [ +-](.*?))? *$/.exec(row);
    if (found?.[1] === "·") lines.push(lines.pop()! + (found[2] ?? "").replace(/↴$/, ""));
    else if (found !== null) lines.push((found[2] ?? "").replace(/↴$/, ""));
    else if (row.includes("\\ no line")) ending = "";
    else expect(row.trim()).toBe("");
  }
  return lines.join("\n") + ending;
}
