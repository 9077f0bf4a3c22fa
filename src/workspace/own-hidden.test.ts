// Galley's own folders, where a sandbox contains them: they hold content of files that a rule may hide, what was asked and
// what a person typed elsewhere, so nothing that shows files shows them.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { targetBelow } from "../base/index.ts";
import { openLocal, type LocalWorkspace } from "./local.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "galley-own-[x]-"));
  put(".local/state/galley/caches/map.json", "hunter2\n");
  put(".local/state/other/a.txt", "other\n");
  put(".config/galley/config.json", "{}");
  put(".config/other.json", "{}");
  put("a.txt", "mine\n");
  symlinkSync(".local/state/galley/caches", join(home, "link"));
});
afterEach(() => rmSync(home, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

function open(root = home): Promise<LocalWorkspace> {
  return openLocal({
    root,
    config: null,
    environment: { HOME: home },
    signal: new AbortController().signal,
    note: () => {},
  });
}

test("are found by no listing and no search", async () => {
  const { files } = await open();
  const all = await files.glob("**", { includeIgnored: true });
  const names = all.entries.map(({ path }) => path.replace(/^workspace\//, ""));
  expect(names.sort()).toEqual([".config/other.json", ".local/state/other/a.txt", "a.txt"]);
  const state = await files.list(files.resolve("workspace/.local/state"));
  expect(state.entries.map(({ path }) => path)).toEqual(["workspace/.local/state/other"]);
  expect((await files.grep("hunter2", { includeIgnored: true })).matches).toEqual([]);
});

test.each([
  ".local/state/galley",
  ".local/state/galley/caches/map.json",
  ".local/state/galley/none",
  ".config/galley/config.json",
  "link/map.json",
])("%s is FORBIDDEN by name, existing or not", async (path) => {
  const { files } = await open();
  expect(() => files.resolve(`workspace/${path}`)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});

test("what is next to them is as it was", async () => {
  const { files } = await open();
  const target = files.resolve("workspace/.local/state/other/a.txt");
  expect((await files.read(target)).content).toBe("other\n");
  expect(targetBelow(target, target.path).real).toBe("workspace/.local/state/other/a.txt");
});

test("a sandbox that is one of them can be looked at: someone chose it", async () => {
  const { files } = await open(join(home, ".config/galley"));
  expect((await files.read(files.resolve("workspace/config.json"))).content).toBe("{}");
});
