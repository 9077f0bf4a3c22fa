// Our patches go through the real `git apply` and `patch`, many files in each: the trees must come out byte for byte.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { unifiedDiff } from "../index.ts";
import type { Text } from "../index.ts";

type Case = { readonly path: string; readonly before: string | null; readonly after: string | null };
type Tool = { readonly name: string; readonly command: string; readonly arguments: readonly string[] };

const tools: readonly Tool[] = [
  { name: "git apply", command: "git", arguments: ["apply", "--whitespace=nowarn", "-"] },
  { name: "patch -p1", command: "patch", arguments: ["-p1", "--batch", "--no-backup-if-mismatch"] },
];

describe.each(tools)("$name gives the same bytes", (tool) => {
  const { missing, note } = without(tool.command);

  test.skipIf(missing)(`for files of every kind and odd names, in git's form${note}`, () =>
    fc.assert(
      fc.property(trees, (cases) => expectApplied(tool, cases, { git: true })),
      { numRuns: 8, endOnFailure: true },
    ),
  );

  test.skipIf(missing)(`for files with a text, without git's header lines${note}`, () =>
    fc.assert(
      fc.property(trees, (cases) => expectApplied(tool, cases.filter(hasHunks), { git: false })),
      { numRuns: 6, endOnFailure: true },
    ),
  );

  test.skipIf(missing).each<Case>([
    { path: "empty", before: null, after: "" },
    { path: "empty", before: "", after: null },
    { path: "a b", before: null, after: "a" },
    { path: "empty with blanks", before: null, after: "" },
    { path: "empty with blanks ", before: "", after: null },
    { path: 'empty "quoted"\n', before: null, after: "" },
    { path: "filled", before: "", after: "a\n" },
    { path: "emptied", before: "a", after: "" },
    { path: "late-nul", before: `${"a\n".repeat(5000)}\0\n`, after: `${"a\n".repeat(5000)}b\0` },
    { path: "crlf", before: "a\r\nb\r\nc\r", after: "a\r\nb\nc\r\n" },
    { path: "separators", before: "a\u2028b\fc\n\ufeff\r\n", after: "a\u2028b\fd\n\ufeff\r\r\n" },
  ])(`alone, as we give it unasked: $path${note}`, (one) => expectApplied(tool, [one], { git: false }));

  test.skipIf(missing)(`a rename, with and without a change${note}`, () => {
    const before = { "from 1": "a\nb\nc\nd\n", "from-2": "same\n" };
    const patch =
      unifiedDiff({
        oldPath: "from 1",
        newPath: 'sub/to "1"',
        before: before["from 1"] as Text,
        after: "a\nb\nC\nd\n" as Text,
      }) +
      unifiedDiff({
        oldPath: "from-2",
        newPath: "to-2",
        before: before["from-2"] as Text,
        after: before["from-2"] as Text,
      });
    expect(applied(tool, before, patch)).toEqual({ 'sub/to "1"': "a\nb\nC\nd\n", "to-2": "same\n" });
  });
});

const line = fc.constantFrom(
  "a\n",
  "b\n",
  "c\r\n",
  "\n",
  "  d \n",
  "-- x\n",
  "\\ No newline\n",
  "é\u2028😀\n",
  "\r\r\n",
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("", "", "a", "\r", "\\ No newline at end of file"))
  .map(([lines, last]) => lines.join("") + last);
const name = fc.constantFrom(
  "x",
  "a b",
  " lead",
  "trail ",
  "é",
  "漢字",
  'q"',
  "b\\s",
  "t\tt",
  "n\nn",
  "\x1b[1m",
  "r\u202e",
  "-",
  "@@",
);
const trees = fc
  .array(fc.record({ name, before: fc.option(text, { freq: 6 }), after: fc.option(text, { freq: 6 }) }), {
    minLength: 20,
    maxLength: 40,
  })
  // Numbered, so that no two files have one name; some in directories.
  .map((cases) => cases.map((one, at) => ({ ...one, path: `${at % 3 ? "" : "dir/"}${one.name}${at}${one.name}` })));

function hasHunks({ before, after }: Case): boolean {
  return (before ?? "") !== (after ?? "");
}

function expectApplied(tool: Tool, cases: readonly Case[], { git }: { readonly git: boolean }): void {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  let patch = "";
  for (const one of cases) {
    if (one.before === null && one.after === null) continue;
    if (one.before !== null) before[one.path] = one.before;
    if (one.after !== null) after[one.path] = one.after;
    patch += unifiedDiff({
      oldPath: one.before === null ? null : one.path,
      newPath: one.after === null ? null : one.path,
      before: (one.before ?? "") as Text,
      after: (one.after ?? "") as Text,
      ...(git ? { git: { mode: null } } : {}),
    });
  }
  if (patch !== "") expect(applied(tool, before, patch)).toEqual(after);
}

/** The tree after the tool has run, or what it said when it failed. */
function applied(tool: Tool, before: Readonly<Record<string, string>>, patch: string): Record<string, string> | string {
  const root = mkdtempSync(join(tmpdir(), "galley-unified-"));
  try {
    for (const [path, content] of Object.entries(before)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const env = { PATH: process.env["PATH"], LC_ALL: "C", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    const run = spawnSync(tool.command, tool.arguments, {
      cwd: root,
      input: patch,
      env: { ...env, GIT_CEILING_DIRECTORIES: dirname(root) },
    });
    if (run.status !== 0) return `${tool.name} failed: ${run.stderr.toString()} ${run.stdout.toString()}\n${patch}`;
    return readTree(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function readTree(root: string): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    tree[path.slice(root.length + 1)] = readFileSync(path, "utf8");
  }
  return tree;
}
