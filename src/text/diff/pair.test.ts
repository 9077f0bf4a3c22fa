import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniqueAnchors } from "./anchors.ts";
import { pairLines } from "./pair.ts";

type Ids = Int32Array;
const ids = (count: number, of: (at: number) => number): Ids => Int32Array.from({ length: count }, (_, at) => of(at));

describe("a nasty input takes steps in proportion to its length, and its pairs are right", () => {
  // Enough for the whole budget, every level of cutting, and the slices. The last column is the share of lines that
  // must find a partner all the same.
  const limit = (lines: number): number => 10_000_000 + lines * 1200;

  test.each([
    ["two symbols, shuffled", 60_000, chance(2, 3), chance(2, 4), 0.75],
    ["a thousand symbols, shuffled", 40_000, chance(1000, 7), chance(1000, 8), 0.03],
    ["nothing in common", 100_000, (at: number) => at, (at: number) => 100_000 + at, 0],
    ["every line unique, backwards", 40_000, (at: number) => at, (at: number) => 39_999 - at, 0],
    ["unique lines among noise, halves swapped", 60_000, among(30_000, 0), among(30_000, 30_000), 0.3],
  ])("%s", (_, count, old, fresh, share) => {
    const meter = { steps: 0 };
    const numbers = new Map<number, number>();
    const number = (id: number): number => numbers.get(id) ?? (numbers.set(id, numbers.size), numbers.size - 1);
    const oldIds = ids(count, (at) => number(old(at)));
    const newIds = ids(count, (at) => number(fresh(at)));
    const paired = pairLines(oldIds, newIds, meter);
    checkPairs(oldIds, newIds, paired);
    expect(meter.steps).toBeLessThan(limit(2 * count));
    const kept = paired.old.reduce((sum, one) => sum + one, 0);
    expect(kept).toBeGreaterThanOrEqual(count * share);
  });

  test("a search that runs along an edge is not started", () => {
    // One side three times as long, ends that do not match: Myers would walk 20,000 rounds without comparing a thing.
    const old = ids(20_002, (at) => (at === 0 || at === 20_001 ? 0 : 1));
    const fresh = ids(60_004, (at) => (at === 1 || at === 60_002 ? 0 : 1));
    const meter = { steps: 0 };
    checkPairs(old, fresh, pairLines(old, fresh, meter));
    expect(meter.steps).toBeLessThan(limit(80_006));
  });
});

test("a tangle is cut at its unique lines, so that what is between them is still found", () => {
  // 60,000 lines of two symbols shuffled make the whole too expensive; a unique line every 100 keeps the rest aligned.
  const noise = chance(2, 9);
  const other = chance(2, 10);
  const old = ids(60_000, (at) => (at % 100 === 0 ? 2 + at / 100 : noise(at)));
  const fresh = ids(60_000, (at) => (at % 100 === 0 ? 2 + at / 100 : other(at)));
  const paired = pairLines(old, fresh);
  checkPairs(old, fresh, paired);
  for (let at = 0; at < 60_000; at += 100) expect([paired.old[at], paired.new[at]]).toEqual([1, 1]);
  const kept = paired.old.reduce((sum, one) => sum + one, 0);
  expect(kept).toBeGreaterThan(60_000 * 0.75);
});

describe("anchors are lines that occur once on both sides", () => {
  test.each([
    ["none", [1, 1], [1], ""],
    ["one", [1, 2], [2, 3], "1:0"],
    ["twice on one side is no anchor", [1, 2, 1], [1, 2], "1:1"],
    ["the longest row in one order", [1, 2, 3, 4], [4, 1, 2, 3], "0:1 1:2 2:3"],
    ["empty", [], [1], ""],
  ])("%s", (_, old, fresh, drawn) => {
    const anchors = uniqueAnchors(Int32Array.from(old), Int32Array.from(fresh));
    expect(anchors.map((anchor) => `${anchor.old}:${anchor.new}`).join(" ")).toBe(drawn);
  });

  test("they are equal, ascend on both sides, and no line is used twice", () =>
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 })), fc.array(fc.nat({ max: 20 })), (left, right) => {
        const anchors = uniqueAnchors(Int32Array.from(left), Int32Array.from(right));
        anchors.forEach((anchor, at) => {
          expect(left[anchor.old]).toBe(right[anchor.new]);
          expect(left.filter((id) => id === left[anchor.old])).toHaveLength(1);
          expect(right.filter((id) => id === left[anchor.old])).toHaveLength(1);
          if (at > 0) expect(anchor.old > anchors[at - 1]!.old && anchor.new > anchors[at - 1]!.new).toBe(true);
        });
      }),
    ));
});

/** Pseudo-random symbols below `kinds`, the same on every run (Marsaglia's xorshift). */
function chance(kinds: number, seed: number): (at: number) => number {
  let state = seed * 2654435761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % kinds;
  };
}

/** Every second line one of two symbols, the others unique, the unique ones beginning at `first` and going round. */
function among(half: number, first: number): (at: number) => number {
  const noise = chance(2, first + 1);
  return (at) => (at % 2 === 0 ? noise(at) : 2 + ((first + (at - 1)) % (2 * half)));
}

function checkPairs(old: Ids, fresh: Ids, paired: { old: Uint8Array; new: Uint8Array }): void {
  const kept = (side: Ids, flags: Uint8Array): Ids => side.filter((_, at) => flags[at] === 1);
  expect(Buffer.from(kept(old, paired.old).buffer).equals(Buffer.from(kept(fresh, paired.new).buffer))).toBe(true);
}
