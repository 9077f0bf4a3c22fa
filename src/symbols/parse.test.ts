import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import fc from "fast-check";
import treeSitter from "@vscode/tree-sitter-wasm";
import { expect, test } from "vitest";
import { createSymbolParser } from "./parse.ts";

const { resolve } = createRequire(import.meta.url);
const parser = createSymbolParser({
  treeSitter: async () => treeSitter,
  grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
});

const outline = async (path: string, text: string): Promise<readonly string[] | undefined> =>
  (await parser.parse(path, text))?.definitions.map(
    ({ kind, name, line, depth }) => `${"  ".repeat(depth)}${kind} ${name} ${line}`,
  );

test.each<[string, string, readonly string[]]>([
  [
    "a.ts",
    "export class A {\n  b(): void {}\n}\ntype T = 1;\ninterface I {}\nenum E {}\nconst c = 1;\nexport const d = 2;\nfunction f() { const inner = 1; }\n",
    ["class A 1", "  method b 2", "type T 4", "type I 5", "type E 6", "constant c 7", "constant d 8", "function f 9"],
  ],
  ["a.tsx", "export const View = () => <p>hi</p>;\n", ["constant View 1"]],
  ["a.mjs", "class A { b() {} }\nfunction* g() {}\n", ["class A 1", "  method b 1", "function g 2"]],
  [
    "a.py",
    "X = 1\nclass A:\n    def b(self):\n        pass\n\ndef f(): pass\n",
    ["constant X 1", "class A 2", "  function b 3", "function f 6"],
  ],
  [
    "a.go",
    "package a\nconst C = 1\ntype T struct{}\nfunc (t T) M() {}\nfunc F() {}\n",
    ["constant C 2", "type T 3", "method M 4", "function F 5"],
  ],
  [
    "a.rs",
    "pub struct S;\nimpl S { fn m(&self) {} }\ntrait T {}\nenum E {}\nconst C: u8 = 1;\nmod m {}\n",
    ["class S 1", "class S 2", "  function m 2", "type T 3", "type E 4", "constant C 5", "module m 6"],
  ],
  [
    "A.java",
    "class A { A() {} void m() {} }\ninterface I {}\nenum E { X }\n",
    ["class A 1", "  method A 1", "  method m 1", "type I 2", "type E 3"],
  ],
  ["a.cs", "namespace N { class A { void M() {} } }\n", ["module N 1", "  class A 1", "    method M 1"]],
  [
    "a.cpp",
    "namespace n { class A { int m() { return 1; } }; }\nint *f(int x) { return 0; }\nstruct S { int x; };\n",
    ["module n 1", "  class A 1", "    function m 1", "function f 2", "class S 3"],
  ],
  [
    "a.c",
    "static int add(int a, int b) { return a + b; }\ntypedef struct { int x; } P;\n",
    ["function add 1", "type P 2"],
  ],
  [
    "a.php",
    "<?php\nfunction f() {}\nclass A { function m() {} }\ninterface I {}\n",
    ["function f 2", "class A 3", "  method m 3", "type I 4"],
  ],
  [
    "a.rb",
    "module M\n  class A\n    def m; end\n    def self.s; end\n  end\nend\n",
    ["module M 1", "  class A 2", "    method m 3", "    method s 4"],
  ],
  ["a.sh", "build() {\n  true\n}\n", ["function build 1"]],
])("%s", async (path, text, expected) => expect(await outline(path, text)).toEqual(expected));

test("a file of no known language is not parsed", async () => expect(await parser.parse("a.txt", "x")).toBeNull());

test("words are each there once, in any alphabet", async () =>
  expect((await parser.parse("a.py", "größe = foo_bar(foo_bar, x, été)"))?.words).toEqual(["foo_bar", "größe", "été"]));

test("any text gives definitions of lines it has", async () => {
  const texts = fc.array(
    fc.constantFrom("function f() {", "}", "class A {", "(", '"', "`", "\n", "é", "/*", "const x = 1;", "\u2028", "\0"),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (parts) => {
      const text = parts.join("");
      const lines = text.split("\n");
      for (const { line, name, signature } of (await parser.parse("a.ts", text))!.definitions) {
        expect(lines[line - 1]!.trim().startsWith(signature)).toBe(true);
        expect(text).toContain(name);
      }
    }),
    { numRuns: 200 },
  );
});
