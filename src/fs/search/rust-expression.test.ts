import { expect, test } from "vitest";
import { spell } from "./dialect.ts";
import { rustExpression } from "./rust-expression.ts";

test.each([
  ["plain letters", "abc1", "abc1"],
  ["everything else by its number", "-é😀 ", "\\x{2D}\\x{E9}\\x{1F600}\\x{20}"],
  ["escapes", "\\.\\t\\x41\\x{1F600}\\/", "\\x{2E}\\x{9}A\\x{1F600}\\x{2F}"],
  ["classes are written out", "\\d\\W\\s", "[0-9][^0-9A-Za-z_][\\x{9}\\x{A}\\x{C}\\x{D}\\x{20}]"],
  ["and inside a class", "[^\\Da-c[:upper:]]", "[^[^0-9]a-c[:upper:]]"],
  ["a range of dashes", "[+--]", "[\\x{2B}-\\x{2D}]"],
  ["operations on sets are characters", "[a&&b~~c]", "[a\\x{26}\\x{26}b\\x{7E}\\x{7E}c]"],
  ["edges of words", "\\ba\\B", "(?-u:\\b)a(?-u:\\B)"],
  ["a line's start", "^a|\\Ab", "(?m:^)a|(?m:^)b"],
  ["a line's end, with nothing after it", "a$|(b|c$)", "a(?:\\r?(?m:$))|(?:b|c(?:\\r?(?m:$)))"],
  ["the end of the text is the line's", "a\\z", "a(?:\\r?(?m:$))"],
  ["an end with something after it is dropped", "(a$)b*|c$\\b", "(?:a(?:))b*|c(?:)(?-u:\\b)"],
  ["an end in a loop is dropped", "(?:a$|b)+", "(?:a(?:)|b)+"],
  ["groups without names", "(?P<n>a)(?<m>b)(c)", "(?:a)(?:b)(?:c)"],
  ["of the flags only i counts", "(?is)a(?m)b(?U:c)(?-i:d)", "(?i)ab(?:c)(?-i:d)"],
  ["repeats", "a{2,}b{3}c+?d{", "a{2,}b{3}c+?d\\x{7B}"],
  ["folding beyond ASCII is left to our own engine", "(?i)é", null],
  ["by number too", "(?i:\\x{e9})", null],
])("%s: %s", (_, pattern, expected) => expect(rustExpression(spell(pattern).source)).toBe(expected));

test("a nasty pattern is read once", () => {
  const source = spell("(a|b$)".repeat(600)).source;
  expect(rustExpression(source)?.length).toBeLessThan(20_000);
});
