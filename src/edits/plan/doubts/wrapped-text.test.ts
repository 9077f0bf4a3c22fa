// New code that has taken in what was around it is not certain; the same text in a document, or in the file, is.

import { expect, test } from "vitest";
import { editOf, planOn } from "../../fixtures.ts";
import type { Change, Edit } from "../../types.ts";

function isCertain(put: string, { path = "a.js", old = "one();\ntwo();\n" } = {}): boolean {
  const change: Change = { kind: "replace", find: "two();\n", put, match: "lines", all: false };
  const edit: Edit = { ...editOf(1, change, { path }), origin: { line: 1, canConfirm: true } };
  return planOn({ [path]: old }, [edit]).edits[0]!.likely === undefined;
}

test.each([
  ["its fence", "```js\ndos();\n```\n"],
  ["its fence of other signs", "~~~\ndos();\n~~~\n"],
  ["a button", "Copy code\ndos();\n"],
  ["a button after the language", "javascript Copy code\ndos();\n"],
  ["a sentence after it", "dos();\n\nLet me know if you need anything else!\n"],
  ["a sentence before it", "Here is the updated file:\n\ndos();\n"],
  ["prompts", ">>> dos()\n2\n"],
  ["the signs of a quotation", "> dos();\n>\n> tres();\n"],
  ["the signs of a diff", "+dos();\n+  tres();\n"],
  ["the sign of a diff before one line", "+dos();\n"],
])("%s", (_, put) => {
  expect(isCertain(put)).toBe(false);
  expect(isCertain(put, { path: "a.md" })).toBe(true);
});

test.each([
  ["a fence inside", "text(`\n```js\ndos();\n```\n`);\n"],
  ["words in a comment", "dos();\n\n// Let me know if you need anything else!\n"],
  ["words in a string", 'dos();\n\nsay("Let me know if you need anything else!");\n'],
  ["numbers with signs", "+1;\n"],
  ["one line that is less", "> dos();\n"],
  ["a sign inside a line", "  + dos();\n"],
])("not %s", (_, put) => expect(isCertain(put)).toBe(true));

test("what the file has already is code", () =>
  expect(isCertain("+dos();\n", { old: "one();\ntwo();\n+dos();\n" })).toBe(true));
