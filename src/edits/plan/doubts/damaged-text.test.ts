// New text that was damaged on its way is not certain; what the file writes so itself, or quotes, is no damage.

import { expect, test } from "vitest";
import { editOf, planOn } from "../../fixtures.ts";
import type { Change, Edit } from "../../types.ts";

const OLD = "one\ntwo\nthree\n";

function isCertain(path: string, put: string, old = OLD): boolean {
  const change: Change = { kind: "replace", find: "two\n", put: `${put}\n`, match: "lines", all: false };
  const edit: Edit = { ...editOf(1, change, { path }), origin: { line: 1, canConfirm: true } };
  return planOn({ [path]: old }, [edit]).edits[0]!.likely === undefined;
}

test.each([
  ["a gutter", "a.js", "  2 | two();\n  3 | three();"],
  ["a gutter with colons", "a.ts", "2: two();\n3: three();"],
  ["a gutter with tabs", "a.py", "10\ttwo()\n11\tthree()"],
  ["a gutter with spaces", "a.py", "9    two()\n10   three()"],
  ["what grep prints", "a.rs", "12:fn a() {}\n40:fn b() {}"],
  ["signs for a web page", "a.ts", "if (a &lt; b &amp;&amp; c) run();"],
  ["a generic type for a web page", "A.java", "List&lt;String&gt; list = null;"],
  ["typographic quotes", "a.js", "console.log(“two”);"],
  ["single typographic quotes", "a.py", "name = ‘two’"],
  ["a no-break space", "a.go", "\u00a0\u00a0return 2"],
  ["a space without width", "a.js", "let tw\u200bo = 2;"],
  ["underscores that became bold", "a.py", "def **init**(self):"],
  ["a placeholder", "a.js", "const key = <your key here>;"],
  ["a placeholder for a value", "a.yaml", "password: <choose-a-strong-password>"],
  ["a placeholder in quotes", "deploy.env", 'TOKEN="<api token>"'],
  ["lost characters", "a.js", 'say("Auf Wiederh\ufffdren");'],
  ["lost characters in prose", "a.md", "Gr\ufffd\ufffde"],
])("%s", (_, path, put) => expect(isCertain(path, put)).toBe(false));

test.each([
  ["numbers in a list", "a.md", "1: two\n2: three"],
  ["one line that begins with a number", "a.js", "2 | two;"],
  ["numbers that are data", "a.csv", "1\ttwo\n2\tthree"],
  ["numbers that do not grow", "a.py", "2: two,\n2: three,"],
  ["entities in strings", "a.js", 'text.replace(/</g, "&lt;").replace(/&/g, "&amp;");'],
  ["entities in a page", "a.html", "<p>a &lt; b</p>"],
  ["entities in JSX", "a.jsx", "return <p>a &lt; b</p>;"],
  ["typographic quotes in a string", "a.js", 'const text = "“two”, she said";'],
  ["an apostrophe in a comment", "a.js", "two(); // it’s two"],
  ["typographic quotes in prose", "a.md", "“two”, she said"],
  ["a no-break space in a string", "a.js", 'const gap = "\u00a0";'],
  ["powers", "a.py", "x = a**name**b"],
  ["a type parameter", "a.ts", "const list: Array<YourType> = [];"],
  ["a tag as a value", "a.yaml", "template: <header>"],
  ["stars that hide nothing of the file", "a.yaml", "mask: ********"],
])("not %s", (_, path, put) => expect(isCertain(path, put)).toBe(true));

test("a file may begin with a byte-order mark; anywhere else it is named in the reason", () => {
  const likely = (change: Change, files: Readonly<Record<string, string>>) =>
    planOn(files, [{ ...editOf(1, change, { path: "a.js" }), origin: { line: 1, canConfirm: true } }]).edits[0]!.likely;
  expect(likely({ kind: "create", content: "\ufefflet a;\n" }, {})).toBe(undefined);
  expect(likely({ kind: "overwrite", content: "\ufefflet a;\n" }, { "a.js": "let b;\n" })).toBe(undefined);
  expect(likely({ kind: "create", content: "\ufeff\ufefflet a;\n" }, {})?.why).toContain('"\ufefflet a;"');
  expect(isCertain("a.js", "\ufefftwo")).toBe(false);
});

test("what the file has already is no damage", () => {
  expect(isCertain("a.js", "print(“zwei”);", "one\ntwo\nprint(“drei”);\n")).toBe(true);
  expect(isCertain("a.bas", "20 PRINT 2\n30 PRINT 3", "10 PRINT 1\ntwo\n")).toBe(true);
});

test.each([
  ["stars", "a.yaml", "token: 5ecret", "token: ********"],
  ["stars in quotes", "a.json", '  "token": "5ecret",', '  "token": "****",'],
  ["a word in brackets", "a.yaml", "  - token: 5ecret", "  - token: [REDACTED]"],
  ["a word", "a.env", "export TOKEN=5ecret", "export TOKEN=<redacted>"],
  ["letters", "a.toml", "token = '5ecret'", "token = 'xxxxxxxx'"],
])("a value of the file that is hidden: %s", (_, path, own, put) => {
  expect(isCertain(path, put, `${own}\ntwo\n`)).toBe(false);
  expect(isCertain(path, put, `${put}\ntwo\n`)).toBe(true);
});

test("line numbers are no damage where the old text has them too: without them, both may fit", () => {
  const change: Change = {
    kind: "replace",
    find: "1: one\n2: two\n",
    put: "1: uno\n2: dos\n",
    match: "lines",
    all: false,
  };
  const edit: Edit = { ...editOf(1, change, { path: "a.js" }), origin: { line: 1, canConfirm: true } };
  const { edits, results } = planOn({ "a.js": OLD }, [edit]);
  expect(edits[0]!.likely).toBe(undefined);
  expect(results[0]).toMatchObject({ kind: "miss", why: { diagnostics: { candidate: { rule: "line-numbers" } } } });
});
