import { expect, test } from "vitest";
import type { FilePlan, Hunk } from "../../edits/index.ts";
import type { Text } from "../../text/index.ts";
import { describeChange, describeDone, describeHunks } from "./describe.ts";

// Hunks as "old from-to new from-to", 0-based and half open.
const hunks = (...drawn: readonly string[]): Hunk[] =>
  drawn.map((one, index) => {
    const [a, b, c, d] = one.split(/[- >]+/).map(Number) as [number, number, number, number];
    return { index, old: { from: a, to: b }, new: { from: c, to: d }, edits: [] };
  });

test.each([
  ["one line added", ["2-2 > 2-3"], "add 1 line at line 3"],
  ["two removed", ["4-6 > 4-4"], "remove 2 lines at line 5"],
  ["as many as before", ["0-5 > 0-5"], "replace 5 lines at line 1"],
  ["more than before", ["6-7 > 6-9"], "replace 1 line with 3 at line 7"],
  ["in two places", ["0-1 > 0-1", "8-9 > 8-9"], "replace 2 lines in 2 places from line 1"],
])("%s", (_, drawn, words) => expect(describeHunks(hunks(...drawn))).toBe(words));

test("before and after, for every kind of change", () => {
  const base = {
    hunks: hunks("2-2 > 2-3"),
    base: "v1",
    after: "v2",
    before: "a\nb\n",
    result: "a\nb\nc\n" as Text,
  } as unknown as FilePlan;
  const described = (plan: FilePlan, to: string | null = null): string[] => [
    describeChange(plan, { path: "ws/a", to }),
    describeDone(plan, { path: "ws/a", to }),
  ];
  expect(described(base)).toEqual(["Edit ws/a: add 1 line at line 3", "Added 1 line at line 3 in ws/a"]);
  expect(described({ ...base, base: null, before: null })).toEqual(["Write 3 lines to ws/a", "Created ws/a (3 lines)"]);
  expect(described({ ...base, after: null, result: null })).toEqual(["Delete ws/a (2 lines)", "Deleted ws/a"]);
  expect(described(base, "ws/b")).toEqual([
    "Move ws/a to ws/b: add 1 line at line 3",
    "Moved ws/a to ws/b; added 1 line at line 3",
  ]);
  expect(described({ ...base, hunks: [] }, "ws/b")).toEqual(["Move ws/a to ws/b", "Moved ws/a to ws/b"]);
});
