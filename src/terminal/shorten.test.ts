// Whatever is cut off a text, the rest fits, and right-to-left text in it is still enclosed.

import fc from "fast-check";
import { expect, test } from "vitest";
import { deceivingOrder } from "../../test/support/visual-order.ts";
import { reveal, type Reading } from "../text/index.ts";
import { frame } from "./frame.ts";
import { createPaint } from "./paint.ts";
import { keepEnd, keepStart } from "./shorten.ts";
import { cells, wrapWords } from "./wrap.ts";

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'אב ١1a"*/x-漢é', "שָ", "сору "), maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const readings = fc.constantFrom<Reading>("exact", "name", "code", "prose");

test("any text, in any width", () =>
  fc.assert(
    fc.property(texts, readings, fc.integer({ min: 4, max: 30 }), (text, reading, width) => {
      const shown = reveal(text, { reading });
      for (const row of [keepStart(shown, width), keepEnd(shown, width), ...wrapWords(shown, width)]) {
        expect(cells(row)).toBeLessThanOrEqual(width);
        expect(deceivingOrder(row)).toBe(null);
      }
      for (const row of frame(shown, [], { width: width + 20, paint: createPaint(false) })) {
        expect(cells(row)).toBe(width + 20);
        expect(deceivingOrder(row)).toBe(null);
      }
    }),
    { numRuns: 500 },
  ));
