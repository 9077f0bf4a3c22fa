import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MarkdownStream, type Block } from "./blocks.ts";

function parse(text: string, longest = 8_000): readonly Block[] {
  const stream = new MarkdownStream({ longest });
  stream.push(text);
  return [...stream.done, ...stream.tail()];
}

const drawn = (block: Block): string => {
  switch (block.kind) {
    case "code":
      return `code ${block.info}${block.isOpen ? "…" : ""}: ${block.pieces.flat().join("/")}`;
    case "table":
      return `table ${[block.head, ...block.rows].map((row) => row.join(",")).join(" / ")}`;
    case "rule":
      return "rule";
    case "heading":
      return `h${block.level} ${block.text}`;
    case "item":
      return `${"  ".repeat(block.depth)}${block.marker} ${block.text}`;
    default:
      return `${block.kind} ${block.text}`;
  }
};

describe("blocks", () => {
  test.each<[string, string, readonly string[]]>([
    ["a paragraph", "a\nb\n\nc", ["paragraph a\nb", "paragraph c"]],
    ["a heading", "# A\ntext", ["h1 A", "paragraph text"]],
    ["no heading without a space", "#a", ["paragraph #a"]],
    ["code", "```ts\nx\n\ny\n```\nz", ["code ts: x//y", "paragraph z"]],
    ["code that is still coming", "```ts\nx\ny", ["code ts…: x/y"]],
    ["a longer fence", "````\n```\n````", ["code : ```"]],
    [
      "an edit",
      "<<<<<<< SEARCH\n# a\n=======\n> b\n>>>>>>> REPLACE\nc",
      ["code : <<<<<<< SEARCH/# a/=======/> b/>>>>>>> REPLACE", "paragraph c"],
    ],
    ["a list", "- a\n- b\n  - c\n1. d", ["- a", "- b", "  - c", "1. d"]],
    ["lines of an item", "- a\n  b\n\n  c\n\nd", ["- a\nb\n\nc", "paragraph d"]],
    ["code in an item", "1. a\n   ```sh\n   x\n   ```\n2. b", ["1. a", "code sh: x", "2. b"]],
    ["a quotation", "> a\n> b", ["quote a\nb"]],
    ["a table", "| a | b |\n|---|:-:|\n| 1 | 2 |\n\nx", ["table a,b / 1,2", "paragraph x"]],
    ["a line with a bar is no table", "a | b\nc", ["paragraph a | b\nc"]],
    ["a rule", "a\n\n---\nb", ["paragraph a", "rule", "paragraph b"]],
    ["HTML is text", "<script>\nalert(1)\n</script>", ["paragraph <script>\nalert(1)\n</script>"]],
    ["Windows lines", "a\r\n\r\n# b\r\n", ["paragraph a", "h1 b"]],
    ["nothing", "", []],
  ])("%s", (_, text, expected) => expect(parse(text).map(drawn)).toEqual(expected));
});

const pieces = fc.constantFrom(
  ..."ab1 -*>|#`~\n\t\r",
  "\n\n",
  "```",
  "```ts\n",
  "- a\n",
  "  - b\n",
  "1. ",
  "|---|\n",
  "| a | b |\n",
  "# ",
  "---\n",
  "<<<<<<< a\n",
  ">>>>>>> b\n",
  "> ",
);
const texts = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(""));

test("how the text is cut changes nothing", () =>
  fc.assert(
    fc.property(texts, fc.array(fc.nat(80)), fc.constantFrom(5, 8_000), (text, cuts, longest) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
      const cut = at.slice(1).map((to, index) => text.slice(at[index], to));
      const stream = new MarkdownStream({ longest });
      for (const piece of cut) {
        stream.push(piece);
        stream.tail();
      }
      expect([...stream.done, ...stream.tail()]).toEqual(parse(text, longest));
    }),
  ));

test("what is done stays as it is", () =>
  fc.assert(
    fc.property(texts, texts, (first, second) => {
      const stream = new MarkdownStream();
      stream.push(first);
      const before = [...stream.done];
      const copy = structuredClone(before);
      stream.push(second);
      expect(stream.done.slice(0, before.length)).toEqual(copy);
      for (const [at, block] of before.entries()) expect(stream.done[at]).toBe(block);
    }),
  ));

test("no letter is lost, and their order stays", () =>
  fc.assert(
    fc.property(texts, fc.constantFrom(5, 8_000), (text, longest) => {
      const words = (all: string): string => all.replaceAll(/[^\p{L}\p{N}]/gu, "");
      const said = parse(text, longest).map((block) => {
        switch (block.kind) {
          case "code":
            return block.info + block.pieces.flat().join("\n");
          case "table":
            return [block.head, ...block.rows].flat().join(" ");
          case "rule":
            return "";
          case "item":
            return block.marker + block.text;
          default:
            return block.text;
        }
      });
      expect(words(said.join(" "))).toBe(words(text));
    }),
  ));

test.each<[string, string]>([
  ["code", "```\n" + "line of code\n".repeat(50_000)],
  ["one line", "word ".repeat(100_000)],
  ["a paragraph", "some words\n".repeat(50_000)],
  ["a list", "- item\n".repeat(50_000)],
])("long %s is read once, however it comes", (_, text) => {
  const stream = new MarkdownStream();
  let drawnAgain = 0;
  // A piece per frame; what is drawn again is what is not done.
  for (let at = 0; at < text.length; at += 20_000) {
    stream.push(text.slice(at, at + 20_000));
    for (const block of stream.tail()) drawnAgain += block.kind === "code" ? block.pieces.at(-1)!.length : 1;
  }
  expect(drawnAgain).toBeLessThan(10_000);
});
