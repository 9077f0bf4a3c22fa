import { expect, test } from "vitest";
import { describeBlocks, readsPerLine } from "../describe-blocks.ts";

const framed = (path: string, text: string): string =>
  `--- START OF FILE ${path} ---\n${text}--- END OF FILE ${path} ---\n`;

test.each<[string, string, readonly string[]]>([
  ["one", framed("src/a.js", "x\n"), ["src/a.js: ? = x/"]],
  [
    "two, among words",
    `Done:\n\n${framed("a.js", "x\n")}\n${framed("b.js", "y\n")}Bye.\n`,
    ["a.js: ? = x/", "b.js: ? = y/"],
  ],
  ["other signs", "=== BEGIN FILE: a.js\nx\n=== END FILE\n", ["a.js: ? = x/"]],
  ["with a fence", framed("a.js", "```js\nx\n```\n"), ["a.js: ? = x/"]],
  ["without an end", "--- START OF FILE a.js ---\nx\n", ["! a.js incomplete"]],
  [
    "without an end, before the next",
    `--- START OF FILE a.js ---\nx\n${framed("b.js", "y\n")}`,
    ["! a.js incomplete", "b.js: ? = y/"],
  ],
  ["words in place of a name", "--- START OF FILE the one you sent ---\nx\n--- END OF FILE ---\n", []],
  [
    "in the content of another file",
    `a.md\n\`\`\`\n${framed("b.js", "y\n")}\`\`\`\n`,
    ["a.md: = --- START OF FILE b.js ---/y/--- END OF FILE b.js ---/"],
  ],
])("%s", (_, text, expected) => expect(describeBlocks(text, "auto")).toEqual(expected));

test("hostile text is read in steps that grow with its length only", () => {
  for (const of of [
    (count: number) => "--- START OF FILE a.js ---\n".repeat(count),
    (count: number) => "--- START OF FILE a.js ---\n" + "-\n".repeat(count),
    (count: number) => "--- START OF FILE a.js ---\n=== START OF FILE b.js\n".repeat(count),
  ]) {
    const [small, large] = [readsPerLine(of(500)), readsPerLine(of(4000))];
    expect(large).toBeLessThan(small * 1.25 + 2);
    expect(large).toBeLessThan(60);
  }
});
