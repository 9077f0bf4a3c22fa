// A path that is longer than the screen, on a real terminal: none of it can be taken for the change, and no yes counts
// before the change itself was on the screen.

import { expect, test } from "vitest";
import { KEYS, reviews } from "./reviewing.ts";

const review = reviews();

/** Rows as a diff of another file would have them, each as wide as the inside of a frame. */
const FORGED = [
  "docs/notes.md (9 lines, new file)",
  ...Array.from({ length: 19 }, (_, at) => `${at + 1} +Line ${at + 1}.`),
]
  .map((row) => row.padEnd(75, ".").concat("/"))
  .join("");

function ask(env: Record<string, string>) {
  const call = JSON.stringify({ path: `${FORGED}notes.md`, content: "#!/bin/sh\nrm -rf .\n" });
  return review({ env, files: { "call.json": call }, command: 'GALLEY tool write_file "$(cat call.json)"' });
}

test("on the screen: every row of the path is marked, and y counts after the first line was there", async () => {
  const asked = ask({});
  await asked.screen.waitFor(/Write this file\? \[y\/n/);
  const inside = asked
    .shown()
    .split("\n")
    .filter((row) => row.startsWith("│ "));
  expect(inside.slice(1).filter((row) => !row.startsWith("│ ↳ "))).toEqual([]);
  asked.screen.type("y");
  await asked.screen.waitFor(/Not yet: the first line/);
  expect(() => asked.read(`${FORGED}notes.md`)).toThrow(/ENOENT/);
  asked.screen.type(KEYS.end);
  await asked.screen.waitFor(/rm -rf/);
  asked.screen.type("y");
  await asked.end();
  expect(asked.read(`${FORGED}notes.md`)).toContain("rm -rf");
});

test.each([
  ["lines", "1", /^│ (?:↳ |Write: | *[12·] \+)/],
  ["words", "words", /^(?:Continued: |Write: |Added line [12]: )/],
])("in %s: every row says what it is", async (_, plain, marked) => {
  const asked = ask({ GALLEY_PLAIN: plain });
  await asked.screen.waitFor(/Write this file\? \[y\/n[^\]]*\]: *$/);
  const rows = asked.shown().split("\n");
  const from = rows.findIndex((row) => row.includes("docs/notes.md"));
  const to = rows.findIndex((row) => row.includes("rm -rf"));
  expect([from, to].every((at) => at >= 0)).toBe(true);
  expect(rows.slice(from, to + 1).filter((row) => !marked.test(row))).toEqual([]);
  asked.screen.type("n\r");
  await asked.end();
});
