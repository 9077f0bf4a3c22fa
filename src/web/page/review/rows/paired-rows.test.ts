// Two columns: each text is in its column, every line once, in order.

import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineOf } from "../../../../review/index.ts";
import { sideOf } from "./line-cells.ts";
import { pairedRows } from "./paired-rows.ts";

const line = fc.constantFrom("a", "b", "let a = 1;", "let a = 2;", "", "x".repeat(2300));
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, isEnded]) => (lines.length === 0 ? "" : lines.join("\n") + (isEnded ? "\n" : "")));

test("the left column is the old text, the right one the new text", () =>
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, after, headings) => {
      if (before === after) return;
      const outline = outlineOf({ path: "a.ts", before, after }, { context: "all" });
      const rows = pairedRows(outline, { headings });
      const columns = { old: "", new: "" };
      for (let at = 0; at < rows.count; at += 1) {
        const row = rows.row(at);
        if (row.kind === "hunk") expect(rows.rowOfHunk(row.hunk)).toBe(at);
        if (row.kind !== "pair") continue;
        for (const side of ["old", "new"] as const) {
          const cell = row[side];
          if (cell === null) continue;
          const { text: whole, starts } = sideOf(outline, cell.run);
          columns[side] += whole.slice(starts[cell.line], starts[cell.line + 1]).slice(cell.span.from, cell.span.to);
          if (cell.span.from === 0) expect(rows.rowOfLine(side, cell.numbers[side]!)).toBe(at);
        }
      }
      expect(columns).toEqual({ old: before, new: after });
    }),
  ));
