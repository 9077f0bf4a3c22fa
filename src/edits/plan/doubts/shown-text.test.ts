// New text that is written for a reader is not certain; the same signs in the file, or with another meaning, are code.

import { expect, test } from "vitest";
import { editOf, planOn } from "../../fixtures.ts";
import type { Change, Edit } from "../../types.ts";

const OLD = "one();\ntwo();\nthree();\n";

function isCertain(content: string, old = OLD): boolean {
  const change: Change = { kind: "overwrite", content };
  const edit: Edit = { ...editOf(1, change, { path: "a.js" }), origin: { line: 1, canConfirm: true } };
  return planOn({ "a.js": old }, [edit]).edits[0]!.likely === undefined;
}

test.each([
  ["a note with an arrow", "one();\ntwo(); // <-- this throws\nthree();\n"],
  ["a note with another arrow", "one();\n  two();  # ← here\nthree();\n"],
  ["a note below", "one();\ntwo(); /* ^^^ wrong */\nthree();\n"],
  ["two versions", "// Before\none();\n\n// After\nuno();\n"],
  ["two versions with marks", "// ❌ Bad:\none();\n// ✅ Good:\nuno();\n"],
  ["two versions in German", "# Vorher\none()\n# Nachher\nuno()\n"],
  ["two versions in Chinese", "// 修改前\none();\n// 修改后\nuno();\n"],
  ["the signs of a diff", "one();\n- two();\n+ dos();\nthree();\n"],
  ["the signs of a diff without spaces", "one();\n-two();\n-three();\n+dos();\n"],
])("%s", (_, content) => {
  expect(isCertain(content)).toBe(false);
  expect(isCertain(content, content.replace("three", "tres"))).toBe(true);
});

test.each([
  ["an arrow on a line of its own", "one();\nfour(); // <-- needed by three()\nthree();\n"],
  ["a comment without an arrow", "one();\ntwo(); // throws\nthree();\n"],
  ["a comment about before", "// Before each call\none();\n// After it\nthree();\n"],
  ["one of two labels", "// Before\none();\ntwo();\nthree();\n"],
  ["a list", "one();\n/*\n- two\n- three\n*/\n"],
  ["signs of numbers", "one();\n-1;\n+1;\nthree();\n"],
])("not %s", (_, content) => expect(isCertain(content)).toBe(true));
