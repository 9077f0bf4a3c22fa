// Files that another program obeys though their own path does not say so: the end of a protected link, what git's settings
// name, and a root that is part of a protected path. No flag answers for them, as for every protected path.

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { Place } from "./support/galley.ts";
import { without } from "./support/installed.ts";

beforeAll(ensureBuilt);
const { missing, note } = without("git");

function writes(place: Place, path: string, ...flags: readonly string[]): boolean {
  const ran = place.galley(["tool", "write_file", JSON.stringify({ path, content: "evil\n" }), "--yes", ...flags]);
  const { success, error } = JSON.parse(ran.out) as { success: boolean; error?: { code: string } };
  if (!success) expect(error?.code).toBe("PROTECTED");
  return success;
}

function link(place: Place, path: string, target: string): void {
  mkdirSync(dirname(join(place.folder, path)), { recursive: true });
  symlinkSync(target, join(place.folder, path));
}

describe("where protected links lead", () => {
  test.each([
    ["a file", "AGENTS.md", "docs/agents.txt", "docs/agents.txt"],
    ["a folder", ".github/workflows", "../ci", "ci/new.yml"],
    ["a folder above a protected one", ".github", "gh", "gh/workflows/new.yml"],
    ["in a protected folder", ".husky/pre-commit", "../scripts/check.sh", "scripts/check.sh"],
    ["nothing yet", "CLAUDE.md", "notes/rules.md", "notes/rules.md"],
  ])("%s", (_, from, to, path) => {
    const place = new Place({ "docs/agents.txt": "a\n", "ci/a.yml": "a\n", "gh/a": "a\n", "scripts/check.sh": "a\n" });
    link(place, from, to);
    expect([writes(place, path), writes(place, "docs/other.txt")]).toEqual([false, true]);
  });

  test("through another link", () => {
    const place = new Place({ "real.md": "a\n" });
    link(place, "mid.md", "real.md");
    link(place, "CLAUDE.md", "mid.md");
    expect([writes(place, "real.md"), writes(place, "other.md")]).toEqual([false, true]);
  });

  test.skipIf(missing)(`deep in a tree, when git tracks the link${note}`, () => {
    const place = new Place({ "a/b/c/d/real.md": "a\n" });
    link(place, "a/b/c/d/CLAUDE.md", "real.md");
    for (const args of [
      ["init", "-q"],
      ["add", "."],
    ])
      execFileSync("git", args, { cwd: place.folder });
    expect([writes(place, "a/b/c/d/real.md"), writes(place, "a/b/c/d/other.md")]).toEqual([false, true]);
  });
});

describe.skipIf(missing)(`what git's settings name${note}`, () => {
  test("hooks, included settings and programs", () => {
    const place = new Place({ "docs/more": "[core]\n\tpager = tools/pager\n", "tools/clean.sh": "a\n" });
    const git = (...args: readonly string[]): void => void execFileSync("git", args, { cwd: place.folder });
    git("init", "-q");
    git("config", "core.hooksPath", "scripts/hooks");
    git("config", "include.path", "../docs/more");
    git("config", "filter.x.clean", "cd tools && ./clean.sh");
    const paths = ["scripts/hooks/post-checkout", "docs/more", "tools/pager", "tools/clean.sh", "tools/other.sh"];
    expect(paths.map((path) => writes(place, path))).toEqual([false, false, false, false, true]);
  });
});

describe("a root that is part of a protected path", () => {
  test.each([
    [".github", "workflows/x.yml", false],
    [".github/workflows", "x.yml", false],
    [".github", "notes.txt", true],
    [".vscode", "tasks.json", false],
    [".ssh", "authorized_keys", false],
    [".cursor/worktrees/project", "a.txt", true],
  ])("%s: %s", (root, path, expected) => {
    const place = new Place();
    mkdirSync(join(place.folder, root), { recursive: true });
    expect(writes(place, path, "--root", root)).toBe(expected);
  });
});
