import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFirstDifferingLine, hasChanges, keepForm, normalizeLineEndings } from "./edited.ts";
import { splitLines, withoutEnding } from "./lines.ts";
import type { Text } from "./types.ts";

const text = (string: string): Text => string as Text; // Every string here is well-formed.
const keep = (content: string, edited: string, otherwise: string | null = null) =>
  keepForm(text(content), text(edited), { otherwise: otherwise === null ? null : text(otherwise) });

test.each([
  ["a\r\nb\r\n", "a\nb\n"],
  ["a\nb", "a\nb"],
  ["a\rb\r\r\n", "a\rb\r\n"],
  ["", ""],
])("normalizeLineEndings(%j)", (given, expected) => expect(normalizeLineEndings(given)).toBe(expected));

test.each([
  ["nothing differs", "a\nb\n", "a\nb\n", 1],
  ["a line in the middle", "a\nb\nc\n", "a\nB\nc\n", 2],
  ["lines added at the end", "a\n", "a\nb\n", 2],
  ["lines gone at the end", "a\nb\nc\n", "a\nb\n", 2],
  ["everything gone", "a\nb\n", "", 1],
  ["a new file", "", "a\nb\n", 1],
  ["endings, BOM and the last break do not count", "a\r\nb\r\nc", "\uFEFFa\nb\nC\n", 3],
])("getFirstDifferingLine: %s", (_, original, modified, line) =>
  expect(getFirstDifferingLine(original, modified)).toBe(line),
);

test.each([
  ["the same", "a\n", "a\n", false],
  ["CRLF to LF", "a\r\nb\r\n", "a\nb\n", false],
  ["a final newline more", "a", "a\n", false],
  ["a final newline less", "a\r\n", "a", false],
  ["a BOM gone", "\uFEFFa\n", "a\n", false],
  ["a BOM come", "a\n", "\uFEFFa\n", false],
  ["emptied", "a\n", "", true],
  ["one empty line emptied", "\n", "", true],
  ["a blank at a line's end", "a\n", "a \n", true],
  ["an empty line more", "a\n", "a\n\n", true],
  ["a carriage return inside a line", "a\rb\n", "a\nb\n", true],
])("hasChanges: %s", (_, before, after, expected) => expect(hasChanges(before, after)).toBe(expected));

describe("keepForm", () => {
  test.each([
    ["the editor made LF of CRLF", "a\r\nb\r\n", "a\nB\n", "a\r\nB\r\n", ["line-endings"]],
    ["mixed endings stay where they were", "a\r\nb\nc\r\n", "a\nb\nC\n", "a\r\nb\nC\r\n", ["line-endings"]],
    ["a new line takes the ending before it", "a\r\nb\n", "a\nnew\nb\n", "a\r\nnew\r\nb\n", ["line-endings"]],
    ["at the start that of the line after", "a\r\n", "new\na\n", "new\r\na\r\n", ["line-endings"]],
    ["a final newline is not added", "a\nb", "a\nB\n", "a\nB", ["final-newline"]],
    ["a line put behind the last one", "a\r\nb", "a\r\nb\r\nc\r\n", "a\r\nb\r\nc", ["final-newline"]],
    ["an empty line at the end is a final newline", "a", "a\n\n", "a\n", ["final-newline"]],
    ["a final newline is not lost", "a\r\n", "b", "b\r\n", ["final-newline"]],
    ["the BOM comes back", "\uFEFFa\n", "b\n", "\uFEFFb\n", ["bom"]],
    ["a BOM is not added", "a\n", "\uFEFFb\n", "b\n", ["bom"]],
    ["emptied is empty", "\uFEFFa\r\n", "\uFEFF", "", []],
    ["what was empty is the person's own", "", "\uFEFFa\r\nb", "\uFEFFa\r\nb", []],
    ["a carriage return inside a line stays", "a\rb\r\nc\r\n", "a\rb\nC\n", "a\rb\r\nC\r\n", ["line-endings"]],
    ["untouched endings set no habit", "a\r\nb\n", "a\r\nB\n", "a\r\nB\n", []],
  ])("%s", (_, content, edited, expected, undone) => expect(keep(content, edited)).toEqual({ text: expected, undone }));

  test("where the content has no ending, the file's own is taken", () => {
    expect(keep("a", "a\nb\n", "x\r\ny\r\n").text).toBe("a\r\nb");
    expect(keep("a", "a\r\nb\r\n").text).toBe("a\r\nb");
  });
});

// Texts with mixed endings, repeated lines, a BOM or not, a final newline or not.
const body = fc.constantFrom("", "a", "b", "same", "  x\t", "é", "\u2028", "a\rb", "😀");
const ending = fc.constantFrom("\n", "\r\n");
const mixed = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(body, ending), { maxLength: 12 }), fc.boolean())
  .map(([bom, lines, isEnded]) => {
    const joined = lines.map(([line, end], at) => line + (isEnded || at < lines.length - 1 ? end : "")).join("");
    return (bom ? "\uFEFF" : "") + joined;
  });

const convert = (string: string, to: string): string => string.replaceAll(/\r?\n/g, to);
const bare = (string: string): string => string.replace(/^\uFEFF/, "");
const bodies = (string: string): string[] => splitLines(bare(string)).map(withoutEnding);
const HABITS: readonly ((saved: string) => string)[] = [
  (saved) => saved,
  (saved) => convert(saved, "\n"),
  (saved) => convert(saved, "\r\n"),
  bare,
  (saved) => (bare(saved) === "" || saved.endsWith("\n") ? saved : `${saved}\n`),
  // Behind an empty line the last break is all there is of a line: who takes it away has taken a line.
  (saved) => saved.replace(/(?<=[^\r\n\uFEFF])\r?\n$/, ""),
  (saved) => `\uFEFF${bare(convert(saved, "\r\n"))}`,
];
const habit = fc.constantFrom(...HABITS);

test("edit nothing, whatever the editor does by itself: the bytes are the same", () => {
  fc.assert(
    fc.property(mixed, habit, (content, save) => {
      const saved = save(content);
      expect(hasChanges(content, saved)).toBe(false);
      if (bare(content) !== "") expect(keep(content, saved).text).toBe(content);
    }),
    { numRuns: 2000 },
  );
});

test("edit one line, whatever the editor does by itself: the bytes of every other line are the same", () => {
  fc.assert(
    fc.property(mixed, habit, fc.nat(), (content, save, pick) => {
      const lines = splitLines(bare(content));
      fc.pre(lines.length > 0);
      const at = pick % lines.length;
      const edit = (all: readonly string[]): string =>
        (content.startsWith("\uFEFF") ? "\uFEFF" : "") +
        all.map((line, index) => (index === at ? line.replace(withoutEnding(line), () => "edited") : line)).join("");
      const expected = edit(lines);
      expect(keep(content, save(expected)).text).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("whatever was edited, every line says what the person wrote", () => {
  fc.assert(
    fc.property(mixed, mixed, (content, edited) => {
      const kept = keep(content, edited).text;
      // An empty last line behind which nothing may stand is the break of the line before it.
      const said = bodies(edited);
      expect([said, said.slice(0, -1)]).toContainEqual(bodies(kept));
      if (said.at(-1) !== "" || content.endsWith("\n")) expect(bodies(kept)).toEqual(said);
    }),
    { numRuns: 2000 },
  );
});
