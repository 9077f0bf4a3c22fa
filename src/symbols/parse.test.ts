import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import fc from "fast-check";
import treeSitter from "@vscode/tree-sitter-wasm";
import { describe, expect, test } from "vitest";
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
  ["a.tsx", "export const View = () => <p>hi</p>;\n", ["function View 1"]],
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

describe("JavaScript as packages write it", () => {
  const WRAPPED =
    "var Model = root.Model = function () {};\nModel.prototype.save = function () { this.done = function () {}; };\nvar VERSION = '1';\nroot.on = (name) => { const inner = () => 1; };\n";
  const MODEL = ["function Model", "method save", "constant VERSION", "function on"];
  test.each<[title: string, text: string, expected: readonly string[]]>([
    [
      "exports.x",
      "exports.a = 1;\nmodule.exports.b = function () {};\nexports['c'] = () => 2;\n",
      ["constant a 1", "function b 2", "function c 3"],
    ],
    [
      "a chain of exports",
      "exports.a = exports.b = function () {};\nvar app = exports = module.exports = {};\n",
      ["function a 1", "function b 1", "constant app 2"],
    ],
    [
      "what is in a literal with two names is inside",
      "const proto = module.exports = {\n  a() {},\n  b: function () {},\n};\n",
      ["constant proto 1", "  method a 2", "  method b 3"],
    ],
    [
      "what an exported literal holds",
      "module.exports = {\n  a: 1,\n  b: function () {},\n  c() {},\n  'd-e': (x) => x,\n  f,\n  g: g,\n  h: k,\n  deep: { inner: 1 },\n};\n",
      ["constant a 2", "method b 3", "method c 4", "method d-e 5", "constant h 8", "constant deep 9"],
    ],
    [
      "export default of a literal",
      "export default { name: 'x', run: () => 1 };\n",
      ["constant name 1", "method run 1"],
    ],
    ["what has no name of its own", "module.exports = function () {};\n", ["function exports 1"]],
    ["export default without a name", "export default () => 1;\n", ["function default 1"]],
    [
      "export default of a class without a name",
      "export default class { a() {} }\n",
      ["class default 1", "  method a 1"],
    ],
    ["a name of its own comes before exports", "module.exports = function create() {};\n", ["function create 1"]],
    [
      "a class that is exported",
      "module.exports = class App extends Base {\n  use() {}\n  on = () => 1;\n};\n",
      ["class App 1", "  method use 2", "  method on 3"],
    ],
    [
      "methods of an object",
      "app.init = function init() {};\napp.set = async (a) => a;\n",
      ["function init 1", "function set 2"],
    ],
    [
      "methods of a prototype",
      "function Foo() { this.own = function () {}; }\nFoo.prototype.bar = function () {};\nFoo.prototype = { baz: function () {} };\n",
      ["function Foo 1", "method bar 2", "method baz 3"],
    ],
    [
      "functions with names that are passed on",
      "define(req, 'query', function query() { var inner = 1; });\n// More of the same file, so that the function is not most of it.\n",
      ["function query 1"],
    ],
    [
      "handlers inside a function are not definitions",
      "function load() {\n  xhr.onload = function () {};\n  const local = () => 1;\n}\n",
      ["function load 1"],
    ],
    [
      "nor are callbacks",
      "list.forEach(function (one) { one.done = function () {}; var inner = 1; });\nconst enough = 'text to be longer than the callback, which would else be most of this file, or more';\n",
      ["constant enough 2"],
    ],
    [
      "what is declared is a function when its value is",
      "const f = () => 1, n = 2;\nlet g = function* () {};\nlet later;\nlater = () => 3;\n",
      ["function f 1", "constant n 1", "function g 2", "constant later 3", "function later 4"],
    ],
    [
      "property descriptors define nothing",
      "Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return b.a; } });\n",
      [],
    ],
    [
      "an immediately invoked function",
      `(function () {\n${WRAPPED}})();\n`,
      MODEL.map((each, at) => `${each} ${at + 2}`),
    ],
    [
      "one that is called with this",
      `;(function () {\n${WRAPPED}}).call(this);\n`,
      MODEL.map((each, at) => `${each} ${at + 2}`),
    ],
    ["one after an exclamation mark", `!function () {\n${WRAPPED}}();\n`, MODEL.map((each, at) => `${each} ${at + 2}`)],
    [
      "a factory",
      `(function (root, make) { make(root); })(this, function (root) {\n${WRAPPED}});\n`,
      MODEL.map((each, at) => `${each} ${at + 2}`),
    ],
    [
      "define with an arrow function",
      `define(["a"], (a) => {\n${WRAPPED}});\n`,
      MODEL.map((each, at) => `${each} ${at + 2}`),
    ],
  ])("%s", async (_, text, expected) => {
    expect(await outline("a.js", text)).toEqual(expected);
    expect(await outline("a.ts", text)).toEqual(expected);
  });

  test.each([
    "const a = require('a');",
    "var b = require('b').c.d, e = require('e')('f');",
    "const g = await import('g');",
    "const h = __importDefault(require('h'));",
    "var _i = _interopRequireWildcard(require('i'));",
    "const tslib_1 = (0, tslib.__importStar)(require('j'));",
    "exports.k = require('k');",
    "module.exports.l = require('l').m;",
    "module.exports = { n: require('n'), o, p: p };",
    "module.exports = require('q');",
    "const { r, s: t } = require('r');",
    "import u, { v as w } from 'u';",
    "import * as x from 'x';",
    "export { y } from 'y';",
    "exports.z = void 0;",
    "exports.z = z;",
    "const Z = new (require('z'))();",
  ])("no import is a definition: %s", async (text) => {
    expect(await outline("a.js", text)).toEqual([]);
    expect(await outline("a.ts", text)).toEqual([]);
  });

  test("on a very long line each definition shows its own text", async () => {
    const text = Array.from({ length: 40 }, (_, at) => `exports.name${at}=function(){return ${at}};`).join("");
    const found = (await parser.parse("a.js", text))!.definitions;
    expect(found).toHaveLength(40);
    for (const { name, signature } of found) expect(signature).toContain(name);
  });
});

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
