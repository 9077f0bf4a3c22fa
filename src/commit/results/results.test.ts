import { describe, expect, test } from "vitest";
import type { Code, WorkspacePath } from "../../base/index.ts";
import type { Change } from "../../edits/index.ts";
import { createMemoryFiles } from "../../fs/index.ts";
import { openState } from "../../state/index.ts";
import { scriptedAsk, SimulatedDisk, startProcess, type Reply } from "../../testing/index.ts";
import { toolEdits } from "../../../test/support/tool-edits.ts";
import { carryOut } from "../carry-out.ts";
import { pathLists } from "./path-lists.ts";
import { prepare } from "../prepare.ts";
import { blockResults } from "./results.ts";
import type { FileOutcome, Receipt } from "../types.ts";

const A = "one\ntwo\nthree\nfour\nfive\n";
const replace = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "lines", all: false });
const show = (path: WorkspacePath) => path.replace(/^workspace\//, "");

type Options = {
  readonly atomic?: boolean;
  readonly dryRun?: boolean;
  readonly during?: (files: ReturnType<typeof createMemoryFiles>) => Promise<unknown>;
};

async function run(
  changes: readonly (readonly [string, Change])[],
  reply: Reply,
  { atomic = false, dryRun = false, during }: Options = {},
) {
  const files = createMemoryFiles({
    files: { "workspace/a.txt": A, "workspace/b.txt": "alpha\n", "workspace/bin": new Uint8Array([0]) },
  });
  const state = openState({ directory: "/state", ops: startProcess(new SimulatedDisk(), { name: "p" }).ops });
  const edits = toolEdits(changes.map(([at, change]) => [`workspace/${at}`, change]));
  let plan = await prepare(edits, files.real);
  let receipt: Receipt | null = null;
  if (!dryRun) {
    const ask = scriptedAsk(async (): Promise<Reply> => {
      await during?.(files);
      return reply;
    });
    ({ plan, receipt } = await carryOut({ plan, files, state, ask, atomic }));
  }
  return { results: [...blockResults({ plan, receipt, show }).values()], lists: pathLists(plan, receipt, show) };
}

/** status, error_type, user_modified, line and lines_changed in one line each. */
const brief = ({ results }: Awaited<ReturnType<typeof run>>) =>
  results.map(
    (each) =>
      `${each.status} ${each.error_type ?? "-"}${each.user_modified ? " modified" : ""} ${each.line ?? "-"}+${each.lines_changed}`,
  );

const two: readonly (readonly [string, Change])[] = [
  ["a.txt", replace("one\n", "1\n")],
  ["a.txt", replace("five\n", "5\n")],
];
const spread = replace(A, "1\ntwo\nthree\nfour\n5\n");
const first = A.replace("one", "1");

describe("one result per block", () => {
  test.each<[string, readonly (readonly [string, Change])[], Reply, Options, readonly string[]]>([
    ["applied", two, "apply", {}, ["APPLIED - 1+1", "APPLIED - 5+1"]],
    ["dry run", two, "apply", { dryRun: true }, ["VALIDATED - 1+1", "VALIDATED - 5+1"]],
    ["rejected", two, { reject: "no" }, {}, ["SKIPPED rejected 1+0", "SKIPPED rejected 5+0"]],
    ["one of two blocks left out", two, { hunks: [0], shows: first }, {}, ["APPLIED - 1+1", "SKIPPED rejected 5+0"]],
    ["a part of one block left out", [["a.txt", spread]], { hunks: [0], shows: first }, {}, ["APPLIED - modified 1+1"]],
    ["edited by the person", two, { content: "mine\n" }, {}, ["APPLIED - modified 1+5", "APPLIED - modified 1+5"]],
    [
      "a miss beside a hit",
      [two[0]!, ["a.txt", replace("six\n", "6\n")]],
      "apply",
      {},
      ["APPLIED - 1+1", "FAILED anchor_not_found -+0"],
    ],
    [
      "all or nothing with a miss",
      [two[0]!, ["a.txt", replace("six\n", "6\n")]],
      "apply",
      { atomic: true },
      ["VALIDATED - 1+1", "FAILED anchor_not_found -+0"],
    ],
    ["old equal to new", [["a.txt", replace("one\n", "one\n")]], "apply", {}, ["SKIPPED no_change -+0"]],
    ["binary", [["bin", replace("one\n", "1\n")]], "apply", {}, ["SKIPPED binary -+0"]],
    ["missing", [["c.txt", replace("one\n", "1\n")]], "apply", {}, ["FAILED file_not_found -+0"]],
    ["already there", [["b.txt", { kind: "create", content: "alpha\n" }]], "apply", {}, ["ALREADY_APPLIED - -+0"]],
    [
      "stale for good",
      two,
      "apply",
      { during: (files) => files.write("workspace/a.txt", "gone\n") },
      ["FAILED stale -+0", "FAILED stale -+0"],
    ],
  ])("%s", async (_, changes, reply, options, expected) => {
    expect(brief(await run(changes, reply, options))).toEqual(expected);
  });
});

describe("D13: a block that an earlier one of the answer makes already", () => {
  const twice = (path: string, change: Change): readonly (readonly [string, Change])[] => [
    [path, change],
    [path, change],
  ];
  const create: Change = { kind: "create", content: "new\n" };
  test.each<[string, readonly (readonly [string, Change])[], Reply, Options, readonly string[]]>([
    ["applied", twice("a.txt", replace("one\n", "1\n")), "apply", {}, ["APPLIED - 1+1", "ALREADY_APPLIED - 1+0"]],
    [
      "rejected",
      twice("a.txt", replace("one\n", "1\n")),
      { reject: "no" },
      {},
      ["SKIPPED rejected 1+0", "SKIPPED rejected 1+0"],
    ],
    [
      "a new file, rejected",
      twice("n", create),
      { reject: "no" },
      {},
      ["SKIPPED rejected 1+0", "SKIPPED rejected -+0"],
    ],
    ["a new file", twice("n", create), "apply", {}, ["APPLIED - 1+1", "ALREADY_APPLIED - -+0"]],
    ["a dry run", twice("n", create), "apply", { dryRun: true }, ["VALIDATED - 1+1", "ALREADY_APPLIED - -+0"]],
  ])("%s", async (_, changes, reply, options, expected) => {
    expect(brief(await run(changes, reply, options))).toEqual(expected);
  });

  test("and one that did not fit on top of what was rejected fits the file as it is", async () => {
    const changes: readonly (readonly [string, Change])[] = [
      ["a.txt", replace("one\n", "1\n")],
      ["a.txt", replace("one\ntwo\n", "one\n2\n")],
    ];
    const { results } = await run(changes, { reject: "no" });
    expect(results[1]).toMatchObject({ status: "FAILED", diagnostics: null });
    expect(results[1]!.message).toContain("It fits the file as it is now: send it again.");
  });
});

test("messages say what happened to whom, with paths as people know them", async () => {
  const messages = async (...args: Parameters<typeof run>) => (await run(...args)).results.map((each) => each.message);
  expect(await messages(two, { hunks: [0], shows: first })).toEqual([
    "Changed a.txt, line 1.",
    "Left out in review (new line 5).",
  ]);
  expect(await messages([["a.txt", spread]], { hunks: [0], shows: first })).toEqual([
    "Applied in part: 1 of its 2 changes was left out in review (new line 5).",
  ]);
  expect(await messages([two[0]!], { content: first.replace("two", "2") })).toEqual([
    "Applied, but the user changed the text of a.txt first. Do not attempt to revert to your original suggestion. From the proposed text to what was written:\n" +
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,5 +1,5 @@\n 1\n-two\n+2\n three\n four\n five\n",
  ]);
  expect(await messages([two[0]!], { reject: "ask me tomorrow" })).toEqual([
    "The change to a.txt was rejected: ask me tomorrow",
  ]);
});

test("what was written, each path in one list", async () => {
  const changes: readonly (readonly [string, Change])[] = [
    ["a.txt", replace("one\n", "1\n")],
    ["c.txt", { kind: "create", content: "c" }],
    ["c.txt", { kind: "overwrite", content: "cc" }],
    ["b.txt", { kind: "move", to: "workspace/d/b.txt" }],
  ];
  const expected = { files_modified: ["a.txt"], files_created: ["c.txt", "d/b.txt"], files_deleted: ["b.txt"] };
  expect((await run(changes, "apply")).lists).toEqual(expected);
  expect((await run(changes, "apply", { dryRun: true })).lists).toEqual(expected);
  expect((await run(changes, { reject: "no" })).lists).toEqual({
    files_modified: [],
    files_created: [],
    files_deleted: [],
  });
});

test("reporting a thousand blocks on one file is linear", async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}\n`);
  const files = createMemoryFiles({ files: { big: lines.join("") } });
  const edits = toolEdits(lines.map((line) => ["big", replace(line, `new ${line}`)]));
  const plan = await prepare(edits, files.real);
  const results = [...blockResults({ plan, receipt: null, show }).values()];
  expect([results.length, new Set(results.map(({ status }) => status))]).toEqual([1000, new Set(["VALIDATED"])]);
});

test.each<[Code, string]>([
  ["FORBIDDEN", "SKIPPED rejected"],
  ["PROTECTED", "SKIPPED rejected"],
  ["IS_DIR", "SKIPPED path_refused"],
  ["BINARY", "SKIPPED binary"],
  ["NOT_FOUND", "FAILED file_not_found"],
  ["IO", "FAILED write_error"],
])("a file that could not be written because of %s is %s", async (code, expected) => {
  const plan = await prepare(
    toolEdits([["workspace/a.txt", replace("one\n", "1\n")]]),
    createMemoryFiles({
      files: { "workspace/a.txt": A },
    }).real,
  );
  const failed: FileOutcome = { path: plan.files[0]!.path, to: null, kind: "failed", code, message: "It failed." };
  const [result] = [...blockResults({ plan, receipt: null, predicted: [failed], show }).values()];
  expect(`${result!.status} ${result!.error_type}`).toBe(expected);
});
