// A whole file that ends in the middle is not certain; one that is finished is, whatever signs it has.

import { expect, test } from "vitest";
import { editOf, planOn } from "../../fixtures.ts";

const OLD = "export function one(a) {\n  return a + 1;\n}\n\nexport function two(a) {\n  return one(a) + 1;\n}\n";

function isLikely(content: string, { path = "a.js", own = OLD }: { path?: string; own?: string | null } = {}): boolean {
  const change = own === null ? ({ kind: "create", content } as const) : ({ kind: "overwrite", content } as const);
  const edit = { ...editOf(1, change, { format: "whole-file", path }), origin: { line: 3, canConfirm: true } };
  return planOn(own === null ? {} : { [path]: own }, [edit]).edits[0]!.likely !== undefined;
}

test.each<[string, string, { path?: string; own?: string | null }?]>([
  ["in a call", OLD.replace("one(a) + 1;\n}\n", "one(\n")],
  ["in a block", OLD.replace(/\}\n$/, "")],
  ["a new file", "module.exports = {\n  one: 1,\n", { own: null }],
  ["a new file of Python", "def one(a):\n    return max(\n        a,\n", { path: "a.py", own: null }],
  ["JSON", '{\n  "a": [\n    1,\n', { path: "a.json", own: '{\n  "a": [1, 2, 3]\n}\n' }],
  ["a Makefile", "test:\n\t@node \\\n", { path: "Makefile", own: null }],
  ["a page", "<html>\n<body>\n  <p>One</p>\n", { path: "a.html", own: "<html>\n<body>\n</body>\n</html>\n" }],
])("cut off: %s", (_, content, options) => expect(isLikely(content, options)).toBe(true));

test.each<[string, string, { path?: string; own?: string | null }?]>([
  ["finished", OLD.replace("+ 1", "+ 2")],
  ["brackets in strings", `${OLD}export const open = "{ ( [";\n`],
  ["brackets in a comment", `${OLD}/*\n  { ( [\n  and so on */\n`],
  ["brackets in a pattern", `${OLD}export const open = /[({[]/;\n`],
  ["brackets in a pattern on a line of its own", `${OLD}export const open =\n  /[({[]|\\(/;\n`],
  ["the file was like this", "if (a) {\n  one(\n", { own: "if (b) {\n  two(\n" }],
  ["a new file", "module.exports = {\n  one: 1,\n};\n", { own: null }],
  ["Python ends with its block", "def one(a):\n    return max(a, 1)\n", { path: "a.py", own: null }],
  ["YAML", "a:\n  - b\n", { path: "a.yml", own: null }],
  ["a page without a root", "<p>\n  One\n</p>\n", { path: "a.html", own: "<p>\nTwo\n</p>\n" }],
  ["a list that is indented", "  - (a\n", { path: "a.md", own: null }],
])("finished: %s", (_, content, options) => expect(isLikely(content, options)).toBe(false));
