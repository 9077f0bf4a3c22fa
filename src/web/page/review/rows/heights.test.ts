// Heights agree with plain addition, whatever was measured in between.

import fc from "fast-check";
import { expect, test } from "vitest";
import { Heights } from "./heights.ts";

const heights = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 70 });
const changes = fc.array(fc.tuple(fc.nat(69), fc.integer({ min: 0, max: 200 })), { maxLength: 20 });

test("the top of a row is the sum of those above it, and a distance finds its row", () =>
  fc.assert(
    fc.property(heights, changes, fc.integer({ min: -5, max: 5000 }), (first, measured, distance) => {
      const plain = [...first];
      const list = new Heights(first.length, (row) => first[row]!);
      for (const [row, height] of measured) {
        const moved = row < plain.length ? height - plain[row]! : 0;
        expect(list.set(row, height)).toBe(moved);
        if (row < plain.length) plain[row] = height;
      }
      const tops = [0];
      for (const height of plain) tops.push(tops.at(-1)! + height);
      expect(Array.from({ length: plain.length + 1 }, (_, row) => list.top(row))).toEqual(tops);
      expect(list.total).toBe(tops.at(-1));
      const found = tops.findLastIndex((top) => top <= Math.max(0, distance));
      expect(list.at(distance)).toBe(Math.max(0, Math.min(found, plain.length - 1)));
    }),
  ));

test("above the top is the top, also where the first rows have no height", () => {
  const list = new Heights(2, () => 0);
  expect([list.at(-1), list.at(0)]).toEqual([1, 1]);
});
