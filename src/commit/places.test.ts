import { beforeEach, describe, expect, test } from "vitest";
import { isFailure, requirePath } from "../base/index.ts";
import type { Change, Edit, EditId } from "../edits/index.ts";
import { createMemoryFiles, type MemoryFiles } from "../fs/index.ts";
import { openState, type State } from "../state/index.ts";
import { scriptedAsk, SimulatedDisk, startProcess } from "../testing/index.ts";
import { carryOut, type CarryOutOptions } from "./carry-out.ts";
import { prepare } from "./prepare.ts";
import { blockResults } from "./results/results.ts";

const TWICE = "if a:\n  x\nelse:\n  x\n";

let files: MemoryFiles;
let state: State;
beforeEach(() => {
  files = createMemoryFiles({ files: { "a.txt": TWICE, "b.txt": "alpha\n" } });
  let ids = 0;
  const ops = startProcess(new SimulatedDisk(), { name: "p" }).ops;
  state = openState({ directory: "/state", ops, newId: () => `id${(ids += 1)}`, clock: () => new Date(0) });
});

type Named = readonly [string, Change];
const block = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "lines", all: false });
const X: Named = ["a.txt", block("  x\n", "  y\n")];
const B: Named = ["b.txt", block("alpha\n", "beta\n")];

function edits(changes: readonly Named[]): readonly Edit[] {
  return changes.map(([at, change], index) => ({
    id: String(index + 1) as EditId,
    path: requirePath(at).path,
    source: { format: "edit-block", from: 0, to: 0 },
    change,
  }));
}

type Ask = ReturnType<typeof scriptedAsk>;
/** Chooses the place with this number (from 0) for each edit named, in each question that offers it. */
const choosing = (choose: Readonly<Record<string, number>>, reply: Parameters<typeof scriptedAsk>[0] = () => "apply") =>
  scriptedAsk(reply, {
    place: (open) => open.flatMap(({ edit }) => (choose[edit] === undefined ? [] : [{ edit, place: choose[edit] }])),
  });

async function run(changes: readonly Named[], ask: Ask, options: Partial<CarryOutOptions> = {}) {
  const { plan, receipt } = await carryOut({
    plan: await prepare(edits(changes), files.real),
    ask,
    files,
    state,
    ...options,
  });
  const results = [...blockResults({ plan, receipt, show: (path) => path }).values()];
  return {
    receipt,
    a: (await files.read("a.txt")).content,
    b: (await files.read("b.txt")).content,
    statuses: results.map(({ status, error_type }) => (error_type === null ? status : `${status} ${error_type}`)),
    messages: results.map(({ message }) => message),
  };
}

describe("a place that a person chooses", () => {
  test("is asked about in one batch, then its file alone again; the other answer is kept", async () => {
    const ask = choosing({ 1: 1 });
    const done = await run([X, B], ask);
    expect(ask.questions).toEqual([
      { paths: ["b.txt"], supersedes: null, open: { 1: [2, 4] } },
      { paths: ["a.txt"], supersedes: "question 1" },
    ]);
    expect(done).toMatchObject({ a: "if a:\n  x\nelse:\n  y\n", b: "beta\n", statuses: ["APPLIED", "APPLIED"] });
    expect(done.messages[0]).toBe(
      "Changed a.txt, line 4. How it was placed: the text matches several places, and line 4 was chosen in review.",
    );
  });

  test("of a softer rule is named", async () => {
    files = createMemoryFiles({ files: { "a.txt": "def f():\n    return 1\n", "b.txt": "" } });
    const change = block("def f():\n  return 1\n", "def f():\n  return 2\n");
    const done = await run([["a.txt", change]], choosing({ 1: 0 }));
    expect(done).toMatchObject({ a: "def f():\n    return 2\n", statuses: ["APPLIED"] });
    expect(done.messages[0]).toMatch(/and line 1, which the rule "indentation-shift" found, was accepted in review/);
  });

  test("is left: the miss is reported as it always was", async () => {
    const alone = await run(
      [X, B],
      scriptedAsk(() => "apply"),
    );
    files = createMemoryFiles({ files: { "a.txt": TWICE, "b.txt": "alpha\n" } });
    const left = await run([X, B], choosing({}));
    expect([left.statuses, left.messages, left.a]).toEqual([alone.statuses, alone.messages, TWICE]);
    expect(left.statuses).toEqual(["FAILED ambiguous_anchor", "APPLIED"]);
  });

  test("is not offered when no one can be asked", async () => {
    const ask = scriptedAsk(() => "apply");
    await run([X, B], ask);
    expect(ask.questions).toEqual([{ paths: ["b.txt"], supersedes: null }]);
  });

  const second: Named = ["a.txt", block("  x\n", "  z\n")];
  test.each<[string, readonly Named[], Record<string, number>, string, readonly string[]]>([
    ["both of one file", [X, second], { 1: 0, 2: 1 }, "if a:\n  y\nelse:\n  z\n", ["APPLIED", "APPLIED"]],
    [
      "the later one; the first is left",
      [X, second],
      { 2: 0 },
      "if a:\n  z\nelse:\n  x\n",
      ["FAILED ambiguous_anchor", "APPLIED"],
    ],
    [
      "after an edit that moves the lines",
      [["a.txt", block("if a:\n", "# new\nif a:\n")], X],
      { 2: 1 },
      "# new\nif a:\n  x\nelse:\n  y\n",
      ["APPLIED", "APPLIED"],
    ],
    [
      "before an edit that needs it",
      [X, ["a.txt", block("  y\n", "  w\n")]],
      { 1: 1 },
      "if a:\n  x\nelse:\n  w\n",
      ["APPLIED", "APPLIED"],
    ],
  ])("%s", async (_, changes, choose, a, statuses) => {
    // A place that was chosen once is not chosen again.
    const done = new Set<string>();
    const ask = scriptedAsk(() => "apply", {
      place: (open) =>
        open.flatMap(({ edit }) => {
          if (choose[edit] === undefined || done.has(edit)) return [];
          done.add(edit);
          return [{ edit, place: choose[edit] }];
        }),
    });
    expect(await run(changes, ask)).toMatchObject({ a, statuses });
  });

  test("and then rejected writes nothing", async () => {
    const done = await run(
      [X],
      choosing({ 1: 0 }, () => ({ reject: "no" })),
    );
    expect(done).toMatchObject({ a: TWICE, statuses: ["SKIPPED rejected"], receipt: { id: null } });
  });
});

describe("a place is bound to the bytes it was shown in", () => {
  const CHANGED = "if a:\n  x\nelse:\n  w\n";

  test("a file that changed while the places were on the screen is not changed elsewhere", async () => {
    let chosen = false;
    const ask = scriptedAsk(() => "apply", {
      place: async ([open]) => {
        if (chosen) return [];
        chosen = true;
        await files.write("a.txt", CHANGED);
        return [{ edit: open!.edit, place: 1 }];
      },
    });
    const done = await run([X], ask);
    expect(ask.questions).toEqual([
      { paths: [], supersedes: null, open: { 1: [2, 4] } },
      // The one place that is left is not taken by itself.
      { paths: [], supersedes: "question 1", open: { 1: [2] } },
    ]);
    expect(done).toMatchObject({ a: CHANGED, statuses: ["FAILED stale"] });
  });

  test("nor one that changed while its change was on the screen", async () => {
    const ask = choosing({ 1: 1 }, async (_, { count }) => {
      if (count === 2) await files.write("a.txt", `${TWICE}  x\n`);
      return "apply" as const;
    });
    const done = await run([X], ask);
    expect(ask.questions).toEqual([
      { paths: [], supersedes: null, open: { 1: [2, 4] } },
      { paths: ["a.txt"], supersedes: "question 1" },
      { paths: [], supersedes: "question 2", open: { 1: [2, 4, 5] } },
      { paths: ["a.txt"], supersedes: "question 3" },
    ]);
    expect(done).toMatchObject({ a: "if a:\n  x\nelse:\n  y\n  x\n", statuses: ["APPLIED"] });
  });

  test.each([
    ["of an edit that is not open", [{ edit: "2", place: 0 }]],
    ["that was not offered", [{ edit: "1", place: 2 }]],
    ["below the first", [{ edit: "1", place: -1 }]],
    ["twice", [{ edit: "1", place: 0 }, { edit: "1", place: 1 }]], // oxfmt-ignore
  ])("a place %s is refused, and nothing is written", async (_, places) => {
    const refused = run(
      [X, B],
      scriptedAsk(() => "apply", { place: () => places }),
    );
    await expect(refused).rejects.toSatisfy((error) => isFailure(error, "STALE"));
    expect([(await files.read("a.txt")).content, (await files.read("b.txt")).content]).toEqual([TWICE, "alpha\n"]);
  });
});

describe("all or nothing", () => {
  test("a miss that can be placed is asked about first", async () => {
    const done = await run([X, B], choosing({ 1: 0 }), { atomic: true });
    expect(done).toMatchObject({ a: "if a:\n  y\nelse:\n  x\n", b: "beta\n", statuses: ["APPLIED", "APPLIED"] });
  });

  test("and left, nothing is written", async () => {
    const done = await run([X, B], choosing({}), { atomic: true });
    expect(done).toMatchObject({ a: TWICE, b: "alpha\n", statuses: ["FAILED ambiguous_anchor", "VALIDATED"] });
  });

  test.each([
    ["no reviewer is there", [X, B], false],
    ["another miss has no place at all", [X, B, ["b.txt", block("zebra\n", "z\n")] as const], true],
  ])("nobody is asked when %s", async (_, changes, isThere) => {
    const ask = isThere ? choosing({ 1: 0 }) : scriptedAsk(() => "apply");
    const done = await run(changes, ask, { atomic: true });
    expect([ask.questions, done.b]).toEqual([[], "alpha\n"]);
  });
});
