// Messages of the edit tools name the caller's own parameters, and give no advice that the tool cannot take.

import { expect, test } from "vitest";
import { loadTool, runTool } from "../src/tools/index.ts";
import { sandboxed } from "./support/sandboxed.ts";

const FILES = { "one.txt": "same\n", "two.txt": "same\nsame\n", "aaa.txt": "aaa\n" };

async function message(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await runTool((await loadTool(name))!, args, sandboxed({ files: FILES, yes: true }));
  return result.message;
}
const edit = (path: string, oldText: string, newText = "x") => message("edit", { path, oldText, newText });
const editFile = (path: string, old_string: string, more: Record<string, unknown> = {}) =>
  message("edit_file", { path, old_string, new_string: "x", ...more });

test.each<[string, () => Promise<string>]>([
  ["no match", () => edit("one.txt", "none")],
  ["several matches", () => edit("two.txt", "same")],
  ["overlapping matches", () => edit("aaa.txt", "aa")],
  ["an empty text", () => edit("one.txt", "")],
  ["half a character", () => edit("one.txt", "same", "\ud800")],
  ["a NUL", () => edit("one.txt", "same", "\0")],
  ["no change", () => edit("one.txt", "same", "same")],
])("`edit`: %s", async (_, call) => {
  const text = await call();
  expect(text).not.toMatch(/old_string|new_string|replace_all/);
});

test("`edit` says oldText", async () => {
  expect(await edit("one.txt", "none")).toContain("oldText not found in workspace/one.txt. File contains 1 line.");
  expect(await edit("two.txt", "same")).toBe(
    "Found multiple occurrences in workspace/two.txt. Found 2 matches for oldText. Provide more context. Matches at lines: 1, 2",
  );
});

const S0_14 = "Use replace_all=True or provide more context.";
test.each<[string, () => Promise<string>, boolean]>([
  ["where replace_all was not set", () => editFile("two.txt", "same"), true],
  ["where it was set to false", () => editFile("two.txt", "same", { replace_all: false }), true],
  ["not where the matches overlap: it would not help", () => editFile("aaa.txt", "aa"), false],
  ["not where it was set", () => editFile("aaa.txt", "aa", { replace_all: true }), false],
])("S0-14's sentence: %s", async (_, call, isThere) => {
  const text = await call();
  expect(text).toContain("Found 2 matches for old_string.");
  expect(text.includes(S0_14)).toBe(isThere);
});
