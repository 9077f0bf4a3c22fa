// Inserted rows: all own rows stay, in order, and each insert is right below its row.

import fc from "fast-check";
import { expect, test } from "vitest";
import { withInserts } from "./inserted-rows.ts";

test("rows and inserts in order", () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(19), { maxLength: 8 }), (count, below) => {
      const inserts = below.filter((row) => row < count).map((row, index) => ({ below: row, extra: index }));
      const rows = withInserts({ count }, inserts);
      const wanted = Array.from({ length: count }, (_, row) => [
        `row ${row}`,
        ...inserts.flatMap((insert) => (insert.below === row ? `insert ${insert.extra}` : [])),
      ]).flat();
      const found = Array.from({ length: rows.count }, (_, at) => {
        const one = rows.find(at);
        return one.kind === "own" ? `row ${one.row}` : `insert ${one.extra}`;
      });
      expect(found).toEqual(wanted);
      for (let row = 0; row < count; row += 1) expect(found[rows.at(row)]).toBe(`row ${row}`);
    }),
  ));
