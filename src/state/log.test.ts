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

type Extra = {
  undoes?: string;
  root?: string;
  outcome?: "written" | "not-written" | "unknown";
  at?: string;
  /** What it wrote; one file unless said. */
  paths?: readonly string[];
  left?: readonly string[];
};

function line(
  id: string,
  { undoes, root = "/w", outcome = "written", at = "2026-01-01T00:00:00.000Z", paths = ["a.txt"], left }: Extra = {},
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
      ...paths.map((path) => ({ path, root: 0, at: path, outcome })),
      { path: "left.txt", root: 0, at: "left.txt", outcome: "not-written" as const },
    ],
    ...(left && { left: left.map((path) => ({ path, reason: "it was changed since" })) }),
  };
}

const AB = { paths: ["a.txt", "b.txt"] };
const summary = () =>
  log.list().entries.map(({ receipt_id, state, restored }) => `${receipt_id} ${state} ${restored.join(" ")}`.trim());

test("an entry has what `galley log --json` promises", () => {
  log.append(held, line("a"));
  expect(log.list()).toEqual({
    entries: [
      {
        receipt_id: "a",
        at: "2026-01-01T00:00:00.000Z",
        decided_by: "person",
        delegated_to: null,
        files: ["a.txt"],
        state: "done",
        restored: [],
        undoes: null,
        pruned: false,
        roots: [{ kind: "host", root: "/w" }],
        details: [
          { path: "a.txt", root: 0, at: "a.txt", outcome: "written" },
          { path: "left.txt", root: 0, at: "left.txt", outcome: "not-written" },
        ],
        staged: [],
      },
    ],
    damaged: 0,
  });
});

test("what was changed in git's index for a batch: the last line of each root counts", () => {
  const entry = (objectName: string) => ({ kind: "file", objectName }) as const;
  const file = (root: number, at: string, after: string) => ({ root, at, before: null, after: entry(after) });
  log.append(held, line("a"));
  log.append(held, line("b"));
  log.append(held, { kind: "staged", receipt_id: "a", root: 0, files: [file(0, "x", "1"), file(0, "y", "1")] });
  log.append(held, { kind: "staged", receipt_id: "a", root: 1, files: [file(1, "z", "1")] });
  log.append(held, { kind: "staged", receipt_id: "a", root: 0, files: [file(0, "x", "2")] });
  expect(log.list().entries.map(({ staged }) => staged)).toEqual([[], [file(0, "x", "2"), file(1, "z", "1")]]);
});

test("no log is an empty log", () => expect(log.list()).toEqual({ entries: [], damaged: 0 }));

describe("undone and not", () => {
  test.each<[string, readonly LogLine[], readonly string[]]>([
    [
      "newest first, whatever the clock said",
      [line("a", { at: "2030-01-01T00:00:00.000Z" }), line("b")],
      ["b done", "a done"],
    ],
    ["an undo marks its batch", [line("a"), line("u", { undoes: "a" })], ["u done", "a undone a.txt"]],
    [
      "an undo of the undo lifts that",
      [line("a"), line("u", { undoes: "a" }), line("v", { undoes: "u" })],
      ["v done", "u undone a.txt", "a done"],
    ],
    [
      "an undo that changed nothing marks nothing",
      [line("a"), line("u", { undoes: "a", outcome: "not-written" })],
      ["u done", "a done"],
    ],
    [
      "an undo that left a file marks what it restored",
      [line("a", AB), line("u", { undoes: "a", left: ["b.txt"] })],
      ["u done", "a done a.txt"],
    ],
    [
      "another one may finish it",
      [
        line("a", AB),
        line("u", { undoes: "a", left: ["b.txt"] }),
        line("v", { undoes: "a", paths: ["b.txt"], left: [] }),
      ],
      ["v done", "u done", "a undone a.txt b.txt"],
    ],
    [
      "what was back by itself counts as taken back",
      [line("a", AB), line("u", { undoes: "a", left: [] })],
      ["u done", "a undone a.txt b.txt"],
    ],
    [
      "a line of recovery knows only its own files",
      [line("a", AB), line("u", { undoes: "a" })],
      ["u done", "a done a.txt"],
    ],
    [
      "an undo of which a part was taken back counts for the rest",
      [
        line("a", AB),
        line("u", { undoes: "a", ...AB, left: [] }),
        line("v", { undoes: "u", paths: ["b.txt"], left: ["a.txt"] }),
      ],
      ["v done", "u done b.txt", "a done a.txt"],
    ],
    [
      "undone, redone, undone again",
      [line("a"), line("u", { undoes: "a" }), line("v", { undoes: "u" }), line("w", { undoes: "a" })],
      ["w done", "v done", "u undone a.txt", "a undone a.txt"],
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

test("a pruned batch is marked as such", () => {
  log.append(held, line("a"));
  log.append(held, { kind: "pruned", at: "2026-01-01T00:00:00.000Z", receipts: ["a"], why: "old" });
  expect(log.list().entries.map(({ receipt_id, pruned }) => [receipt_id, pruned])).toEqual([["a", true]]);
});
