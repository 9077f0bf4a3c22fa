import fc from "fast-check";
import { expect, test } from "vitest";
import { LineIndex, spliceAll, type ContentChange } from "./line-index.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });

/** Ascending changes that stay apart, in a list of this size. */
function changesIn(size: number, seeds: readonly number[], puts: readonly string[][]): ContentChange[] {
  const ends = [...new Set(seeds.map((seed) => seed % (size + 1)))].toSorted((a, b) => a - b);
  const changes: ContentChange[] = [];
  for (let at = 0; at + 1 < ends.length; at += 2)
    changes.push({ from: ends[at]!, to: ends[at + 1]!, put: puts[at % puts.length] ?? [] });
  return changes;
}

test("an index that was changed finds what a new one finds", () => {
  fc.assert(
    fc.property(
      lines,
      fc.array(fc.tuple(fc.array(fc.nat(20), { maxLength: 24 }), fc.array(lines, { minLength: 1, maxLength: 4 })), {
        maxLength: 4,
      }),
      fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 3 }),
      (start, rounds, wanted) => {
        const index = new LineIndex(start);
        let now: string[] = [...start];
        for (const [seeds, puts] of rounds) {
          const changes = changesIn(now.length, seeds, puts);
          index.apply(changes);
          now = spliceAll(now, changes);
        }
        expect(index.lines.map((number) => index.contentOf(number))).toEqual(now);
        expect(index.find(wanted)).toEqual(new LineIndex(now).find(wanted));
      },
    ),
  );
});

test("a very long insertion does not overflow the stack", () => {
  const put = Array.from({ length: 300_000 }, (_, at) => `line ${at}`);
  const index = new LineIndex(["a", "b"]);
  index.apply([{ from: 1, to: 1, put }]);
  expect(index.find(["line 299999", "b"]).places).toEqual([300_000]);
});
