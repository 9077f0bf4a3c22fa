import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "./wording.ts";

test("whole numbers are grouped as Node's own English format groups them", () => {
  const english = new Intl.NumberFormat("en");
  for (const number of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, -1_234]) {
    expect(grouped(number)).toBe(english.format(number));
  }
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(grouped(number)).toBe(english.format(number));
    }),
  );
});
