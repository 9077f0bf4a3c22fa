import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import fc from "fast-check";
import treeSitter from "@vscode/tree-sitter-wasm";
import { expect, test } from "vitest";
import { createSymbolParser } from "./parse.ts";
import { withoutPlainStatements } from "./plain-statements.ts";

const { resolve } = createRequire(import.meta.url);
const parser = createSymbolParser({
  treeSitter: async () => treeSitter,
  grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
});

test.each([
  ["a call", "{\n  run(a, b[1]);\n}", true],
  ["a return", "{\n  return a + b;\n}", true],
  ["a property of this", ";\n\tthis.size = size;\n", true],
  ["with a carriage return", "{\r\n  total += next(index);\r\n}", true],
  ["not the rest of a statement", "const a =\n  run(1);\n", false],
  ["not what an if decides about", "if (a)\n  run(1);\n", false],
  ["not the arguments of a call", "{\n  run(a,\n    b);\n}", false],
  ["not a declaration", "{\n  var VERSION = 1;\n}", false],
  ["not an export", "{\n  exports.a = b;\n}", false],
  ["not a function", "{\n  app.init = (a) => a;\n}", false],
  ["not a string", "{\n  run('a');\n}", false],
  ["not a template that begins", "{\n  run(`a);\n}", false],
  ["not at the margin", "{\nrun(a);\n}", false],
  ["not the end of a loop", "do {\n}\n  while (a);\n", false],
])("%s", (_, text, isEmptied) => {
  const [first, second, ...rest] = text.split("\n");
  const emptied = [first, second!.endsWith("\r") ? "\r" : "", ...rest].join("\n");
  expect(withoutPlainStatements(text)).toBe(isEmptied ? emptied : text);
});

const PLAIN = ["  run(a);", "  a.b.c(d)[1];", "  this.a = b;", "  return a;", "  total += next(index);", "  x = y;"];
const OTHERS = [
  "  exports.a = b;",
  "  var local = 1;",
  "const top = (a) => a;",
  "  a ? b : c;",

  "  run('b');",
  "",
];
const TEXT = [
  ["/*", "*/"],
  ["  tag`", "`;"],
] as const;
const AROUND = [
  ["function named() {", "}"],
  ["class A { method(a) {", "} }"],
  ["  exports.f = function () {", "};"],
  ["module.exports = { key: function () {", "} };"],
  ["if (a) {", "}"],
] as const;

test("definitions are the same with them and without", async () => {
  const inText = fc.array(fc.constantFrom(...PLAIN, ...OTHERS), { maxLength: 4 });
  const text = fc.tuple(fc.constantFrom(...TEXT), inText).map(([[open, close], inner]) => [open, ...inner, close]);
  const { lines } = fc.letrec<{ lines: readonly string[]; around: readonly string[] }>((tie) => ({
    lines: fc
      .array(
        fc.oneof(
          fc.constantFrom(...PLAIN, ...OTHERS).map((line) => [line]),
          tie("around"),
          text,
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.flat()),
    around: fc.tuple(fc.constantFrom(...AROUND), tie("lines")).map(([[open, close], inner]) => [open, ...inner, close]),
  }));
  // A comment at its end keeps a line from being emptied.
  const outline = async (texts: readonly string[], end: string): Promise<unknown> =>
    (await parser.parse("a.ts", texts.map((each) => `${each}${end}\n`).join("")))?.definitions.map(
      ({ name, kind, line, depth }) => ({ name, kind, line, depth }),
    );
  await fc.assert(
    fc.asyncProperty(lines, async (texts) => {
      const keep = (await outline(texts, " // keep")) as readonly { readonly name: string }[]; // As outline makes it.
      expect(await outline(texts, "")).toEqual(keep);
    }),
    { numRuns: 200 },
  );
});
