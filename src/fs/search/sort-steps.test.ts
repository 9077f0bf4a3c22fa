import fc from "fast-check";
import { expect, test } from "vitest";
import { sortSteps } from "./sort-steps.ts";

function sorted(names: readonly string[]): { readonly names: readonly string[]; readonly steps: number } {
  const sorting = sortSteps(names);
  for (let steps = 0; ; steps += 1) {
    const step = sorting.next();
    if (step.done === true) return { names: step.value, steps };
  }
}

test("any names are in the order of toSorted", () =>
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 3 }), { maxLength: 50 }),
      fc.nat(60),
      (names, times) => {
        const many = Array.from({ length: times + 1 }, (_, at) => names.map((name) => `${name}${at % 7}`)).flat();
        expect(sorted(many).names).toEqual(many.toSorted());
      },
    ),
  ));

test("many names take many steps", () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `file-${(at * 7919) % 20_000}`);
  expect(sorted(names).names).toEqual(names.toSorted());
  expect(sorted(names).steps).toBeGreaterThan(60);
});
