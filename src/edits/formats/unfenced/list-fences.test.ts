// Edits in indented fences are read without the indentation, and are never certain; the lines of anything else stay as they are.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeBlocks } from "../describe-blocks.ts";
import { parseAnswer } from "../parse.ts";

const BLOCK = ["<<<<<<< SEARCH", "  old", "=======", "  new", ">>>>>>> REPLACE"];
const DIFF = ["--- a/a.ts", "+++ b/a.ts", "@@ -1,2 +1,2 @@", " one", "-old", "+new"];
const indented = (indent: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === "" ? line : indent + line));
const text = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
const fenced = (info: string, lines: readonly string[]): readonly string[] => [`\`\`\`${info}`, ...lines, "```"];

describe("in a list", () => {
  test.each<[string, string, string[]]>([
    [
      "a block under the name of its item",
      text("1. **a.ts** – new:", "", ...indented("   ", fenced("ts", BLOCK)), "", "2. Done."),
      ["a.ts: ?   old/ →   new/"],
    ],
    [
      "a block under a name that is indented, too",
      text("- New:", "", ...indented("    ", ["a.ts", ...fenced("ts", BLOCK)])),
      ["a.ts: ?   old/ →   new/"],
    ],
    [
      "a diff",
      text("1. New:", ...indented("   ", fenced("diff", DIFF)), "", "Done."),
      ["a.ts: ? @1[one/old/ → one/new/]"],
    ],
    ["a tab", text("- New:", "", ...indented("\t", fenced("diff", DIFF))), ["a.ts: ? @1[one/old/ → one/new/]"]],
  ])("%s", (_, answer, expected) => expect(describeBlocks(answer, "auto")).toEqual(expected));

  test("what is next to it is read as it is", () => {
    const page = fenced("md", ["# Page", "", ...indented("   ", ["~~~diff", ...DIFF, "~~~"])]);
    const alone = describeBlocks(text("docs/a.md", ...page), "auto");
    const answer = text("docs/a.md", ...page, "", "1. New:", ...indented("   ", fenced("diff", DIFF)));
    expect(describeBlocks(answer, "auto")[0]).toBe(alone[0]);
  });
});

test("law: an edit in an indented fence is never certain, and has the lines it has in the answer", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(" ", "   ", "     ", "\t"),
      fc.constantFrom(BLOCK, DIFF),
      fc.nat(3),
      (indent, edit, above) => {
        const before = ["Words.", "", "1. In `a.ts`:", ...Array.from({ length: above }, () => "")];
        const { blocks } = parseAnswer(text(...before, ...indented(indent, fenced("", edit)), "", "End."), "auto");
        for (const block of blocks) {
          expect(block.kind === "edit" && block.likely === undefined).toBe(false);
          expect(block.source.from).toBeLessThan(block.source.to);
        }
      },
    ),
  ));
