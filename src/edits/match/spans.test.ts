import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines, type Span } from "../../text/index.ts";
import { spliceAll } from "./line-index.ts";
import { replaceSpans } from "./spans.ts";

function replaced(text: string, spans: readonly Span[], put: string): string {
  const lines = splitLines(text);
  const changes = replaceSpans(lines, spans, put);
  return spliceAll(
    [...lines],
    changes.map(({ from, to, lines: fresh }) => ({ from, to, put: fresh })),
  ).join("");
}

test.each<[string, string, [number, number][], string, string]>([
  ["inside a line", "let a = 1\n", [[4, 5]], "b", "let b = 1\n"],
  ["what looks like a pattern is text", "a\n", [[0, 1]], "$& $1 \\n", "$& $1 \\n\n"],
  [
    "two in one line",
    "a a\n",
    [
      [0, 1],
      [2, 3],
    ],
    "bb",
    "bb bb\n",
  ],
  ["over a break", "a\nb\nc\n", [[1, 2]], " ", "a b\nc\n"],
  ["a whole line with its break", "a\nb\nc\n", [[2, 4]], "", "a\nc\n"],
  ["in no line at all", "", [[0, 0]], "x\ny", "x\ny"],
  ["everything", "a\nb", [[0, 3]], "", ""],
  ["a break for each line's own", "a\r\nb\n", [[0, 1]], "x\ny", "x\r\ny\r\nb\n"],
  [
    "neighbouring lines",
    "a\na\na\n",
    [
      [0, 1],
      [2, 3],
      [4, 5],
    ],
    "x\ny",
    "x\ny\nx\ny\nx\ny\n",
  ],
  ["the last line has no newline", "a\nb", [[2, 3]], "b\nc", "a\nb\nc"],
])("%s", (_, text, spans, put, after) =>
  expect(
    replaced(
      text,
      spans.map(([from, to]) => ({ from, to })),
      put,
    ),
  ).toBe(after),
);

test("lines that stay the same are in no change", () => {
  const lines = splitLines("a\nb\nc\n");
  expect(replaceSpans(lines, [{ from: 0, to: 5 }], "a\nX\nc")).toEqual([{ from: 1, to: 2, lines: ["X\n"] }]);
});

test("with plain breaks it is slicing and nothing else", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "\n"), { minLength: 1, maxLength: 30 }).map((all) => all.join(""));
  const puts = fc.array(fc.constantFrom("x", "$&", "\n"), { maxLength: 4 }).map((all) => all.join(""));
  fc.assert(
    fc.property(texts, puts, fc.array(fc.nat(30), { maxLength: 8 }), (text, put, cuts) => {
      const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
      const spans: Span[] = [];
      for (let at = 0; at + 1 < ends.length; at += 2) spans.push({ from: ends[at]!, to: ends[at + 1]! });
      let expected = "";
      let kept = 0;
      for (const { from, to } of spans) {
        expected += text.slice(kept, from) + put;
        kept = to;
      }
      expect(replaced(text, spans, put)).toBe(expected + text.slice(kept));
    }),
  );
});

test("a hundred thousand places in one line are replaced in one go", () => {
  const text = "ab".repeat(100_000);
  const spans = Array.from({ length: 100_000 }, (_, at) => ({ from: at * 2, to: at * 2 + 1 }));
  expect(replaced(text, spans, "x")).toBe("xb".repeat(100_000));
});
