// The view on a sandbox, on every way to search: what is visible is exactly what an open view shows, less what the rules
// cover; and nothing that is hidden is counted, opened or told apart from what does not exist.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Policy, Rule } from "../src/approval/index.ts";
import { visibilityOf, type Gate } from "../src/ask/index.ts";
import { coversFolder, isFailure } from "../src/base/index.ts";
import {
  compileRule,
  createMemoryFiles,
  createSandbox,
  visibleFiles,
  type Filesystem,
  type RealFiles,
  type Sandbox,
} from "../src/fs/index.ts";
import { findRipgrep, openHostFiles } from "../src/fs/node/index.ts";

const matches = (pattern: string, path: string): boolean => compileRule(pattern).matches(path);

function viewOn(
  files: Filesystem,
  rules: readonly Rule[],
  readApproval = false,
): { sandbox: Sandbox; seen: RealFiles } {
  const sandbox = createSandbox({
    roots: [{ name: "ws", files, mode: "rw", suffixes: null, maxFileBytes: null }],
    defaultRoot: "ws",
  });
  const policy: Policy = { user: rules, project: [], remembered: [], matches };
  const gate: Gate = {
    policy,
    flagsOf: () => ({ read_approval: readApproval, write_approval: true, edit_approval: true }),
  };
  return { sandbox, seen: visibleFiles(sandbox, visibilityOf(gate, ["ws"]), { asks: "left-out" }) };
}

const codeOf = (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => "ok",
    (error: unknown) => (isFailure(error) ? error.code : String(error)),
  );

test("without rules the view is the sandbox itself", () => {
  const { sandbox, seen } = viewOn(createMemoryFiles(), []);
  expect(seen).toBe(sandbox.real);
});

const NAMES = ["a", "b", "secret", "key.env"] as const;
const trees = fc.uniqueArray(fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }), {
  selector: (names) => names.join("/"),
  maxLength: 12,
});
const patterns = fc.array(
  fc.constantFrom(
    "ws/a/**",
    "ws/secret",
    "**/secret",
    "ws/b/*",
    "**/*.env",
    "ws/*/b",
    "ws/a/secret/",
    "**/s*",
    "other/**",
    "ws/{a,b}/key.env",
  ),
  { minLength: 1, maxLength: 2 },
);

/** A name is a folder or a file, never both. */
function filesOf(paths: readonly (readonly string[])[]): Record<string, string> {
  const all = paths.map((names) => names.join("/"));
  return Object.fromEntries(
    all.filter((path) => !all.some((other) => other.startsWith(`${path}/`))).map((path) => [path, `needle ${path}\n`]),
  );
}

const binary = findRipgrep();
const backends: readonly (readonly [string, (root: string) => Filesystem])[] = [
  ["our own walk", (root) => openHostFiles({ root, ripgrep: "never" })],
  ...(binary === null ? [] : [["ripgrep", (root: string) => openHostFiles({ root, ripgrep: { binary } })] as const]),
];

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "galley-visible-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

test("memory: searches and listings show what the rules do not cover, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(trees, patterns, async (paths, denied) => {
      const files = filesOf(paths);
      const rules = denied.map((path): Rule => ({ effect: "deny", path }));
      const { seen } = viewOn(createMemoryFiles({ files }), rules);
      const covered = (path: string): boolean => denied.some((pattern) => coversFolder(pattern, path, matches));
      const expected = Object.keys(files)
        .map((path) => `ws/${path}`)
        .filter((path) => !covered(path))
        .toSorted();
      expect((await seen.glob("**")).entries.map(({ path }) => path)).toEqual(expected);
      expect((await seen.grep("needle")).matches.map(({ path }) => path)).toEqual(expected);
      for (const path of Object.keys(files).map((each) => `ws/${each}`)) {
        expect(await codeOf(async () => seen.read(seen.resolve(path)))).toBe(covered(path) ? "FORBIDDEN" : "ok");
        expect(await codeOf(async () => seen.readBytes(seen.resolve(`${path}x`)))).toBe(
          covered(`${path}x`) ? "FORBIDDEN" : "NOT_FOUND",
        );
      }
    }),
    { numRuns: 400 },
  );
});

describe.each(backends)("%s", (_, open) => {
  test("finds the same as memory does", async () => {
    await fc.assert(
      fc.asyncProperty(trees, patterns, async (paths, denied) => {
        const files = filesOf(paths);
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        for (const [path, content] of Object.entries(files)) put(path, content);
        const rules = denied.map((path): Rule => ({ effect: "deny", path }));
        const host = viewOn(open(root), rules).seen;
        const memory = viewOn(createMemoryFiles({ files }), rules).seen;
        expect(await host.glob("**")).toEqual(await memory.glob("**"));
        expect(await host.grep("needle")).toEqual(await memory.grep("needle"));
      }),
      { numRuns: 15 },
    );
  });

  test("nothing in a hidden folder is counted", async () => {
    put("open.txt", "needle\n");
    put("secret/binary", "needle\0");
    put("secret/sub/odd\u0001name", "needle\n");
    put("secret/locked/x", "needle\n");
    chmodSync(join(root, "secret/locked"), 0);
    const { seen } = viewOn(open(root), [{ effect: "deny", path: "ws/secret/**" }]);
    expect(await seen.grep("needle")).toEqual({
      matches: [{ path: "ws/open.txt", line_number: 1, line_content: "needle" }],
      truncated: false,
    });
    expect(await seen.glob("**")).toEqual({
      entries: [{ path: "ws/open.txt", kind: "file", size_bytes: 7 }],
      truncated: false,
    });
    chmodSync(join(root, "secret/locked"), 0o700);
  });

  test("a link is shown as what it leads to", async () => {
    put("secret/key", "needle\n");
    put("open/a.txt", "needle\n");
    symlinkSync("../secret/key", join(root, "open/link"));
    symlinkSync("secret", join(root, "folder"));
    symlinkSync("secret/none", join(root, "dangling"));
    symlinkSync("open", join(root, "fine"));
    const { sandbox, seen } = viewOn(open(root), [{ effect: "deny", path: "ws/secret/**" }]);
    const names = async (path: string): Promise<readonly string[]> =>
      (await seen.list(seen.resolve(path))).entries.map((entry) => entry.path);
    expect(await names("ws")).toEqual(["ws/fine", "ws/open"]);
    expect(await names("ws/open")).toEqual(["ws/open/a.txt"]);
    expect(await names("ws/fine")).toEqual(["ws/fine/a.txt"]);
    for (const path of ["open/link", "fine/link", "folder", "folder/key", "folder/none", "folder/key/x", "dangling"])
      for (const work of [
        async () => seen.resolve(`ws/${path}`),
        async () => seen.resolve(`ws/${path}`, { last: "keep" }),
      ])
        expect(await codeOf(work), path).toBe("FORBIDDEN");
    for (const path of ["open/link", "folder/key"])
      for (const work of [
        () => seen.read(sandbox.real.resolve(`ws/${path}`)),
        () => seen.readBytes(sandbox.real.resolve(`ws/${path}`)),
        () => seen.list(sandbox.real.resolve(`ws/${path}`)),
        () => seen.grep("needle", { target: sandbox.real.resolve(`ws/${path}`) }),
        async () => seen.kindOf(sandbox.real.resolve(`ws/${path}`)),
      ])
        expect(await codeOf(work), path).toBe("FORBIDDEN");
    const target = seen.resolve("ws/fine");
    expect((await seen.grep("needle", { target })).matches.map(({ path }) => path)).toEqual(["ws/fine/a.txt"]);
  });

  test("what asks is left out of searches and counted by name, and read when it is named", async () => {
    put("open.txt", "needle\n");
    put("private/a.txt", "needle\n");
    put("private/b.md", "nothing\n");
    const rule: Rule = { effect: "ask", path: "ws/private/**" };
    const { seen } = viewOn(open(root), [rule]);
    for (const pattern of ["needle", "nothing", "neither"])
      expect((await seen.grep(pattern)).skipped, pattern).toEqual({ needs_approval: 2 });
    expect((await seen.grep("needle")).matches.map(({ path }) => path)).toEqual(["ws/open.txt"]);
    expect((await seen.grep("needle", { fileGlob: "*.md" })).skipped).toEqual({ needs_approval: 1 });
    expect((await seen.grep("needle", { fileGlob: "private/*.txt" })).skipped).toEqual({ needs_approval: 1 });
    expect(await seen.glob("**/*.txt")).toMatchObject({
      entries: [{ path: "ws/open.txt" }],
      skipped: { needs_approval: 1 },
    });
    expect((await seen.read(seen.resolve("ws/private/a.txt"))).content).toBe("needle\n");
    const reading = viewOn(open(root), [{ ...rule, tool: "read_file" }]).seen;
    expect((await reading.glob("**/*.txt")).entries).toHaveLength(2);
    expect((await reading.grep("needle")).skipped).toEqual({ needs_approval: 2 });
  });
});
