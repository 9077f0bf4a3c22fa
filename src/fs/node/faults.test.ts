// Every call to the system fails in turn, once or for good. Whatever happens: an error of ours, the old bytes or the
// new ones, no stray file after a single fault, and every descriptor closed.

import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asReal, GalleyError, versionOf } from "../../base/index.ts";
import { Faults } from "../../testing/index.ts";
import type { Filesystem } from "../index.ts";
import { nodeOps, openHostFiles, type WalkKind } from "./index.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), "galley-faults-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const OLD = { "a.txt": "old", "dir/b.txt": "old b", "dir/sub/c.txt": "old c" };

/** What is done, and what every file may hold afterwards (null = not there). */
const DEEDS: readonly (readonly [
  string,
  (files: Filesystem) => Promise<unknown>,
  Record<string, readonly (string | null)[]>,
])[] = [
  ["read", (files) => files.read("dir/b.txt"), {}],
  ["list", (files) => files.list("dir"), {}],
  ["grep", (files) => files.grep("old"), {}],
  ["overwrite", (files) => files.write("dir/b.txt", "new b"), { "dir/b.txt": ["old b", "new b"] }],
  ["write anew", (files) => files.write("x/y/z.txt", "new"), { "x/y/z.txt": [null, "new"] }],
  ["delete", (files) => files.delete("dir"), { "dir/b.txt": ["old b", null], "dir/sub/c.txt": ["old c", null] }],
  [
    "replace",
    async ({ staging }) => {
      try {
        await staging.stage(asReal("a.txt"), "t", bytes("new"), { mode: 0o640 });
        return await staging.replace(asReal("a.txt"), "t", { expect: versionOf(bytes("old")) });
      } finally {
        await staging.discard(asReal("a.txt"), "t");
      }
    },
    { "a.txt": ["old", "new"] },
  ],
  [
    "create",
    async ({ staging }) => {
      try {
        await staging.stage(asReal("n.txt"), "t", bytes("new"), { mode: null });
        return await staging.create(asReal("n.txt"), "t");
      } finally {
        await staging.discard(asReal("n.txt"), "t");
      }
    },
    { "n.txt": [null, "new"] },
  ],
  [
    "remove",
    ({ staging }) => staging.remove(asReal("a.txt"), { expect: versionOf(bytes("old")) }),
    { "a.txt": ["old", null] },
  ],
];

describe.each([["descriptors"], ["names"]] as const)("walked by %s", (walk) => {
  const usable = walk === "names" || process.platform === "linux";
  test.skipIf(!usable).each(DEEDS)("%s survives every fault", async (_, deed, may) => {
    for (const how of ["once", "for-good"] as const) {
      for (let at = 1; ; at += 1) {
        const done = await attempt(walk, { at, how }, deed);
        expect(done.error === null || done.error instanceof GalleyError).toBe(true);
        if (done.error instanceof GalleyError) expect(done.error.message).not.toContain(root);
        expect(done.leaked).toBe(0);
        const left = contents();
        for (const [path, old] of Object.entries(OLD)) {
          expect([path, (may[path] ?? [old]).includes(left.get(path) ?? null)]).toEqual([path, true]);
        }
        const strangers = [...left.keys()].filter((path) => !(path in OLD) && !(path in may));
        if (how === "once" && done.error === null) expect(strangers).toEqual([]);
        // A temp stays only if removing it was what failed.
        expect(strangers.length).toBeLessThanOrEqual(1);
        if (done.count < at) break;
      }
    }
  });
});

async function attempt(
  walk: WalkKind,
  { at, how }: { at: number; how: "once" | "for-good" },
  deed: (files: Filesystem) => Promise<unknown>,
): Promise<{ error: unknown; count: number; leaked: number }> {
  fs.rmSync(root, { recursive: true, force: true });
  for (const [path, content] of Object.entries(OLD)) {
    fs.mkdirSync(join(root, path, ".."), { recursive: true });
    fs.writeFileSync(join(root, path), content);
  }
  const open = (): number => (process.platform === "linux" ? fs.readdirSync("/proc/self/fd").length : 0);
  const before = open();
  const faults = new Faults({ at, how, when: "before" });
  let error: unknown = null;
  try {
    const files = openHostFiles({ root, walk, ops: faults.wrap({ ...nodeOps, fsyncSync: () => {} }) });
    try {
      await deed(files);
    } finally {
      files.close();
    }
  } catch (caught) {
    error = caught;
  }
  return { error, count: faults.count, leaked: open() - before };
}

function contents(): Map<string, string> {
  const found = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    found.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), fs.readFileSync(path, "utf8")];
    }),
  );
}
