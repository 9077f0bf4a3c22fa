import { describe, expect, test } from "vitest";
import { describeBlocks } from "../describe-blocks.ts";
import { endsInText } from "./open-text.ts";

function read(...lines: readonly string[]): readonly string[] {
  return describeBlocks(`${lines.join("\n")}\n`, "whole-file");
}

describe("a file with a bare fence inside is never cut at that fence", () => {
  test.each<[string, string[]]>([
    ["code between", ["tool.py", "```python", "x = 1", "```", "", "run()", "", "```", "", "def run():", "```"]],
    ["an open docstring", ["t.py", "```py", '"""Doc.', "```", "", "Use it like this:", "```", "run()", "```", '"""']],
    ["an open docstring, paired", ["t.py", "```py", '"""Doc.', "```", "", "Use it so:", "", "```", '"""', "```"]],
    ["an open template", ["a.js", "```js", "const d = `", "```", "", "Some words here.", "", "```", "`;", "```"]],
    ["an open here-document", ["a.sh", "````sh", "cat <<EOF", "````", "", "Some words.", "", "````", "x", "````"]],
    ["text", ["notes.txt", "```", "Start", "```", "", "npm start", "", "```", "End", "```"]],
    ["an odd number of fence lines", ["a.js", "```js", "x", "```", "", "Run this:", "", "```", "y", "```", "z", "```"]],
    ["an indented close", ["a.yml", "```yml", "a: |", "  ```", "", "Some words here.", "", "```", "y", "```"]],
    ["a name between", ["a.js", "```js", "x", "```", "", "Config", "", "```", "y", "```"]],
    ["words without a blank line after them", ["a.js", "```js", "x", "```", "", "And run", "```", "y", "```"]],
  ])("%s", (_, lines) => expect(read(...lines)[0]).toMatch(/^! \S+ malformed_block$/));

  test("a few words between are words of the answer", () =>
    expect(read("a.js", "```js", "x", "```", "", "And then run", "", "```", "npm start", "```")[0]).toBe("a.js: = x/"));

  test("a document is read to its end, and only likely", () =>
    expect(
      read("a.md", "```md", "# T", "```", "", "Then run this:", "", "```", "x", "```", "", "Bye.", "```")[0],
    ).toMatch(/^! a\.md|^a\.md: \? /));
});

test.each<[string, string[]]>([
  ["words and a command", ["a.js", "```js", "x", "```", "", "Then run this:", "", "```", "npm test", "```"]],
  ["a document and words", ["a.md", "```md", "x", "```", "", "Run:", "", "```", "npm test", "```"]],
  ["a sentence", ["a.js", "```js", "x", "```", "", "Now it works.", "", "```", "ok", "```", "", "Done."]],
  ["the next file", ["a.js", "```js", "x", "```", "", "b.js", "", "```", "y", "```"]],
  ["a command in a language", ["a.py", "```python", "x", "```", "", "```sh", "y", "```"]],
])("a file before other fences stays certain: %s", (_, lines) => expect(read(...lines)[0]).toMatch(/^a\.\w+: = x\/$/));

test.each<[string, string, boolean]>([
  ["a.py", '"""Doc\n', true],
  ["a.py", '"""Doc"""\n# say """\nx = "\'\'\'"\n', false],
  ["a.py", "x = '''\n", true],
  ["a.js", "const a = `x\n", true],
  ["a.js", "const a = `x${`y`}`; // don't `\n", false],
  ["a.js", "const a = /`/.test(b) ? '`' : \"`\";\n", false],
  ["a.ts", "/* open\n", true],
  ["a.ts", "/* closed */\n", false],
  ["a.sh", "cat <<'EOF'\nx\n", true],
  ["a.sh", "cat <<EOF\nx\nEOF\ncat <<< word\n", false],
  ["a.unknown", "`\n", false],
])("whether %s ends inside a text: %j", (path, code, isOpen) => expect(endsInText(code, path)).toBe(isOpen));
