// Trees that are deeper than the system's longest path, and folders with more entries than anybody lists: a search goes
// on around what it cannot reach, finds the rest, and says that something was left out.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findRipgrep, openHostFiles, type HostOptions } from "../src/fs/node/index.ts";
import { buildMap, createSymbolParser } from "../src/symbols/index.ts";
import { ensureBuilt, program } from "./built.ts";

// Thousands of steps through the system, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const DEPTH = 3000;
const WIDTH = 10_500;

/** Step by step from inside: no system call takes a path of this length. */
const DIG = `
  const fs = require("node:fs");
  process.chdir(process.argv[1]);
  for (let depth = 1; depth <= ${DEPTH}; depth += 1) {
    fs.mkdirSync("d");
    process.chdir("d");
    if (depth === 20 || depth % 1000 === 0) fs.writeFileSync("f.txt", "needle " + depth + "\\n");
  }
`;

let root: string;
beforeAll(() => {
  ensureBuilt();
  root = realpathSync(mkdtempSync(join(tmpdir(), "galley-deep-")));
  execFileSync(process.execPath, ["-e", DIG, root]);
  mkdirSync(join(root, "wide"));
  for (let at = 0; at < WIDTH; at += 1) writeFileSync(join(root, "wide", `${at}`), at === 7 ? "needle wide\n" : "");
  execFileSync("mkfifo", [join(root, "pipe.txt"), join(root, "pipe.ts"), join(root, "d", "pipe")]);
  writeFileSync(join(root, "z.txt"), "needle last\n");
}, 120_000);
afterAll(() => void execFileSync("rm", ["-rf", root]));

const binary = findRipgrep();
const WAYS: readonly (readonly [string, Partial<HostOptions>])[] = [
  ["descriptors, our own walk", { walk: "descriptors", ripgrep: "never" }],
  ["names, our own walk", { walk: "names", ripgrep: "never" }],
  ...(binary === null ? [] : [["ripgrep", { ripgrep: { binary } }] as const]),
];

describe.each(WAYS)("%s", (_, options) => {
  const open = () => openHostFiles({ root, ...options });

  test("grep finds what can be reached and says that not everything could be", async () => {
    const files = open();
    const { matches, truncated, skipped } = await files.grep("needle");
    const lines = matches.map(({ line_content }) => line_content);
    expect(lines).toContain("needle 20");
    // A walk by names gets slower with every step, so it does not go as deep.
    if (options.walk !== "names") expect(lines).toContain("needle 1000");
    expect(lines).toContain("needle wide");
    expect(lines).toContain("needle last");
    expect(lines).not.toContain("needle 3000");
    expect(truncated).toBe(false);
    expect((skipped?.names ?? 0) + (skipped?.unreadable ?? 0)).toBeGreaterThan(0);
    files.close();
  });

  test("glob does too, and stops at its limit of entries", async () => {
    const files = open();
    const found = await files.glob("**/f.txt");
    const lengths = found.entries.map(({ path }) => path.length);
    expect(lengths).toContain(45);
    if (options.walk !== "names") expect(lengths).toContain(2005);
    expect((found.skipped?.names ?? 0) + (found.skipped?.unreadable ?? 0)).toBeGreaterThan(0);
    const wide = await files.glob("wide/**");
    expect({ entries: wide.entries.length, truncated: wide.truncated }).toEqual({ entries: 10_000, truncated: true });
    files.close();
  });

  test("a folder that can only just be named is listed", async () => {
    const files = open();
    const path = Array.from({ length: 1000 }, () => "d").join("/");
    expect((await files.list(path)).entries.map((entry) => entry.kind)).toEqual(["directory", "file"]);
    const wide = await files.list("wide");
    expect({ entries: wide.entries.length, truncated: wide.truncated }).toEqual({ entries: 10_000, truncated: true });
    files.close();
  });

  test("the map is drawn, and a pipe called like a source file is not waited for", async () => {
    const files = open();
    const parser = createSymbolParser({
      treeSitter: () => Promise.reject(new Error("no file here is parsed")),
      grammar: () => Promise.reject(new Error("no file here is parsed")),
    });
    const map = await buildMap({ files: files.real, parser, cache: { get: () => null, set: () => {} }, tokens: 100 });
    expect(map.files).toBe(0);
    files.close();
  });
});

test.each([
  ["grep", { pattern: "needle" }],
  ["glob", { pattern: "**/f.txt" }],
])("galley tool %s says in its message that something was left out", (name, args) => {
  const out = execFileSync(process.execPath, [program, "tool", name, JSON.stringify(args), "--root", root], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const { success, message } = JSON.parse(out) as { success: boolean; message: string };
  expect(success).toBe(true);
  expect(message).toMatch(/left out: (its|their) path cannot be used|could not be read/);
});
