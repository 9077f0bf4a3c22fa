import fc from "fast-check";
import { expect, test } from "vitest";
import { Answer } from "../answer.ts";
import { describeBlocks } from "../describe-blocks.ts";
import { withFences } from "./indented-code.ts";
import { parseAnswer } from "../parse.ts";

const known = (path: string): boolean => path === "src/a.js";

test.each([
  ["two versions", "In src/a.js change\n\n    one\n\nto\n\n    two\n", ["src/a.js: ? one/ → two/"]],
  ["with a tab", "In src/a.js change\n\n\tone\n\nto\n\n\ttwo\n", ["src/a.js: ? one/ → two/"]],
  ["a blank line inside", "In src/a.js change\n\n    one\n\n    1\n\nto\n\n    two\n", ["src/a.js: ? one//1/ → two/"]],
  ["a fence elsewhere", "In src/a.js change\n\n    one\n\nto\n\n    two\n\n```sh\nls\n```\n", []],
  ["nothing before it", "    one\n\nto\n\n    two\n", []],
  ["no blank line before it", "In src/a.js change\n    one\n\nto\n    two\n", []],
  ["words directly after it", "In src/a.js change\n\n    one\nto\n\n    two\nthanks\n", []],
  ["no file", "The output is\n\n    one\n", []],
] as const)("%s", (_, text, blocks) => expect(describeBlocks(text, "auto", { known })).toEqual(blocks));

const lines = fc.array(
  fc.constantFrom(
    "",
    "    one",
    "\ttwo",
    "In src/a.js change",
    "to",
    "src/b.js",
    "Create `src/b.js`:",
    "  three",
    "    -x",
    "    +y",
    "    @@",
    "\r",
  ),
  { maxLength: 16 },
);

test("fences take the place of blank lines: every other line keeps its number", () =>
  fc.assert(
    fc.property(lines, (all) => {
      const answer = new Answer(all.join("\n"));
      const fenced = withFences(answer);
      if (fenced === null) return;
      for (let at = 0; at < answer.length; at += 1)
        expect([answer.line(at).trim(), answer.isBlank(at) ? "```" : null]).toContain(fenced.line(at).trim());
    }),
  ));

test("nothing in an indented block is certain, and its place is in the answer", () =>
  fc.assert(
    fc.property(lines, (all) => {
      const text = all.join("\n");
      const { blocks, passages } = parseAnswer(text, "auto", { known });
      for (const block of blocks) {
        expect(block.kind === "broken" || block.likely !== undefined).toBe(true);
        expect(block.source.from <= block.source.to && block.source.to <= text.length).toBe(true);
      }
      for (const { from, next } of passages) expect(from <= next && next <= all.length).toBe(true);
    }),
  ));
