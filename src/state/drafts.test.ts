import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDrafts, type Drafts } from "./drafts.ts";
import { nodeOps } from "./ops.ts";
import type { Liveness, Owner } from "./owner.ts";

let folder: string;
let life: Liveness;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-drafts-"));
  life = "dead";
  now = 1_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const self: Owner = { pid: 1, start: "2", boot: "3", space: "4", machine: "5" };
let nonce = 0;
function open(ops = nodeOps): Drafts {
  return openDrafts(join(folder, "state"), {
    ops,
    processes: { self, lifeOf: () => life },
    newNonce: () => `n${(nonce += 1)}`,
    now: () => now,
  });
}
const files = (): readonly string[] => readdirSync(join(folder, "state", "drafts"));

test("what a process that is gone left in this folder is given once, for this user only", () => {
  open().keep("/a", ["waits", "half a thou"]);
  const [name = ""] = files();
  expect(statSync(join(folder, "state", "drafts", name)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "state", "drafts")).mode & 0o777).toBe(0o700);
  expect(open().take("/b")).toEqual([]);
  expect(open().take("/a")).toEqual(["waits", "half a thou"]);
  expect(open().take("/a")).toEqual([]);
});

test.each<Liveness>(["alive", "unknown"])("what a process types that is %s is its own", (each) => {
  open().keep("/a", ["half a thou"]);
  life = each;
  expect(open().take("/a")).toEqual([]);
});

test("the last text takes the place of the one before; none, or one too long, leaves nothing", () => {
  const drafts = open();
  drafts.keep("/a", ["one"]);
  drafts.keep("/a", ["one two"]);
  expect(files()).toHaveLength(1);
  drafts.keep("/a", []);
  expect(files()).toEqual([]);
  drafts.keep("/a", ["short"]);
  drafts.keep("/a", ["x".repeat(2_000_000)]);
  expect(files()).toEqual([]);
});

test("two of them come in their order; after a month no one wants it", () => {
  open().keep("/a", ["older"]);
  now += 1_000;
  open().keep("/a", ["newer"]);
  expect(open().take("/a")).toEqual(["older", "newer"]);
  open().keep("/b", ["old"]);
  now += 40 * 24 * 60 * 60 * 1000;
  expect(open().take("/a")).toEqual([]);
  expect(files()).toEqual([]);
});

test("a month after a container wrote it, it is removed too", () => {
  open().keep("/a", ["old"]);
  life = "unknown";
  now += 40 * 24 * 60 * 60 * 1000;
  expect(open().take("/a")).toEqual([]);
  expect(files()).toEqual([]);
});

test("a file that is none of ours is left alone", () => {
  open().keep("/a", ["text"]);
  writeFileSync(join(folder, "state", "drafts", "x.json"), '{"root":"/a"');
  writeFileSync(join(folder, "state", "drafts", "y.json"), "null");
  expect(open().take("/a")).toEqual(["text"]);
  expect(files()).toEqual(["x.json", "y.json"]);
});

test("a state directory that cannot be written is reported", () => {
  const broken = {
    ...nodeOps,
    openSync: () => {
      throw Object.assign(new Error("no"), { code: "EACCES" });
    },
  };
  expect(() => open(broken).keep("/a", ["x"])).toThrow(/could not keep what is being typed/);
});

test("nothing waits for a disk while someone is typing", () => {
  let synced = 0;
  const counting = { ...nodeOps, fsyncSync: () => void (synced += 1) };
  open(counting).keep("/a", ["half a thou"]);
  expect([files().length, synced]).toEqual([1, 0]);
});
