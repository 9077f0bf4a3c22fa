import { beforeEach, describe, expect, test } from "vitest";
import { SimulatedDisk, startProcess } from "../testing/index.ts";
import type { Held } from "./lock.ts";
import { openLog, type Log, type LogLine } from "./log.ts";

const held = {} as Held; // These tests are the only writer.
const PATH = "/state/log.jsonl";

let disk: SimulatedDisk;
let log: Log;
beforeEach(() => {
  disk = new SimulatedDisk();
  disk.makeDirectories("/state");
  log = openLog("/state", startProcess(disk, { name: "p" }).ops);
});

type Extra = { undoes?: string; root?: string; outcome?: "written" | "not-written" | "unknown"; at?: string };

function line(
  id: string,
  { undoes, root = "/w", outcome = "written", at = "2026-01-01T00:00:00.000Z" }: Extra = {},
): LogLine {
  return {
    kind: "batch",
    receipt_id: id,
    at,
    decided_by: "person",
    state: "done",
    undoes: undoes ?? null,
    roots: [{ kind: "host", root }],
    files: [
      { path: `${id}.txt`, root: 0, at: `${id}.txt`, outcome },
      { path: "left.txt", root: 0, at: "left.txt", outcome: "not-written" },
    ],
  };
}

const summary = () => log.list().entries.map((entry) => `${entry.receipt_id} ${entry.state}`);

test("an entry has what `galley log --json` promises", () => {
  log.append(held, line("a"));
  expect(log.list()).toEqual({
    entries: [
      {
        receipt_id: "a",
        at: "2026-01-01T00:00:00.000Z",
        decided_by: "person",
        files: ["a.txt"],
        state: "done",
        undoes: null,
        pruned: false,
        roots: [{ kind: "host", root: "/w" }],
        details: [
          { path: "a.txt", root: 0, at: "a.txt", outcome: "written" },
          { path: "left.txt", root: 0, at: "left.txt", outcome: "not-written" },
        ],
      },
    ],
    damaged: 0,
  });
});

test("no log is an empty log", () => expect(log.list()).toEqual({ entries: [], damaged: 0 }));

describe("undone and not", () => {
  test.each<[string, readonly LogLine[], readonly string[]]>([
    [
      "newest first, whatever the clock said",
      [line("a", { at: "2030-01-01T00:00:00.000Z" }), line("b")],
      ["b done", "a done"],
    ],
    ["an undo marks its batch", [line("a"), line("u", { undoes: "a" })], ["u done", "a undone"]],
    [
      "an undo of the undo lifts that",
      [line("a"), line("u", { undoes: "a" }), line("v", { undoes: "u" })],
      ["v done", "u undone", "a done"],
    ],
    [
      "an undo that changed nothing marks nothing",
      [line("a"), line("u", { undoes: "a", outcome: "not-written" })],
      ["u done", "a done"],
    ],
  ])("%s", (_, lines, expected) => {
    for (const each of lines) log.append(held, each);
    expect(summary()).toEqual(expected);
  });
});

test("entries of one root", () => {
  log.append(held, line("a", { root: "/w" }));
  log.append(held, line("b", { root: "/other" }));
  expect(log.list({ root: { root: "/w", kind: "host" } }).entries.map((entry) => entry.receipt_id)).toEqual(["a"]);
});

test("a last line cut anywhere is skipped and counted, and the next line is not lost with it", () => {
  log.append(held, line("a"));
  const first = disk.find(PATH)!.bytes.length;
  log.append(held, line("b"));
  const { bytes } = disk.find(PATH)!;
  for (let length = first; length < bytes.length; length += 1) {
    disk.find(PATH)!.bytes = bytes.subarray(0, length);
    log.append(held, line("c"));
    // Only the line break missing: the line itself is whole.
    const isWhole = length === bytes.length - 1;
    const isClean = length === first;
    expect([length, summary(), log.list().damaged]).toEqual([
      length,
      isWhole ? ["c done", "b done", "a done"] : ["c done", "a done"],
      isWhole || isClean ? 0 : 1,
    ]);
  }
});

test("a pruned batch says so", () => {
  log.append(held, line("a"));
  log.append(held, { kind: "pruned", at: "2026-01-01T00:00:00.000Z", receipts: ["a"], why: "old" });
  expect(log.list().entries.map(({ receipt_id, pruned }) => [receipt_id, pruned])).toEqual([["a", true]]);
});
