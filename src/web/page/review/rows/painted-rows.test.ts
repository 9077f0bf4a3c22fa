// What counts as painted: whole rows only, and high rows part by part.

import fc from "fast-check";
import { expect, test } from "vitest";
import { Heights } from "./heights.ts";
import { PaintedRows } from "./painted-rows.ts";

const list = (...heights: readonly number[]): Heights => new Heights(heights.length, (row) => heights[row]!);

test.each([
  ["all of it", [20, 20, 20], { top: 0, bottom: 60 }, { from: 0, to: 3 }],
  ["rows that are cut do not count", [20, 20, 20], { top: 10, bottom: 50 }, { from: 1, to: 2 }],
  ["one high row, not to its end", [500], { top: 0, bottom: 100 }, { from: 1, to: 1 }],
  ["a high row below others", [20, 500], { top: 0, bottom: 100 }, { from: 0, to: 1 }],
  ["no window", [20], { top: 0, bottom: 0 }, { from: 0, to: 0 }],
  ["no row", [], { top: 0, bottom: 100 }, { from: 0, to: 0 }],
])("%s", (_, heights, window, painted) => expect(new PaintedRows().paint(list(...heights), window)).toEqual(painted));

test("a row higher than the screen counts once every part of it was there, without a gap", () => {
  const rows = new PaintedRows();
  const heights = list(250);
  expect(rows.paint(heights, { top: 0, bottom: 100 })).toEqual({ from: 1, to: 1 });
  expect(rows.paint(heights, { top: 150, bottom: 250 })).toEqual({ from: 1, to: 1 });
  expect(rows.paint(heights, { top: 50, bottom: 150 })).toEqual({ from: 1, to: 1 });
  expect(rows.paint(heights, { top: 0, bottom: 60 })).toEqual({ from: 0, to: 1 });
});

test("scrolled from the start to the end without a gap, every row counts; what was never there does not", () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 20, max: 200 }),
      fc.boolean(),
      (all, height, toEnd) => {
        const heights = list(...all);
        const rows = new PaintedRows();
        const end = toEnd ? heights.total : heights.total / 2;
        const painted = new Set<number>();
        let bottom = 0;
        for (let top = 0; top < end; top += Math.ceil(height / 2)) {
          bottom = Math.min(heights.total, top + height);
          const { from, to } = rows.paint(heights, { top, bottom });
          for (let row = from; row < to; row += 1) painted.add(row);
        }
        const there = all.map((_, row) => heights.top(row + 1) <= bottom);
        expect(all.map((_, row) => painted.has(row))).toEqual(there);
      },
    ),
  ));
