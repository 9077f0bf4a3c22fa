// What each host's own tools were measured to write, with the versions named in the hosts' files. "unknown" marks what is
// not predicted: then nothing is let through.

import { describe, expect, test } from "vitest";
import { asText, type Text } from "../../text/index.ts";
import { claudeCode } from "../hosts/claude-code.ts";
import { codex } from "../hosts/codex.ts";
import { copilot } from "../hosts/copilot.ts";
import { gemini } from "../hosts/gemini.ts";
import { opencode } from "../hosts/opencode.ts";
import type { Host } from "../types.ts";
import { predict, type ChangingCall } from "./predict.ts";

function written(host: Host, call: ChangingCall, before: string | null): string {
  const predicted = predict(call, host.habits, () => (before === null ? null : (asText(before) as Text)));
  if (predicted.kind !== "files") return predicted.kind;
  return predicted.files.map(({ to, after }) => `${to === null ? "" : `${to}: `}${after ?? "deleted"}`).join(" | ");
}

const HOSTS = [claudeCode, gemini, copilot, opencode];

/** Name, before, find, put; then what Claude Code, Gemini CLI, Copilot CLI and opencode wrote. */
const EDITS: readonly (readonly [string, string | null, string, string, string, string, string, string])[] = [
  ["a line break in a CRLF file", "a\r\nb\r\nc\r\n", "b", "B\nX", ...same("a\r\nB\r\nX\r\nc\r\n")],
  ["a break in the old text", "a\r\nb\r\nc\r\n", "b\nc", "B\nX\nC", ...same("a\r\nB\r\nX\r\nC\r\n")],
  ["CRLF in the new text of a CRLF file", "a\r\nb\r\n", "b", "B\r\nX", "unknown", ...three("a\r\nB\r\nX\r\n")],
  ["CRLF in an LF file", "a\nb\nc\n", "b", "B\r\nX", "a\nB\r\nX\nc\n", ...three("a\nB\nX\nc\n")],
  ["mixed endings", "a\nb\nc\r\nd\ne\n", "d", "D", ...same("unknown")],
  ["a byte order mark", "\uFEFFa\nb\n", "a", "A", ...same("\uFEFFA\nb\n")],
  ["a text that is deleted", "a\nb\nc\n", "b", "", "a\nc\n", "a\n\nc\n", "a\nc\n", "a\n\nc\n"],
  ["a line that is deleted", "a\nb\nc\n", "b\n", "", ...same("a\nc\n")],
  ["a word that is deleted", "a\nx b y\nc\n", " b", "", ...same("a\nx y\nc\n")],
  ["trailing whitespace", "a\nb\nc\n", "b", "B  \nX\t", ...same("a\nB  \nX\t\nc\n")],
  ["no final line break", "a\nb", "b", "B", ...same("a\nB")],
  ["a final line break is added", "a\nb", "b", "B\n", "a\nB\n", "a\nB", "a\nB\n", "a\nB\n"],
  ["quotes", "say “hi”\n", "“hi”", '"ho"', ...same('say "ho"\n')],
  ["signs of a pattern", "a\nb\n", "b", "$& $1 $$ $`", ...same("a\n$& $1 $$ $`\n")],
  ["a lone CR", "a\rb\rc\n", "b", "B", ...same("a\rB\rc\n")],
  ["a text that is not there", "a\n", "x", "y", ...same("refused")],
  ["a text that is there twice", "b\nb\n", "b", "B", ...same("refused")],
  ["no file", null, "x", "y", ...same("refused")],
];

function same(text: string): [string, string, string, string] {
  return [text, text, text, text];
}

function three(text: string): [string, string, string] {
  return [text, text, text];
}

describe.each(EDITS)("an edit: %s", (_, before, find, put, ...expected) => {
  test.each(HOSTS.map((host, at) => [host.title, host, expected[at]!] as const))("%s", (_name, host, after) => {
    expect(written(host, { kind: "edit", path: "a", edits: [{ find, put, all: false }] }, before)).toBe(after);
  });
});

const WRITES: readonly (readonly [string, string | null, string, string, string, string, string])[] = [
  ["a new file", null, "one\r\ntwo\n", ...same("one\r\ntwo\n")],
  ["no final line break", null, "x  \ny", ...same("x  \ny")],
  ["over CRLF", "a\r\nb\r\n", "A\nB\n", "A\nB\n", "A\r\nB\r\n", "refused", "A\nB\n"],
  ["over mixed endings", "a\r\nb\n", "A\r\nB\n", "A\r\nB\n", "A\r\nB\r\n", "refused", "A\r\nB\n"],
  ["CRLF over LF", "a\n", "A\r\n", "A\r\n", "A\r\n", "refused", "A\r\n"],
  ["over a byte order mark", "\uFEFFa\n", "A\n", "\uFEFFA\n", "A\n", "refused", "\uFEFFA\n"],
  ["escapes of a program", null, 'x = "a\\n"\n', 'x = "a\\n"\n', "unknown", ...two('x = "a\\n"\n')],
  ["a backslash before a quote", "a\n", "\\`", "\\`", "unknown", "refused", "\\`"],
  ["a backslash before something else", null, "\\d\\", ...same("\\d\\")],
  ["two byte order marks", "\uFEFFa\n", "\uFEFFA\n", "unknown", "unknown", "refused", "unknown"],
];

function two(text: string): [string, string] {
  return [text, text];
}

describe.each(WRITES)("a whole file: %s", (_, before, content, ...expected) => {
  test.each(HOSTS.map((host, at) => [host.title, host, expected[at]!] as const))("%s", (_name, host, after) => {
    expect(written(host, { kind: "write", path: "a", content }, before)).toBe(after);
  });
});

/** Before, the lines of the section; then what Codex, Copilot CLI and opencode wrote. */
const PATCHES: readonly (readonly [string, string, string, string, string, string])[] = [
  ["LF", "a\nb\nc\n", "@@\n a\n-b\n+B\n+X\n c", "a\nB\nX\nc\n", "a\nB\nX\nc\n", "a\nB\nX\nc\n"],
  ["CRLF", "a\r\nb\r\n", "@@\n a\n-b\n+B", "a\r\nB\r\n", "a\r\nB\r\n", "unknown"],
  ["mixed", "a\nb\r\nc\nd\r\n", "@@\n a\n-b\n+B", "a\nB\nc\nd\r\n", "a\nB\nc\nd\n", "unknown"],
  [
    "the first ending counts",
    "a\r\nb\nc\r\nd\n",
    "@@\n-d\n+D",
    "a\r\nb\nc\r\nD\r\n",
    "a\r\nb\r\nc\r\nD\r\n",
    "a\r\nb\nc\r\nD\n",
  ],
  ["a byte order mark", "\uFEFFa\nb\n", "@@\n-b\n+B", "\uFEFFa\nB\n", "unknown", "\uFEFFa\nB\n"],
  ["a line with a byte order mark", "\uFEFFa\nb\n", "@@\n-a\n+A", "unknown", "unknown", "\uFEFFA\nb\n"],
  ["no final line break", "a\nb", "@@\n-a\n+A", "A\nb\n", "A\nb", "A\nb\n"],
  ["a context line in the header", "x\na\ny\na\n", "@@ y\n-a\n+A", ...three("x\na\ny\nA\n")],
  ["lines that are only added", "a\nb\n", "@@\n+X", "a\nb\nX\n", "unknown", "unknown"],
  ["at the end of the file", "a\nb\na\n", "@@\n-a\n+A\n*** End of File", "a\nb\nA\n", "unknown", "unknown"],
  ["two chunks", "a\nb\nc\nd\n", "@@\n-a\n+A\n@@\n-d\n+D", ...three("A\nb\nc\nD\n")],
  ["two chunks out of order", "a\nb\nc\nd\n", "@@\n-d\n+D\n@@\n-a\n+A", ...three("unknown")],
  ["whitespace differs", "  a\nb\n", "@@\n-a\n+A", ...three("unknown")],
  ["everything is deleted", "a\n", "@@\n-a", ...three("")],
  ["a move", "a\nz\n", "*** Move to: sub/b\n@@\n-a\n+A", ...three("sub/b: A\nz\n")],
  ["a header of a unified diff", "a\n", "@@ -1,1 +1,1 @@\n-a\n+A", ...three("unknown")],
  ["a line without a sign", "a\nb\n", "@@\n a\nb\n+c", ...three("unknown")],
];

describe.each(PATCHES)("a patch: %s", (_, before, section, ...expected) => {
  const text = `*** Begin Patch\n*** Update File: f\n${section}\n*** End Patch\n`;
  const hosts = [codex, copilot, opencode];
  test.each(hosts.map((host, at) => [host.title, host, expected[at]!] as const))("%s", (_name, host, after) => {
    expect(written(host, { kind: "patch", text, folder: null }, before)).toBe(after);
  });
});

test("a patch of lines that repeat without end is searched in one pass", () => {
  const lines = "a\n".repeat(100_000);
  const section = `${"-a\n".repeat(50_000)}-b\n+c`;
  const text = `*** Begin Patch\n*** Update File: f\n@@\n${section}\n*** End Patch\n`;
  expect(written(codex, { kind: "patch", text, folder: null }, lines)).toBe("unknown");
});

test("a file with two sections, one that exists, one that does not", () => {
  const patch = (text: string): ChangingCall => ({
    kind: "patch",
    text: `*** Begin Patch\n${text}*** End Patch\n`,
    folder: null,
  });
  const twice = patch("*** Update File: f\n@@\n-a\n+A\n*** Update File: f\n@@\n-b\n+B\n");
  expect(written(codex, twice, "a\nb\n")).toBe("unknown");
  expect(written(codex, patch("*** Add File: f\n+one\n"), "old\n")).toBe("one\n");
  expect(written(copilot, patch("*** Add File: f\n+one\n"), "old\n")).toBe("refused");
  expect(written(codex, patch("*** Delete File: f\n"), "old\n")).toBe("deleted");
});
