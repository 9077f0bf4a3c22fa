import { describe, expect, test } from "vitest";
import { Bug } from "../../base/index.ts";
import { unifiedDiff } from "../index.ts";
import type { Text, UnifiedDiffInput } from "../index.ts";

const diff = (input: Partial<UnifiedDiffInput> & { readonly from?: string; readonly to?: string }): string[] => {
  const { from = "", to = "", ...rest } = input;
  const text = unifiedDiff({ oldPath: "x", newPath: "x", before: from as Text, after: to as Text, ...rest });
  expect(text === "" || text.endsWith("\n")).toBe(true);
  return text.split("\n").slice(0, -1);
};

describe("the body of a diff", () => {
  test.each([
    ["equal texts", "a\n", "a\n", []],
    ["a line changes", "a\nb\nc\n", "a\nB\nc\n", ["@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"]],
    ["a count of one is left out", "a\n", "b\n", ["@@ -1 +1 @@", "-a", "+b"]],
    ["an empty file is filled", "", "a\nb\n", ["@@ -0,0 +1,2 @@", "+a", "+b"]],
    ["a file is emptied", "a\n", "", ["@@ -1 +0,0 @@", "-a"]],
    [
      "both ends lack a newline",
      "a",
      "b",
      ["@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+b", "\\ No newline at end of file"],
    ],
    ["the newline comes", "a", "a\n", ["@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+a"]],
    ["the newline goes", "a\n", "a", ["@@ -1 +1 @@", "-a", "+a", "\\ No newline at end of file"]],
    [
      "an unterminated line stays",
      "a\nb",
      "A\nb",
      ["@@ -1,2 +1,2 @@", "-a", "+A", " b", "\\ No newline at end of file"],
    ],
    ["CR is printed as it is", "a\r\nb\r\n", "a\r\nb\n", ["@@ -1,2 +1,2 @@", " a\r", "-b\r", "+b"]],
    [
      "lines that look like headers",
      "-- a/x\n++ b/x\n",
      "@@ -1 +1 @@\n",
      ["@@ -1,2 +1 @@", "--- a/x", "-++ b/x", "+@@ -1 +1 @@"],
    ],
  ])("%s", (_, from, to, body) => {
    expect(diff({ from, to })).toEqual(body.length === 0 ? [] : ["--- a/x", "+++ b/x", ...body]);
  });

  test("a line added near the top shows three lines after it (the sample of a 50-line file)", () => {
    const tail = "\ndef helper():\n    pass\n".concat("x\n".repeat(45));
    const path = "src/utils.py";
    const from = `import os\nimport sys\n${tail}`;
    const to = `import os\nimport sys\nimport json\n${tail}`;
    expect(diff({ oldPath: path, newPath: path, from, to })).toEqual([
      "--- a/src/utils.py",
      "+++ b/src/utils.py",
      "@@ -1,5 +1,6 @@",
      " import os",
      " import sys",
      "+import json",
      " ",
      " def helper():",
      "     pass",
    ]);
  });

  test("context is as asked", () =>
    expect(diff({ from: "a\nb\nc\n", to: "a\nB\nc\n", context: 0 })).toEqual([
      "--- a/x",
      "+++ b/x",
      "@@ -2 +2 @@",
      "-b",
      "+B",
    ]));
});

describe("the head of a diff", () => {
  test.each<[string, Parameters<typeof diff>[0], string[]]>([
    ["create", { oldPath: null, to: "a\n" }, ["--- /dev/null", "+++ b/x"]],
    ["delete", { newPath: null, from: "a\n" }, ["--- a/x", "+++ /dev/null"]],
    [
      "create an empty file",
      { oldPath: null },
      ["diff --git a/x b/x", "new file mode 100644", "index 0000000..e69de29"],
    ],
    [
      "delete an empty file",
      { newPath: null },
      ["diff --git a/x b/x", "deleted file mode 100644", "index e69de29..0000000"],
    ],
    ["rename", { newPath: "y", from: "a\n", to: "a\n" }, ["diff --git a/x b/y", "rename from x", "rename to y"]],
    [
      "rename and change",
      { newPath: "y", from: "a\n", to: "b\n" },
      ["diff --git a/x b/y", "rename from x", "rename to y", "--- a/x", "+++ b/y"],
    ],
    [
      "rename with a blank",
      { newPath: "y z", from: "a\n", to: "a\n" },
      ['diff --git a/x "b/y z"', "rename from x", "rename to y z"],
    ],
    ["git: change", { git: { mode: 0o755 }, from: "a\n", to: "b\n" }, ["diff --git a/x b/x", "--- a/x", "+++ b/x"]],
    ["git: nothing", { git: { mode: null }, from: "a\n", to: "a\n" }, []],
    [
      "git: create an executable",
      { git: { mode: 0o755 }, oldPath: null, to: "a\n" },
      ["diff --git a/x b/x", "new file mode 100755", "--- /dev/null", "+++ b/x"],
    ],
    [
      "git: delete",
      { git: { mode: null }, newPath: null, from: "a\n" },
      ["diff --git a/x b/x", "deleted file mode 100644", "--- a/x", "+++ /dev/null"],
    ],
  ])("%s", (_, input, head) => {
    const lines = diff(input);
    const body = lines.findIndex((line) => line.startsWith("@@"));
    expect(lines.slice(0, body < 0 ? undefined : body)).toEqual(head);
  });

  test.each([
    ["plain", "src/a.ts", "a/src/a.ts"],
    ["a blank inside: a tab follows", "a b", "a/a b\t"],
    ["a blank at an end", "a ", '"a/a "'],
    ["letters of other scripts stay", "żółć.md", "a/żółć.md"],
    ["a quote", 'a"b', '"a/a\\"b"'],
    ["a backslash", "a\\b", '"a/a\\\\b"'],
    ["tab, newline, CR", "a\tb\nc\r", '"a/a\\tb\\nc\\r"'],
    ["other controls", "\x07\b\v\f\x01\x1b\x7f", '"a/\\a\\b\\v\\f\\001\\033\\177"'],
    ["an override of direction", "a\u202eb", '"a/a\\342\\200\\256b"'],
    ["a space that is not one", "a\u00a0b", '"a/a\\302\\240b"'],
    ["quoted names take no tab", 'a "b', '"a/a \\"b"'],
  ])("a path with %s", (_, path, label) => {
    expect(diff({ oldPath: path, from: "a\n", newPath: null })[0]).toBe(`--- ${label}`);
  });
});

describe("impossible questions are bugs", () => {
  test.each<[string, Parameters<typeof diff>[0]]>([
    ["no path at all", { oldPath: null, newPath: null }],
    ["text in a file that is not there yet", { oldPath: null, from: "a\n", to: "a\n" }],
    ["text left in a deleted file", { newPath: null, from: "a\n", to: "a\n" }],
  ])("%s", (_, input) => expect(() => diff(input)).toThrow(Bug));
});
