import fc from "fast-check";
import { expect, test } from "vitest";
import { see, UNSEEN } from "./seen.ts";

test("the start and everything were seen exactly when every row of them was", () => {
  const windows = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 8 })), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(20), windows, (rows, lead, shown) => {
      let seen = UNSEEN;
      const marked = new Set<number>();
      for (const [from, height] of shown) {
        const to = Math.min(rows, from + height);
        seen = see(seen, { layout: "80", rows, lead, height, from, to });
        for (let row = from; row < to; row += 1) marked.add(row);
      }
      expect(seen.all).toBe(marked.size === rows);
      const start = Array.from({ length: Math.min(lead + 1, rows) }, (_, row) => row);
      expect(seen.start).toBe(start.every((row) => marked.has(row)));
      expect(seen.ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))).toEqual(
        [...marked].sort((a, b) => a - b),
      );
    }),
  );
});

test("another layout counts anew, unless all was seen already", () => {
  const half = see(UNSEEN, { layout: "80", rows: 10, lead: 0, height: 5, from: 0, to: 5 });
  const other = see(half, { layout: "40", rows: 20, lead: 0, height: 10, from: 10, to: 20 });
  expect([other.all, other.ranges]).toEqual([false, [{ from: 10, to: 20 }]]);
  const whole = see(half, { layout: "80", rows: 10, lead: 0, height: 5, from: 5, to: 10 });
  expect(see(whole, { layout: "40", rows: 20, lead: 0, height: 10, from: 0, to: 10 }).all).toBe(true);
});
