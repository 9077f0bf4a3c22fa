// Rows are exact and lazy: every line of the view once, numbered, at most as wide as asked.

import { describe, expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { createRows } from "./rows.ts";
import type { RowsOptions, Shown } from "./types.ts";

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
});
