import { expect, test } from "vitest";
import { elidedIn, isElision, isPlaceholder } from "./elision.ts";

test.each([
  "// ... existing code ...",
  "    # ... rest of code ...",
  "# ... (rest of the code remains the same)",
  "/* ... rest of the file ... */",
  "<!-- ... existing content ... -->",
  "{/* ... other components ... */}",
  "-- ... existing code ...",
  "; ... remaining code ...",
  "% ... unchanged code ...",
  "// rest of code unchanged",
  "// rest of the code here",
  "# Rest of the implementation remains the same",
  "// ... unchanged",
  "// existing code",
  "// (existing code)",
  "// [rest of the function]",
  "// [keep the middle part]",
  "# <ostatak ostaje isti>",
  "// … existing code …",
  "// code omitted for brevity",
  "// remaining code unchanged",
  "// same as before",
  "... existing code ...",
  "// Keep existing code as is",
  "// bestehender Code",
  "// ... Rest wie gehabt",
  "// unverändert",
  "# código existente",
  "# resto del código sin cambios",
  "// reste du code",
  "// 其余代码不变",
  "# 省略",
  "// 既存のコード",
  "# остальной код",
  "# без изменений",
  "-- snip --",
  "// --snip--",
  "[... truncated 14 lines ...]",
  "// 12 more tests omitted",
  "# omitted the remaining routes",
  "<snip>",
  "// ✂ ✂",
  "<!-- rest of the page -->",
  "// remaining methods",
  "// other functions remain the same",
  "# ... (keep the rest)",
])("a placeholder: %s", (line) => expect(isPlaceholder(line)).toBe(true));

test.each([
  "",
  "...",
  "    ...",
  "return ...",
  "  ...props,",
  "[...rest, 1]",
  "function f(...args) {",
  "// Wait for the rest of the headers to arrive",
  "// The rest is silence.",
  "# remaining attempts before giving up",
  "// existing users keep their password",
  "/* other cases are errors */",
  "# Loading...",
  "// Connecting to the server...",
  "// restore the code page",
  "* Returns the unchanged value.",
  "// TODO: handle the error",
  "const existing = code;",
  "See the rest of the documentation.",
  "# The same file may be listed twice",
  "// original request id, kept for logging",
  "- rest",
  "print('... rest of code ...')",
  "<code>",
  "// Existing rows keep their id.",
  "// Der Rest wird verworfen, wenn die Zeit abläuft.",
  "# Cambia el resto de la división",
  "// 其他用户不能登录",
  "# другой код ответа сервера",
  "# [tool.black]",
  "// [deprecated]",
  "// [0, 1]",
  "// [see the docs](https://example.org)",
  "# <br>",
])("no placeholder: %s", (line) => expect(isPlaceholder(line)).toBe(false));

test.each([
  ["...", true],
  ["    ...", true],
  ["…", true],
  ["# ...", true],
  ["// ... existing code ...", true],
  ["<!-- ... -->", true],
  ["...props,", false],
  ["return x", false],
  ["", false],
  ["// a comment", false],
  ["# Loading...", false],
])("left out in a wanted text: %s → %s", (line, isOne) => expect(isElision(line)).toBe(isOne));

test("a line of a megabyte is looked at in part", () => {
  expect(isPlaceholder(`// ${"the rest of ".repeat(100_000)}`)).toBe(false);
  expect(isElision("(".repeat(1_000_000))).toBe(false);
});

const NONE: ReadonlySet<string> = new Set();

test.each<[string, string, readonly string[], string]>([
  ["dots alone", "a.ts", ["a();", "…", "b();"], "1 line"],
  ["dots in brackets", "a.ts", ["[...]", "(...),"], "0 line, 1 line"],
  ["a comment of dots", "a.html", ["<p>", "  <!-- ... -->", "</p>"], "1 line"],
  ["a comment of dots in JSX", "a.jsx", ["<p>", "  {/* ... */}", "</p>"], "1 line"],
  ["dots in place of a body", "a.ts", ["function f() { ... }", "g({ … });"], "0 part, 1 part"],
  ["a comment in place of a body", "a.c", ["int f() { /* ... */ }", "x = 1; // ..."], "0 part, 1 part"],
  ["strings of dots", "a.json", ['"a": "...",', '"...": 1', '"b": [...]', '"..."'], "0 part, 1 part, 2 part, 3 line"],
  ["strings of dots in code", "a.ts", ['return text + "...";', '"...",'], "1 line"],
  [
    "code with dots",
    "a.ts",
    ["f(...args);", "[...a, 1]", "{ ...b }", "// calls f({ ... })", " * f({ ... })", '"https://..."'],
    "",
  ],
  ["dots after an operator", "a.js", ["'[Tt]'    + // ...", "a && // …"], ""],
  ["an empty body in Python", "a.py", ["def f(self) -> int:", "    ...", "class A(Protocol): ...", "x[..., 0]"], ""],
  ["dots among statements in Python", "a.py", ["x = 1", "...", "y = 2"], "1 line"],
  ["the end of a document of YAML", "a.yml", ["a: 1", "..."], ""],
  ["a sample in a document", "a.md", ["Use it:", "```js", "// ...", "...", "```", "..."], "5 line"],
])("%s", (_, path, lines, found) =>
  expect(
    elidedIn(lines, path, NONE)
      .map(({ at, kind }) => `${at} ${kind}`)
      .join(", "),
  ).toBe(found),
);

test("what the file has is not left out, and a body that it has is", () => {
  expect(elidedIn(["...", "// ..."], "a.ts", new Set(["...", "// ..."]))).toEqual([]);
  expect(elidedIn(["def f():", "    ..."], "a.py", new Set(["def f():"]))).toEqual([{ at: 1, kind: "line" }]);
});
