// What the editor is given and what comes back: every line that was not touched keeps its bytes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asText, splitLines, withoutEnding, type Text } from "../../../../text/index.ts";
import { forEditor, fromEditor } from "./editor-text.ts";

const body = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "\r", "é", "😀", "\u202e"), maxLength: 6 });
/** A body that ends in "\r" would make "\n" after it another ending. */
const line = body.map((text) => text.replace(/\r+$/, ""));
const ending = fc.constantFrom("\n", "\r\n");
const content = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, ending), { maxLength: 8 }), line)
  .map(([bom, lines, last]) => asText((bom ? "\uFEFF" : "") + lines.map((one) => one.join("")).join("") + last)!);

describe("what comes back", () => {
  test("untouched, it is no change", () =>
    fc.assert(
      fc.property(content, (text) => {
        expect(fromEditor(text, forEditor(text), null)).toEqual({ kind: "unchanged" });
      }),
    ));

  test("with one line changed, every other line has its bytes, and so has the ending of that one", () =>
    fc.assert(
      fc.property(content, fc.nat(), (text, chance) => {
        const lines = splitLines(forEditor(text));
        if (lines.length === 0) return;
        const at = chance % lines.length;
        const typed = lines.map((one, index) => (index === at ? `changed ${one}` : one)).join("");
        const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
        const own = splitLines(text.slice(bom.length));
        const wanted = own.map((one, index) => (index === at ? `changed ${one}` : one)).join("");
        expect(fromEditor(text, typed, null)).toEqual({ kind: "changed", content: bom + wanted });
      }),
    ));

  test.each<[string, string, (typed: string) => string, string]>([
    [
      "a line typed into a file with CR LF",
      "a\r\nb\r\n",
      (typed) => typed.replace("a\n", "a\nnew\n"),
      "a\r\nnew\r\nb\r\n",
    ],
    ["a file of both endings", "a\r\nb\nc\r\n", (typed) => typed.replace("b", "B"), "a\r\nB\nc\r\n"],
    ["a lone CR is a character", "a\rb\nc\n", (typed) => typed.replace("c", "C"), "a\rb\nC\n"],
    ["no last line break", "a\nb", (typed) => `${typed}c`, "a\nbc"],
    ["a BOM", "\uFEFFa\n", (typed) => typed.replace("a", "A"), "\uFEFFA\n"],
  ])("%s", (_, before, type, after) =>
    expect(fromEditor(before as Text, type(forEditor(before as Text)), null)).toEqual({
      kind: "changed",
      content: after,
    }),
  );

  test.each([
    ["half a character", "a\ud800\n"],
    ["a NUL", "a\0\n"],
  ])("%s is not used", (_, typed) => expect(fromEditor("a\n" as Text, typed, null).kind).toBe("failed"));

  test("the editor is given no ending but one", () =>
    fc.assert(
      fc.property(content, (text) => {
        const lines = splitLines(forEditor(text)).map(withoutEnding);
        expect(lines.some((one) => one.endsWith("\r"))).toBe(false);
      }),
    ));
});
