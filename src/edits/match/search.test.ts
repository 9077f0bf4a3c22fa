import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRun, findText, matchesAt } from "./search.ts";

function naive(length: number, size: number, equal: (from: number) => boolean): number[] {
  return Array.from({ length: Math.max(0, length - size + 1) }, (_, from) => from).filter(equal);
}

const few = fc.string({ unit: fc.constantFrom("a", "b", "\n", " "), maxLength: 60 });

test("text is found wherever a plain comparison finds it", () => {
  fc.assert(
    fc.property(
      few,
      few.filter((wanted) => wanted !== ""),
      (text, wanted) => {
        const places = naive(text.length, wanted.length, (from) => text.startsWith(wanted, from));
        const hits = findText(text, wanted);
        expect(hits.places).toEqual(places);
        expect(hits.count).toBe(places.length);
        expect(hits.overlapping).toBe(places.some((at, index) => index > 0 && at - places[index - 1]! < wanted.length));
      },
    ),
  );
});

test("long text falls back to the linear search and finds the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 300, max: 900 }), (size, length) => {
      const text = `${"a".repeat(length)}b${"a".repeat(length)}`;
      const wanted = `${"a".repeat(size)}b${"a".repeat(size)}`;
      expect(findText(text, wanted).places).toEqual(
        naive(text.length, wanted.length, (from) => text.startsWith(wanted, from)),
      );
    }),
    { numRuns: 30 },
  );
});

const numbers = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 });

test("a run of numbers is found wherever a plain comparison finds it, rare or common", () => {
  fc.assert(
    fc.property(numbers, fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }), (list, wanted) => {
      const rarity = (number: number): number => list.filter((each) => each === number).length;
      const places = naive(list.length, wanted.length, (from) => matchesAt(list, wanted, from));
      expect(findRun(list, wanted, { rarity }).places).toEqual(places);
    }),
  );
});

test("the count is exact however few places are kept", () => {
  expect(findText("abababab", "ab", { keep: 2 })).toEqual({ count: 4, places: [0, 2], overlapping: false });
});

describe("hostile input stays linear", () => {
  const size = 200_000;
  test.each([
    ["all alike", "a".repeat(size), "a".repeat(size / 2)],
    ["one odd at the end", "a".repeat(size), `${"a".repeat(size / 2)}b`],
    ["one odd at the start", "a".repeat(size), `b${"a".repeat(size / 2)}`],
    ["one odd in the middle", `${"a".repeat(size)}b`, `${"a".repeat(5000)}b${"a".repeat(5000)}`],
    ["periodic", "ab".repeat(size / 2), `${"ab".repeat(size / 4)}c`],
    ["blank lines", "    \n".repeat(size / 5), "    \n".repeat(size / 10)],
  ])("%s", (_, text, wanted) => {
    const meter = { steps: 0 };
    findText(text, wanted, { keep: 1, meter });
    expect(meter.steps).toBeLessThan(12 * (text.length + wanted.length));
  });

  test("many equal lines", () => {
    const list = Array.from({ length: size }, () => 0);
    const wanted = [...Array.from({ length: size / 2 }, () => 0), 1];
    const meter = { steps: 0 };
    findRun(list, wanted, { rarity: (number) => (number === 0 ? size : 1), meter });
    findRun(list, list.slice(size / 2), { rarity: () => size, keep: 1, meter });
    expect(meter.steps).toBeLessThan(12 * size);
  });
});
