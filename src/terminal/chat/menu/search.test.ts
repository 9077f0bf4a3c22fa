import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, foldQuery, scoreOf, type Meter } from "./fuzzy.ts";
import type { Found, MenuEntry } from "./menu.ts";
import { MenuSearch, searchSteps, type SearchInput } from "./search.ts";

const entry = (label: string): MenuEntry => ({ label, detail: "", value: label });
const isIn = (query: string, text: string): boolean => {
  let at = -1;
  return [...query].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
};

/** All at once, from nothing. */
function best(query: string, labels: readonly string[], meter?: Meter): Found {
  const input: SearchInput = { list: labels.map(entry), names: [], within: null, matching: "fuzzy" };
  const steps = searchSteps(foldQuery(query), input, meter);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { filter: query, ...step.value.found };
  }
}

test("what a label says besides the name is not searched where a name is given", () => {
  const list = [{ ...entry("/fork [TURN]"), filter: "/fork" }, entry("/run")];
  const steps = searchSteps(foldQuery("run"), { list, names: [], within: null, matching: "fuzzy" });
  const step = steps.next();
  expect(step.done === true && step.value.found.entries.map(({ label }) => label)).toEqual(["/run"]);
});

describe("what fits best comes first", () => {
  test.each<[string, readonly string[]]>([
    ["price", ["src/price.ts", "src/unit-price.ts", "src/reprice.ts", "price/a.ts", "src/plain-river-ice.ts"]],
    ["app", ["app.ts", "src/app.ts", "web/app/main.ts", "a/p/p.ts"]],
    ["src/app", ["src/app.ts", "lib/src/app.ts", "src/x/app.ts"]],
    ["PrIcE", ["src/price.ts"]],
    ["cpt", ["compute.ts", "src/c/other-plan.ts"]],
    ["über", ["docs/U\u0308BER.md"]],
  ])("%s", (query, labels) =>
    expect(best(query, labels.toReversed()).entries.map(({ label }) => label)).toEqual(labels),
  );

  test("of equal ones, the first; a lower class before a higher one", () => {
    const list: readonly MenuEntry[] = [
      { ...entry("price"), rank: 2 },
      { ...entry("price.ts"), rank: 0 },
      { ...entry("a/price.md"), rank: 0 },
    ];
    const steps = searchSteps("price", { list, names: [], within: null, matching: "fuzzy" });
    const step = steps.next();
    expect((step.value as { found: Omit<Found, "filter"> }).found.entries.map(({ label }) => label)).toEqual([
      "price.ts",
      "a/price.md",
      "price",
    ]);
  });
});

test("fits: exactly the names that have the letters in their order", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "-"), maxLength: 12 });
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 8 }), (query, labels) => {
      const found = new Set(best(query, labels).entries.map(({ label }) => label));
      expect(found).toEqual(new Set(labels.filter((label) => isIn(query, label))));
    }),
  );
});

test("typing on finds the same as typing at once, with keys in between or not", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "/"), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 300 }), async (query, labels) => {
      // A clock that is always late: every step is a slice of its own.
      let clock = 0;
      const search = new MenuSearch({ now: () => (clock += 100) });
      const list = labels.map(entry);
      let last: Found | null = null;
      for (let length = 0; length <= query.length; length += 1)
        last = await search.run(list, query.slice(0, length), "fuzzy");
      expect(last).toEqual(best(query, labels));
      const stale = search.run(list, "a", "fuzzy");
      const newer = search.run(list, query, "fuzzy");
      expect([await stale, await newer]).toEqual([null, best(query, labels)]);
    }),
    { numRuns: 30 },
  );
});

test("the first 100 are listed, and all are counted", () => {
  const found = best(
    "f",
    Array.from({ length: 250 }, (_, at) => `f${at}`),
  );
  expect([found.entries.length, found.total]).toEqual([100, 250]);
});

test("a substring keeps the order of the list", async () => {
  const list = ["old two", "two", "three", "a two"].map(entry);
  const found = await new MenuSearch().run(list, "TWO", "substring");
  expect(found?.entries.map(({ label }) => label)).toEqual(["old two", "two", "a two"]);
});

test("a hostile name takes steps in proportion to its length", () => {
  for (const [query, label] of [
    ["a".repeat(200), `${"a".repeat(199)}/`.repeat(20)],
    ["ab".repeat(100), "a".repeat(4000)],
    [`${"a".repeat(199)}b`, "a".repeat(4000)],
  ] as const) {
    const meter = { steps: 0 };
    scoreOf(query, fold(label), meter);
    expect(meter.steps).toBeLessThanOrEqual(4 * label.length);
  }
});
