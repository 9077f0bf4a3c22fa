// Colours by spelling: what is coloured as what. Spans never overlap and never leave the line.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageOf } from "./languages.ts";
import { syntaxOf } from "./syntax.ts";

const LETTER = { comment: "c", literal: "l", keyword: "k" } as const;

function draw(path: string, line: string): string {
  const row = [..." ".repeat(line.length)];
  for (const { from, to, kind } of syntaxOf(line, languageOf(path)!)) row.fill(LETTER[kind], from, to);
  return row.join("").trimEnd();
}

describe("what is coloured", () => {
  test.each([
    ["a.ts", `const a = "x" + 12; // y`, `kkkkk     lll   ll  cccc`],
    ["a.ts", `let s = 'it\\'s';`, `kkk     lllllll`],
    ["a.ts", `x /* y */ return`, `  ccccccc kkkkkk`],
    ["a.ts", ` * in a block`, ` cccccccccccc`],
    ["a.ts", `don't if`, `      kk`],
    ["a.rs", `fn f<'a>(x: &'a str) {}`, `kk`],
    ["a.py", `def f(): # note`, `kkk      cccccc`],
    ["a.sh", `echo $# # args`, `        cccccc`],
    ["a.json", `{ "a": true, "b": 1 }`, `  lll  kkkk  lll  l`],
    ["a.sql", `SELECT 1 -- one`, `kkkkkk l cccccc`],
    ["Dockerfile", `# base`, `cccccc`],
  ])("%s: %s", (path, line, drawn) => expect(draw(path, line)).toBe(drawn));
});

test.each(["notes.md", "a.txt", "LICENSE", "a.html"])("%s has no colours", (path) =>
  expect(languageOf(path)).toBe(null),
);

test("a long line is data", () => expect(syntaxOf(`"${"x".repeat(2000)}"`, languageOf("a.ts")!)).toEqual([]));

test("spans are in order, apart, inside the line", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("a.ts", "a.py", "a.rs", "a.sql", "a.css"),
      fc.array(fc.constantFrom('"', "'", "`", "\\", "/*", "*/", "//", "#", "--", "if", "1", " ", "é", "😀"), {
        maxLength: 40,
      }),
      (path, parts) => {
        const line = parts.join("");
        let last = 0;
        for (const { from, to } of syntaxOf(line, languageOf(path)!)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(line.length);
      },
    ),
  ));
