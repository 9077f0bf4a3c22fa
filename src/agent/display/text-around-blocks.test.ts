import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockParser } from "../../edits/index.ts";
import { TextAroundBlocks } from "./text-around-blocks.ts";

const BLOCK = "««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n";

/** What is said, with [path] where a block stands. */
function said(pieces: readonly string[]): string {
  const parser = new BlockParser();
  const words = new TextAroundBlocks();
  let all = "";
  const see = (events: ReturnType<BlockParser["push"]>): void => {
    for (const event of events) {
      if (event.kind === "text") all += words.push(event.text);
      if (event.kind === "block-start") all += `${words.start(event.path)}[${event.path}]`;
    }
  };
  for (const piece of pieces) see(parser.push(piece));
  see(parser.end());
  return all + words.end();
}

const TABLE: readonly (readonly [string, string, string])[] = [
  ["the line that names the file", `Look:\n\na.ts\n${BLOCK}Done.`, "Look:\n\n[a.ts]Done."],
  ["a blank line behind it", `a.ts\n\n${BLOCK}`, "[a.ts]"],
  ["its decoration", `**src/a.ts**:\n${BLOCK}`, "[src/a.ts]"],
  ["a fence behind it, and its end", `a.ts\n\`\`\`ts\n${BLOCK}\`\`\`\n\nDone.`, "[a.ts]\nDone."],
  ["a fence before it, and its end", `Look:\n\`\`\`\na.ts\n${BLOCK}\`\`\`\nDone.`, "Look:\n[a.ts]Done."],
  ["two blocks", `a.ts\n${BLOCK}\nb.ts\n${BLOCK}`, "[a.ts]\n[b.ts]"],
  ["a fence of its own behind the block", `a.ts\n${BLOCK}\n\`\`\`js\nx\n\`\`\`\n`, "[a.ts]\n```js\nx\n```\n"],
  ["words alone on a line", "Yes.\nNo.\n\nmaybe\n", "Yes.\nNo.\n\nmaybe\n"],
  ["a word at the end of a line", `see a.ts\nb.ts\n${BLOCK}`, "see a.ts\n[b.ts]"],
];

describe("said without what is part of the block", () => {
  test.each(TABLE)("%s", (_, answer, expected) => expect(said([answer])).toBe(expected));

  test.each(TABLE)("%s, in pieces of any size", (_, answer, expected) => {
    for (const size of [1, 2, 3, 5, 8]) {
      const pieces = Array.from({ length: Math.ceil(answer.length / size) }, (__, at) =>
        answer.slice(at * size, (at + 1) * size),
      );
      expect(said(pieces)).toBe(expected);
    }
  });
});

test("words without blocks are said as they are, whatever the cuts", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", " ", "\n", "word", "```", "~~~", "x.ts", "\n\n", "- "), { maxLength: 40 }),
      (pieces) => {
        const words = new TextAroundBlocks();
        expect(pieces.map((piece) => words.push(piece)).join("") + words.end()).toBe(pieces.join(""));
      },
    ),
  ));

test("words are said at once when they can be nothing else", () => {
  const words = new TextAroundBlocks();
  expect(words.push("Hello")).toBe("");
  expect(words.push(" wor")).toBe("Hello wor");
  expect(words.push("ld")).toBe("ld");
  expect(words.push("\nnext")).toBe("\n");
  expect(words.push(" line")).toBe("next line");
});
