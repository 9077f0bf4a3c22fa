import { expect, test } from "vitest";
import { ageIn, processAge } from "./process-age.ts";

const FIELDS = "S 1 2 3 0 -1 4194304 100 0 0 0 5 6 0 0 20 0 11 0 250000 1000 200";

test.each([
  ["a start 12.5 s ago", `77 (node) ${FIELDS}`, "2512.50 9999.00\n", 12_500],
  ["a name with parentheses and spaces", `77 (a) S 9 (b) ${FIELDS}`, "2500.04 1.00\n", 40],
  ["something else", "nothing", "2512.50 1.00\n", Number.NaN],
  ["no time", `77 (node) ${FIELDS}`, "", Number.NaN],
])("%s", (_, stat, uptime, age) => expect(Math.round(ageIn(stat, uptime))).toBe(age));

test("this process is at least as old as Node's own clock says", () => {
  const own = process.uptime() * 1000;
  expect(processAge()).toBeGreaterThanOrEqual(own);
});
