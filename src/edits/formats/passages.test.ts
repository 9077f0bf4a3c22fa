// Every fence, marker, patch and run of diff lines of an answer is in one passage, and whatever looks like an edit is
// among the blocks.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAnswer } from "./parse.ts";
import type { Proposed } from "../types.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

const EDITS: readonly (readonly string[])[] = [
  ["b.ts", "««« EDIT", "1", "═══════ REPL", "2", "»»» EDIT END"],
  ["s.ts", "```ts", "<<<<<<< SEARCH", "1", "=======", "2", ">>>>>>> REPLACE", "```"],
  ["s.ts", "<<<<<<< ORIGINAL", "1", "=======", "2", ">>>>>>> UPDATED"],
  ["*** Begin Patch", "*** Update File: p.ts", "-1", "+2", "*** End Patch"],
  ["--- d.ts", "+++ d.ts", "@@ -1 +1 @@", "-1", "+2"],
  ["```diff", "diff --git a/g.ts b/g.ts", "--- a/g.ts", "+++ b/g.ts", "@@ -1 +1 @@", "-1", "+2", "```"],
  ["w.ts", "```ts", "2", "```"],
  ["### [l.ts](l.ts)", "", "```ts", "3", "```"],
];
const LIKELY: readonly (readonly string[])[] = [
  ["", "```diff", "-1", "+2", "```"],
  ["### 1. Update `n.ts`", "```ts", "x", "```"],
  ["i.ts", "   ```ts", "   x", "   ```"],
  ["```append m.ts", "x", "```"],
  ["m.ts:10-12", "```ts", "x", "```"],
  ["h.ts", "-1", "+2"],
  ["", "<<< EDIT", "1", "=== REPL", "2", ">>> EDIT END"],
  ["", "<<<< SEARCH", "1", "====", "2", ">>>> REPLACE"],
  ["", "*** begin patch", ""],
  ["1. Update it:", "", "   ```diff", "   -1", "   +2", "   ```"],
  ["c.ts", "<<<<<<< HEAD", "1", "=======", "2", ">>>>>>> branch"],
  ["Change in `c.ts`:", "", "-1", "+2"],
  ["So:", "", "-one();", "+two();"],
  ["*** c.ts", "--- c.ts", "***************", "*** 1,2 ****", "! 1", "--- 1,2 ----", "! 2"],
  ["```diff", "2c2", "< 1", "---", "> 2", "```"],
  ["<details><summary>t.ts</summary>", "", "```ts", "x", "```"],
];
const PLAIN: readonly (readonly string[])[] = [
  ["Run:", "", "```sh", "npm test", "```"],
  ["It prints:", "```", "ok 1", "```"],
  ["For example:", "```ts", "const a = 1;", "```"],
  ["- one", "- two", ""],
  ["- one", "+ two", ""],
  ["-5", "+3", ""],
  ["You will see this:", "", "```", "<<<<<<< HEAD", "1", "=======", "2", ">>>>>>> branch", "```"],
  ["```console", "$ diff a b", "2c2", "< 1", "---", "> 2", "```"],
  ["Title", "=====", ""],
  ["Words."],
  [""],
];

const whole = fc.constantFrom(...EDITS, ...LIKELY, ...PLAIN).map((all) => lines(...all));
const cut = fc
  .constantFrom(...EDITS, ...LIKELY)
  .chain((all) => fc.nat(all.length).map((at) => lines(...all.slice(0, at))));
const oneLine = fc.constantFrom(...[...EDITS, ...LIKELY].flat()).map((line) => `${line}\n`);
const answers = fc.array(fc.oneof(whole, whole, cut, oneLine), { maxLength: 10 }).map((all) => all.join(""));

/** Lines that nothing but a part of an edit, or a fence, looks like. */
function isSignal(all: readonly string[], at: number): boolean {
  const line = all[at]!;
  return (
    /^ {0,3}(?:```|~~~)/.test(line) ||
    /^(?:«{3,} EDIT|═{7,} REPL|»{3,} EDIT END|<<< EDIT|=== REPL|>>> EDIT END)$/.test(line) ||
    /^(?:<{4,} (?:SEARCH|ORIGINAL)|>{4,} (?:REPLACE|UPDATED))$/.test(line) ||
    /^\*\*\* (?:begin patch|Begin Patch|End Patch|Update File: .*)$/.test(line) ||
    /^(?:@@ -\d|diff --git )/.test(line) ||
    (line.startsWith("--- ") && (all[at + 1] ?? "").startsWith("+++ "))
  );
}

describe("laws", () => {
  test("every line that looks like a part of an edit is in exactly one passage", () =>
    fc.assert(
      fc.property(answers, (text) => {
        const { passages } = parseAnswer(text, "auto");
        const all = text.split("\n");
        for (const at of all.keys()) {
          const owners = passages.filter(({ from, next }) => from <= at && at < next).length;
          expect(owners).toBeLessThan(2);
          if (isSignal(all, at)) expect([at, all[at], owners]).toEqual([at, all[at], 1]);
        }
      }),
      {
        numRuns: 2000,
        examples: [
          ["```append m.ts\n```ts\n\n```diff\n-1\n+2\n```\n"],
          ["```diff\n@@ -1 +1 @@\n+two();\n"],
          ["### 1. Update `n.ts`\n```ts\n```ts\n<<<<<<< SEARCH\n"],
        ],
      },
    ));

  test("every passage that looks like an edit is among the blocks", () =>
    fc.assert(
      fc.property(answers, (text) => {
        const { passages, blocks } = parseAnswer(text, "auto");
        const covers = ({ source }: Proposed, { from, to }: Proposed["source"]): boolean =>
          source.from <= from && to <= source.to;
        for (const passage of passages) {
          if (passage.kind === "plain") continue;
          const own = passage.kind === "certain" ? passage.blocks : [passage.block];
          expect(own.length).toBeGreaterThan(0);
          for (const { source } of own) expect(blocks.some((block) => covers(block, source))).toBe(true);
        }
      }),
      { numRuns: 1000 },
    ));
});

describe("alone in an answer", () => {
  const kinds = (all: readonly string[]): string[] =>
    parseAnswer(lines("Words.", "", ...all, "", "More."), "auto").passages.map(({ kind }) => kind);
  test.each(EDITS.map((all) => [all.join("/"), all] as const))("certain: %s", (_, all) => {
    expect(kinds(all)).toContain("certain");
    expect(kinds(all)).not.toContain("likely");
  });
  test.each(LIKELY.map((all) => [all.join("/"), all] as const))("likely: %s", (_, all) =>
    expect(kinds(all)).toEqual(["likely"]),
  );
  test.each(PLAIN.map((all) => [all.join("/"), all] as const))("no edit: %s", (_, all) =>
    expect(kinds(all).every((kind) => kind === "plain")).toBe(true),
  );
});
