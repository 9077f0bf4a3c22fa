import { beforeEach, describe, expect, test } from "vitest";
import { isFailure, versionOf, type Digest } from "../base/index.ts";
import type { Answer } from "../approval/index.ts";
import type { Change } from "../edits/index.ts";
import { createMemoryFiles, type MemoryFiles } from "../fs/index.ts";
import { openState, type State } from "../state/index.ts";
import { scriptedAsk, SimulatedDisk, startProcess, type Reply } from "../testing/index.ts";
import { toolEdits } from "../../test/support/tool-edits.ts";
import { carryOut, type CarryOutOptions } from "./carry-out.ts";
import { prepare } from "./prepare.ts";
import type { FileOutcome } from "./types.ts";

const A = "one\ntwo\nthree\nfour\nfive\n";
const B = "alpha\n";

let files: MemoryFiles;
let disk: SimulatedDisk;
let state: State;
beforeEach(() => {
  files = createMemoryFiles({ files: { "a.txt": A, "b.txt": B } });
  disk = new SimulatedDisk();
  let ids = 0;
  const newId = () => `id${(ids += 1)}`;
  const clock = () => new Date(Date.UTC(2026, 0, 1));
  state = openState({ directory: "/state", ops: startProcess(disk, { name: "p" }).ops, newId, clock });
});

const replace = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "chars", all: false });

async function run(
  changes: readonly (readonly [string, Change])[],
  ask: CarryOutOptions["ask"],
  options: Partial<CarryOutOptions> = {},
) {
  return carryOut({ plan: await prepare(toolEdits(changes), files.real), ask, files, state, ...options });
}

const all = () => scriptedAsk(() => "apply");
const kinds = (outcomes: readonly FileOutcome[]) => outcomes.map((outcome) => `${outcome.path} ${outcome.kind}`);
const text = async (at: string) => (await files.read(at)).content;
/** Files of the workspace; a temp that was left would show. */
const listed = async () => (await files.glob("**/*")).entries.map((entry) => entry.path);
const version = (content: string) => versionOf(new TextEncoder().encode(content));

describe("what was approved is what is written", () => {
  test("a batch of every kind of change, with one receipt, one question, one log entry", async () => {
    const ask = all();
    const { receipt } = await run(
      [
        ["a.txt", replace("two", "2")],
        ["new/deep/c.txt", { kind: "create", content: "c" }],
        ["b.txt", { kind: "delete" }],
      ],
      ask,
    );
    expect(receipt).toEqual({
      id: "id1",
      state: "done",
      warnings: [],
      files: [
        {
          path: "a.txt",
          to: null,
          kind: "written",
          before: version(A),
          after: version(A.replace("two", "2")),
          hunksLeft: [],
          userModified: false,
          content: A.replace("two", "2"),
        },
        {
          path: "new/deep/c.txt",
          to: null,
          kind: "written",
          before: null,
          after: version("c"),
          hunksLeft: [],
          userModified: false,
          content: "c",
        },
        {
          path: "b.txt",
          to: null,
          kind: "written",
          before: version(B),
          after: null,
          hunksLeft: [],
          userModified: false,
          content: null,
        },
      ],
    });
    expect([await text("a.txt"), await text("new/deep/c.txt"), await listed()]).toEqual([
      A.replace("two", "2"),
      "c",
      ["a.txt", "new/deep/c.txt"],
    ]);
    expect(ask.questions).toEqual([{ paths: ["a.txt", "new/deep/c.txt", "b.txt"], supersedes: null }]);
    expect(state.log.list().entries).toMatchObject([
      { receipt_id: "id1", decided_by: "person", state: "done", files: ["a.txt", "new/deep/c.txt", "b.txt"] },
    ]);
    expect(disk.files("/state").filter((each) => /lock|tmp|pending/.test(each))).toEqual([]);
  });

  test("a moved file is one deleted and one created", async () => {
    const { receipt } = await run([["a.txt", { kind: "move", to: "moved/a.txt" }]], all());
    expect(receipt.files).toMatchObject([
      { path: "a.txt", to: "moved/a.txt", kind: "written", before: version(A), after: version(A) },
    ]);
    expect([await listed(), await text("moved/a.txt")]).toEqual([["b.txt", "moved/a.txt"], A]);
  });

  const two: readonly (readonly [string, Change])[] = [
    ["a.txt", replace("one", "1")],
    ["a.txt", replace("five", "5")],
  ];
  const first = A.replace("one", "1");

  test.each<[string, Reply, object, string]>([
    [
      "chosen hunks",
      { hunks: [0], shows: first },
      { kind: "written", hunksLeft: [1], userModified: false, content: first },
      first,
    ],
    [
      "edited by the person",
      { content: "mine\n" },
      { kind: "written", hunksLeft: [], userModified: true, content: "mine\n" },
      "mine\n",
    ],
    [
      "edited to what was proposed",
      { content: first.replace("five", "5") },
      { kind: "written", userModified: false },
      first.replace("five", "5"),
    ],
    [
      "edited back to what it was",
      { content: A },
      { kind: "rejected", reason: expect.stringContaining("as it was") },
      A,
    ],
    ["no hunk chosen", { hunks: [], shows: A }, { kind: "rejected", reason: expect.stringContaining("left out") }, A],
    ["rejected with a reason", { reject: "not now" }, { kind: "rejected", reason: "not now" }, A],
    ["no answer", null, { kind: "rejected", by: { kind: "nobody" }, reason: null }, A],
    ["hunks that show another text", { hunks: [0], shows: A }, { kind: "failed", code: "STALE" }, A],
    ["a hunk that is not there", { hunks: [0, 7], shows: first }, { kind: "failed", code: "INVALID_ARG" }, A],
    ["half a character", { content: "\ud800" }, { kind: "failed", code: "INVALID_ARG" }, A],
  ])("%s", async (_, reply, outcome, content) => {
    const { receipt } = await run(
      two,
      scriptedAsk(() => reply),
    );
    expect(receipt.files).toMatchObject([outcome]);
    expect([await text("a.txt"), await listed()]).toEqual([content, ["a.txt", "b.txt"]]);
    expect(receipt.id === null).toBe(content === A);
  });

  test.each<[string, (digest: Digest) => readonly Answer[]]>([
    ["a question that was not asked", () => [{ digest: "x" as Digest, by: { kind: "person" }, action: "reject" }]],
    [
      "the same question twice",
      (digest) => [0, 1].map(() => ({ digest, by: { kind: "person" as const }, action: "reject" as const })),
    ],
  ])("an answer to %s is refused, and nothing is written", async (_, answers) => {
    const ask: CarryOutOptions["ask"] = async (plan) => ({ approval_id: "q", items: answers(plan.files[0]!.digest) });
    const error = await run(two, ask).catch((caught: unknown) => caught);
    expect(isFailure(error, "STALE") && error.message).toMatch(/Nothing was written/);
    expect(await text("a.txt")).toBe(A);
  });

  test("an answer for other bytes than those shown is refused", async () => {
    const ask: CarryOutOptions["ask"] = async (plan) => ({
      approval_id: "q",
      items: [
        { digest: plan.files[0]!.digest, by: { kind: "person" }, action: "apply", after: version("something else") },
      ],
    });
    const { receipt } = await run(two, ask);
    expect([receipt.files[0], await text("a.txt")]).toMatchObject([{ kind: "failed", code: "STALE" }, A]);
  });
});

describe("a file that changes while the person thinks", () => {
  const both: readonly (readonly [string, Change])[] = [
    ["a.txt", replace("two", "2")],
    ["b.txt", replace("alpha", "beta")],
  ];

  test("is planned again and asked about alone; the other answer is kept", async () => {
    const ask = scriptedAsk(async (file, { count }): Promise<Reply> => {
      if (count === 1 && file.path === "a.txt") await files.write("a.txt", `zero\n${A}`);
      return "apply";
    });
    const { receipt } = await run(both, ask);
    expect(ask.questions).toEqual([
      { paths: ["a.txt", "b.txt"], supersedes: null },
      { paths: ["a.txt"], supersedes: "question 1" },
    ]);
    expect([kinds(receipt.files), await text("a.txt"), await text("b.txt")]).toEqual([
      ["a.txt written", "b.txt written"],
      `zero\n${A.replace("two", "2")}`,
      "beta\n",
    ]);
    expect(receipt.files[0]).toMatchObject({ before: version(`zero\n${A}`) });
  });

  test("and no longer fits: stale, the rest is written", async () => {
    const ask = scriptedAsk(async (file): Promise<Reply> => {
      if (file.path === "a.txt") await files.write("a.txt", "gone\n");
      return "apply";
    });
    const { receipt, plan } = await run(both, ask);
    expect([kinds(receipt.files), await text("a.txt"), await text("b.txt")]).toEqual([
      ["a.txt stale", "b.txt written"],
      "gone\n",
      "beta\n",
    ]);
    expect(plan.results.map((result) => result.kind)).toEqual(["miss", "change"]);
    expect(ask.questions.length).toBe(1);
  });

  test("to exactly what was proposed: nothing is left to do", async () => {
    const ask = scriptedAsk(async (file): Promise<Reply> => {
      if (file.path === "a.txt") await files.write("a.txt", A.replace("two", "2"));
      return "apply";
    });
    const { receipt, plan } = await run(
      [["a.txt", { ...replace("two\n", "2\n"), match: "lines" } as Change], both[1]!],
      ask,
    );
    expect([kinds(receipt.files), plan.results.map((result) => result.kind)]).toEqual([
      ["b.txt written"],
      ["already", "change"],
    ]);
  });

  test("again and again: an end is made of it", async () => {
    let saves = 0;
    const ask = scriptedAsk(async (file): Promise<Reply> => {
      if (file.path === "a.txt") await files.write("a.txt", `${(saves += 1)}\n${A}`);
      return "apply";
    });
    const { receipt } = await run(both, ask);
    expect([ask.questions.length, kinds(receipt.files)]).toEqual([5, ["a.txt stale", "b.txt written"]]);
    expect(await text("a.txt")).toBe(`5\n${A}`);
  });

  test("after the run was stopped: it is not asked about again", async () => {
    const ask = scriptedAsk(
      async (file): Promise<Reply> => {
        if (file.path === "a.txt") await files.write("a.txt", `zero\n${A}`);
        return "apply";
      },
      { stopRun: true },
    );
    const { receipt, stopRun } = await run(both, ask);
    expect([ask.questions.length, kinds(receipt.files), stopRun]).toEqual([1, ["a.txt stale", "b.txt written"], true]);
  });

  test("a file that appears where one was to be created stays", async () => {
    const ask = scriptedAsk(async (): Promise<Reply> => {
      await files.write("c.txt", "mine");
      return "apply";
    });
    const { receipt } = await run([["c.txt", { kind: "create", content: "theirs" }]], ask);
    expect([kinds(receipt.files), await text("c.txt")]).toEqual([["c.txt stale"], "mine"]);
  });

  test("a file that is replaced by a directory is refused", async () => {
    const ask = scriptedAsk(async (): Promise<Reply> => {
      await files.delete("a.txt");
      await files.write("a.txt/inner", "x");
      return "apply";
    });
    const { receipt, plan } = await run([both[0]!], ask);
    expect([kinds(receipt.files), await text("a.txt/inner")]).toEqual([["a.txt stale"], "x"]);
    expect(plan.results).toMatchObject([{ kind: "miss" }]);
  });
});

describe("all or nothing", () => {
  const both: readonly (readonly [string, Change])[] = [
    ["a.txt", replace("two", "2")],
    ["b.txt", replace("alpha", "beta")],
  ];

  test("all", async () => {
    const { receipt } = await run(both, all(), { atomic: true });
    expect(kinds(receipt.files)).toEqual(["a.txt written", "b.txt written"]);
  });

  test("a no: nothing", async () => {
    const ask = scriptedAsk((file) => (file.path === "a.txt" ? "apply" : { reject: "no" }));
    const { receipt } = await run(both, ask, { atomic: true });
    expect([receipt.id, kinds(receipt.files), await text("a.txt")]).toEqual([
      null,
      ["a.txt held", "b.txt rejected"],
      A,
    ]);
  });

  test("a miss: nothing is written, and no one is asked", async () => {
    const ask = all();
    const { receipt } = await run([...both, ["b.txt", replace("nowhere", "x")]], ask, { atomic: true });
    expect([receipt.id, kinds(receipt.files), ask.questions]).toEqual([null, ["a.txt held", "b.txt held"], []]);
  });

  test("a file that no longer fits: nothing", async () => {
    const ask = scriptedAsk(async (file): Promise<Reply> => {
      if (file.path === "b.txt") await files.write("b.txt", "gone");
      return "apply";
    });
    const { receipt } = await run(both, ask, { atomic: true });
    expect([receipt.id, kinds(receipt.files), await text("a.txt")]).toEqual([null, ["a.txt held", "b.txt stale"], A]);
  });
});

test("cancelled while asking: nothing is written", async () => {
  const stop = new AbortController();
  const ask = scriptedAsk(() => {
    stop.abort();
    return "apply";
  });
  const { receipt } = await run([["a.txt", replace("two", "2")]], ask, { signal: stop.signal });
  expect([receipt, await text("a.txt")]).toEqual([
    { id: null, state: "done", warnings: [], files: [{ path: "a.txt", to: null, kind: "held", because: "cancelled" }] },
    A,
  ]);
});

test("cancelled while temp files are written: nothing is written and none is left", async () => {
  const stop = new AbortController();
  const { receipt } = await run(
    [
      ["a.txt", replace("two", "2")],
      ["b.txt", { kind: "delete" }],
    ],
    all(),
    {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    },
  );
  expect([kinds(receipt.files), await listed(), await text("a.txt")]).toEqual([
    ["a.txt held", "b.txt held"],
    ["a.txt", "b.txt"],
    A,
  ]);
  expect(disk.files("/state/batches")).toEqual([]);
});

test("progress counts every file of a large batch", async () => {
  const seen: string[] = [];
  await run(
    [
      ["a.txt", replace("two", "2")],
      ["b.txt", replace("alpha", "beta")],
    ],
    all(),
    {
      onProgress: ({ kind, path: at, count, total }) => seen.push(`${kind} ${at} ${count}/${total}`),
    },
  );
  expect(seen).toEqual(["staged a.txt 1/2", "staged b.txt 2/2", "written a.txt 1/2", "written b.txt 2/2"]);
});

test("a journal that cannot be kept refuses, in words, before the workspace is touched", async () => {
  disk.save("/state/batches", "a file in the way");
  const { receipt } = await run([["a.txt", replace("two", "2")]], all());
  expect(receipt.files).toMatchObject([
    { kind: "failed", code: "IO", message: expect.stringMatching(/journal.*Nothing was written/) },
  ]);
  expect([receipt.id, await text("a.txt"), await listed()]).toEqual([null, A, ["a.txt", "b.txt"]]);
});
