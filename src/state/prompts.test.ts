import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeOps } from "./ops.ts";
import { openPrompts } from "./prompts.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-prompts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = () => openPrompts(join(folder, "state"), nodeOps, () => "n");
const file = () => join(folder, "state", "prompts.jsonl");

test("nothing was typed yet", () => expect(open().list()).toEqual([]));

test("what was typed comes back, breaks and all, for this user only", () => {
  open().add("one");
  open().add("two\nlines\u001b");
  expect(open().list()).toEqual(["one", "two\nlines\u001b"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "state")).mode & 0o777).toBe(0o700);
});

test("a line that was cut is passed over", () => {
  open().add("one");
  appendFileSync(file(), '"tw\n{"a":1}\n');
  open().add("three");
  expect(open().list()).toEqual(["one", "three"]);
});

test("a long file keeps its end", () => {
  for (let at = 0; at < 60; at += 1) open().add(`${at} ${"x".repeat(30_000)}`);
  const kept = open().list();
  expect(kept.at(-1)).toMatch(/^59 /);
  expect(statSync(file()).size).toBeLessThanOrEqual(1024 * 1024);
  for (let at = 0; at < 700; at += 1) open().add(`short ${at}`);
  expect(open().list()).toHaveLength(500);
  expect(open().list().at(-1)).toBe("short 699");
});

test("a document is not kept", () => {
  open().add("y".repeat(40_000));
  expect(open().list()).toEqual([]);
});

test("a state directory that cannot be written is reported", () => {
  const broken = {
    ...nodeOps,
    openSync: () => {
      throw Object.assign(new Error("no"), { code: "EACCES" });
    },
  };
  expect(() => openPrompts(folder, broken, () => "n").add("x")).toThrow(/could not keep what was typed/);
  expect(() => openPrompts(folder, broken, () => "n").list()).toThrow(/could not read what was typed before/);
});
