import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countLines, endingOf, lineAt, lineStarts, splitLines, withoutEnding } from "./index.ts";

const texts = fc
  .array(fc.constantFrom("a", "b", "\n", "\r\n", "\r", "\u2028", "\f", "\u0085", "\ufeff", "😀"), { maxLength: 30 })
  .map((parts) => parts.join(""));

describe("lines end at \\n only", () => {
  test.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a\n"]],
    ["\n", ["\n"]],
    ["\n\n", ["\n", "\n"]],
    ["a\r\nb\rc\n", ["a\r\n", "b\rc\n"]],
    ["a\u2028b\fc\u0085d\ve\x1cf", ["a\u2028b\fc\u0085d\ve\x1cf"]],
    ["\ufeffa\nb", ["\ufeffa\n", "b"]],
  ])("%j", (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
    expect(countLines(text)).toBe(lines.length);
  });

  test.each([
    ["a", "", "a"],
    ["a\n", "\n", "a"],
    ["a\r\n", "\r\n", "a"],
    ["a\r", "", "a\r"],
    ["a\r\r\n", "\r\n", "a\r"],
    ["\n", "\n", ""],
    ["", "", ""],
  ])("the ending of %j is %j", (line, ending, rest) => {
    expect([endingOf(line), withoutEnding(line)]).toEqual([ending, rest]);
  });
});

test("lines joined are the text, and everything that counts lines agrees", () =>
  fc.assert(
    fc.property(texts, (text) => {
      const lines = splitLines(text);
      const starts = lineStarts(text);
      expect(lines.join("")).toBe(text);
      expect(lines.slice(0, -1).every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
      expect(countLines(text)).toBe(lines.length);
      expect(starts.length).toBe(lines.length + 1);
      expect(lines.map((_, at) => text.slice(starts[at], starts[at + 1]))).toEqual(lines);
      for (const line of lines) expect(withoutEnding(line) + endingOf(line)).toBe(line);
    }),
  ));

test("lineAt finds the line that holds an offset; the end belongs to the last line", () =>
  fc.assert(
    fc.property(texts, (text) => {
      const starts = lineStarts(text);
      for (let offset = 0; offset < text.length; offset += 1)
        expect(lineAt(starts, offset)).toBe(countLines(text.slice(0, offset + 1)) - 1);
      expect(lineAt(starts, text.length)).toBe(Math.max(0, countLines(text) - 1));
    }),
  ));
