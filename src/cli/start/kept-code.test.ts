import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptCode, mayKeep } from "./kept-code.ts";

const TEXT = `/*${"a1".repeat(8)}*/({ add: (function (one, other) { return one + other; }) })`;
const SOURCE = { name: "app", text: TEXT };

let starts = 0;

let state: string;
beforeEach(() => void (state = mkdtempSync(join(tmpdir(), "galley-code-"))));
afterEach(() => rmSync(state, { recursive: true }));

/** A process: compiles, runs, ends. Gives whether it found a cache, and what the code does. */
function start(kind = "apply", source = SOURCE): { readonly found: boolean; readonly sum: number } {
  const kept = new KeptCode(state, kind);
  // Inside one process, V8 would find by name what it has compiled before.
  const script = kept.compile({ ...source, filename: `app${(starts += 1)}.js` });
  const { add } = script.runInThisContext() as { add: (one: number, other: number) => number };
  const sum = add(2, 3);
  kept.keep();
  return { found: script.cachedDataRejected === false, sum };
}

const files = (): readonly string[] => readdirSync(join(state, "code"));
const only = (): string => join(state, "code", files()[0]!);

test("the second process of a kind starts with what the first one compiled", () => {
  expect(start()).toEqual({ found: false, sum: 5 });
  expect(files()).toHaveLength(1);
  expect(start()).toEqual({ found: true, sum: 5 });
  expect(start("log").found).toBe(false);
  expect(files()).toHaveLength(2);
  for (const name of files()) expect(statSync(join(state, "code", name)).mode & 0o777).toBe(0o600);
  expect(statSync(join(state, "code")).mode & 0o777).toBe(0o700);
});

test("a pack of the same length with other content never gets the code of another", () => {
  start();
  const text = TEXT.replace("a1a1", "a1b2").replace("one + other", "one * other");
  expect(text).toHaveLength(TEXT.length);
  expect(start("apply", { ...SOURCE, text })).toEqual({ found: false, sum: 6 });
});

test.each([
  ["that others can write", (path: string) => chmodSync(path, 0o666)],
  ["that is empty", (path: string) => writeFileSync(path, "")],
  ["that is cut off", (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
  [
    "with one bit that differs",
    (path: string) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at === 200 ? byte ^ 1 : byte)),
      ),
  ],
  ["in a folder that others can write", () => chmodSync(join(state, "code"), 0o777)],
  ["of another program", (path: string) => writeFileSync(path, Buffer.alloc(5000, 7))],
  [
    "behind a link",
    (path: string) => {
      const elsewhere = join(state, "elsewhere");
      writeFileSync(elsewhere, readFileSync(path));
      rmSync(path);
      symlinkSync(elsewhere, path);
    },
  ],
  [
    "that is a folder",
    (path: string) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])("a cache %s is not used", (_, damage) => {
  start();
  damage(only());
  expect(start()).toEqual({ found: false, sum: 5 });
});

test.skipIf(process.getuid!() !== 0)("a cache of another user is not used (skipped: needs root)", async () => {
  start();
  const { chownSync } = await import("node:fs");
  chownSync(only(), 65_534, 65_534);
  expect(start()).toEqual({ found: false, sum: 5 });
});

test("without a state directory nothing is made, and the code runs", () => {
  rmSync(state, { recursive: true });
  expect(start()).toEqual({ found: false, sum: 5 });
  expect(() => files()).toThrow("ENOENT");
  mkdirSync(state);
});

test("nothing is kept or removed in a folder that is a link", () => {
  const elsewhere = join(state, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "old.cache"), "x");
  utimesSync(join(elsewhere, "old.cache"), 1, 1);
  symlinkSync(elsewhere, join(state, "code"));
  expect(start()).toEqual({ found: false, sum: 5 });
  expect(readdirSync(elsewhere)).toEqual(["old.cache"]);
});

test("what is old, or too much, is removed", () => {
  start();
  for (let at = 0; at < 250; at += 1) writeFileSync(join(state, "code", `x${at}.cache`), "x");
  const month = Date.now() / 1000 - 40 * 86_400;
  writeFileSync(join(state, "code", "left.new"), "x");
  utimesSync(join(state, "code", "left.new"), month, month);
  start("log");
  expect(files().length).toBe(200);
  expect(files()).not.toContain("left.new");
});

test.each([
  ["hook", "/home/me/.local/state/galley", false],
  ["hook", "/var/state/galley", true],
  ["apply", "/home/me/.local/state/galley", true],
])("%s with its state in %s, where /home is on another machine: kept %s", (command, folder, expected) => {
  const table =
    "22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n40 22 0:35 / /home rw shared:2 - nfs4 server:/home rw,vers=4.2\n";
  expect(mayKeep(command, folder, table)).toBe(expected);
});
