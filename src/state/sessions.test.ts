import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Held } from "./lock.ts";
import { nodeOps } from "./ops.ts";
import { openSessions, type Sessions } from "./sessions.ts";
import { openState } from "./state.ts";

// What is tested here is what is saved; that the lock has one owner is tested in lock.test.ts.
const HELD = {} as Held;
let place: string;
let sessions: Sessions;
let ids = 0;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "galley-sessions-"));
  sessions = openState({ directory: place }).sessions;
});
afterEach(() => rmSync(place, { recursive: true }));

const file = (id: string) => join(place, "sessions", `${id}.session`);

test("saved, listed, loaded, replaced, removed; for its owner's eyes only", () => {
  expect(sessions.list()).toEqual([]);
  sessions.save(HELD, "aaaa-1", '{"a":1}');
  sessions.save(HELD, "aaaa-1", '{"a":2,"ü":"🙂"}');
  expect(sessions.load("aaaa-1")).toBe('{"a":2,"ü":"🙂"}\n');
  expect(sessions.list().map(({ id }) => id)).toEqual(["aaaa-1"]);
  expect((statSync(file("aaaa-1")).mode & 0o777).toString(8)).toBe("600");
  expect((statSync(join(place, "sessions")).mode & 0o777).toString(8)).toBe("700");
  expect(readdirSync(join(place, "sessions"))).toEqual(["aaaa-1.session"]);
  sessions.remove(HELD, "aaaa-1");
  sessions.remove(HELD, "aaaa-1");
  expect(() => sessions.load("aaaa-1")).toThrow("There is no saved session aaaa-1.");
});

describe("a file that is not as it was written is refused", () => {
  test.each<[string, (path: string) => void, string]>([
    ["cut", (path) => truncateSync(path, statSync(path).size - 3), "damaged"],
    ["longer", (path) => appendFileSync(path, "x"), "damaged"],
    ["empty", (path) => truncateSync(path, 0), "damaged"],
    ["changed", (path) => writeFileSync(path, readFileSync(path, "utf8").replace("hello", "hullo")), "damaged"],
    ["something else", (path) => writeFileSync(path, "{}"), "damaged"],
    [
      "of a later version",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace("session 1", "session 2")),
      "another version",
    ],
  ])("%s", (_, harm, expected) => {
    sessions.save(HELD, "aaaa-1", '{"text":"hello"}');
    harm(file("aaaa-1"));
    expect(() => sessions.load("aaaa-1")).toThrow(expected);
  });
});

test.each(["../rules", "a/b", "", ".", "AAAA", "aaaa-1.session", "x".repeat(99)])("%j is no name", (id) =>
  expect(() => sessions.load(id)).toThrow("is not the name of a session"),
);

test("old ones go, the one just saved stays", () => {
  const limits = { count: 2, days: 30 };
  const kept = openSessions(place, nodeOps, { newId: () => `n${(ids += 1)}`, now: () => Date.now(), limits });
  for (const id of ["aaaa-1", "aaaa-2"]) {
    kept.save(HELD, id, "{}");
    utimesSync(file(id), 1_000_000_000, 1_000_000_000);
  }
  kept.save(HELD, "aaaa-3", "{}");
  expect(kept.list().map(({ id }) => id)).toEqual(["aaaa-3"]);
});

test("what a kill left of a save goes with a later one; a save that is going on is left alone", () => {
  sessions.save(HELD, "aaaa-1", "{}");
  const left = join(place, "sessions", "aaaa-1.session.0k2m-4t8v.tmp");
  const going = join(place, "sessions", "aaaa-2.session.0k2m-4t8w.tmp");
  for (const path of [left, going]) writeFileSync(path, "galley-session 1 ");
  utimesSync(left, 1_000_000_000, 1_000_000_000);
  sessions.save(HELD, "aaaa-1", "{}");
  expect(readdirSync(join(place, "sessions")).sort()).toEqual(["aaaa-1.session", "aaaa-2.session.0k2m-4t8w.tmp"]);
  expect(sessions.list().map(({ id }) => id)).toEqual(["aaaa-1"]);
});

test("one that another process removes while they are listed hides no other", () => {
  for (const id of ["aaaa-1", "aaaa-2"]) sessions.save(HELD, id, "{}");
  const statSync: typeof nodeOps.statSync = (path) => {
    rmSync(file("aaaa-1"), { force: true });
    return nodeOps.statSync(path);
  };
  const meanwhile = openSessions(place, { ...nodeOps, statSync }, { newId: () => "n", now: () => Date.now() });
  expect(meanwhile.list().map(({ id }) => id)).toEqual(["aaaa-2"]);
});
