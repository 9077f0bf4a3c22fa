import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { isFailure } from "../base/index.ts";
import type { Change } from "../edits/index.ts";
import { createMemoryFiles, type MemoryFiles } from "../fs/index.ts";
import { openState, type State } from "../state/index.ts";
import { scriptedAsk, SimulatedDisk, startProcess } from "../testing/index.ts";
import { toolEdits } from "../../test/support/tool-edits.ts";
import { carryOut } from "./carry-out.ts";
import { prepare } from "./prepare.ts";
import { undo } from "./undo.ts";

let files: MemoryFiles;
let disk: SimulatedDisk;
let state: State;
let now = Date.UTC(2026, 0, 1);
beforeEach(() => start({ "a.txt": "one\ntwo\n", "b.txt": "alpha\n" }));

function start(content: Record<string, string | Uint8Array>): void {
  files = createMemoryFiles({ files: content });
  disk = new SimulatedDisk();
  let ids = 0;
  const { ops } = startProcess(disk, { name: "p" });
  state = openState({ directory: "/state", ops, newId: () => `id${(ids += 1)}`, clock: () => new Date(now) });
}

const replace = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "chars", all: false });

async function apply(...changes: readonly (readonly [string, Change])[]): Promise<string> {
  const { receipt } = await carryOut({
    plan: await prepare(toolEdits(changes), files.real),
    ask: scriptedAsk(() => "apply"),
    files,
    state,
  });
  return receipt.id ?? "nothing";
}

const back = (receipt: string | null = null) => undo({ state, receipt, openRoot: () => files.staging });

async function tree(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { path } of (await files.glob("**/*")).entries) found[path] = (await files.read(path)).content;
  return found;
}

describe("undo", () => {
  test("brings back every kind of change, directories included", async () => {
    const before = await tree();
    const id = await apply(
      ["a.txt", replace("two", "2")],
      ["new/deep/c.txt", { kind: "create", content: "c" }],
      ["b.txt", { kind: "move", to: "moved/b.txt" }],
    );
    const written = ["a.txt", "new/deep/c.txt", "moved/b.txt", "b.txt"];
    expect(await back()).toEqual({
      receipt_id: id,
      change: expect.objectContaining({ receipt_id: id, at: new Date(now).toISOString(), files: written }),
      restored: written,
      skipped: [],
      undo_id: "id4",
      passed: [],
      next: null,
      earlier: null,
      warnings: [],
    });
    expect([await tree(), (await files.list("")).entries.map((entry) => entry.path)]).toEqual([
      before,
      ["a.txt", "b.txt"],
    ]);
    expect(state.log.list().entries.map((entry) => `${entry.receipt_id} ${entry.state}`)).toEqual([
      "id4 done",
      `${id} undone`,
    ]);
  });

  test("is a batch like any other: it can be taken back", async () => {
    await apply(
      ["a.txt", replace("two", "2")],
      ["b.txt", { kind: "delete" }],
      ["d/c.txt", { kind: "create", content: "c" }],
    );
    const after = await tree();
    const { undo_id } = await back();
    await back(undo_id);
    expect(await tree()).toEqual(after);
    expect(state.log.list().entries.map((entry) => entry.state)).toEqual(["done", "undone", "done"]);
  });

  test("twice goes further back", async () => {
    await apply(["a.txt", replace("two", "2")]);
    await apply(["a.txt", replace("one", "1")]);
    await back();
    expect(await tree()).toMatchObject({ "a.txt": "one\n2\n" });
    await back();
    expect(await tree()).toMatchObject({ "a.txt": "one\ntwo\n" });
    await expect(back()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("the latest batch is the last one made, whatever the clock says", async () => {
    await apply(["a.txt", replace("two", "2")]);
    now -= 400 * 86_400_000;
    const last = await apply(["a.txt", replace("one", "1")]);
    expect((await back()).receipt_id).toBe(last);
    expect(state.log.list().entries.map((entry) => entry.at.slice(0, 4))).toEqual(["2024", "2024", "2026"]);
  });

  test("leaves alone what is not ours any more, and says why", async () => {
    const id = await apply(
      ["a.txt", replace("two", "2")],
      ["b.txt", { kind: "delete" }],
      ["c.txt", { kind: "create", content: "c" }],
      ["d.txt", { kind: "create", content: "d" }],
      ["e.txt", { kind: "create", content: "e" }],
    );
    await files.write("a.txt", "mine\n");
    await files.write("b.txt", "mine too\n");
    await files.delete("c.txt");
    const later = await apply(["d.txt", replace("d", "dd")]);
    expect(await back(id)).toMatchObject({
      restored: ["e.txt"],
      skipped: [
        { path: "a.txt", reason: "it was changed since" },
        { path: "b.txt", reason: "it was changed since" },
        { path: "c.txt", reason: "it already is as it was before" },
        { path: "d.txt", reason: `it was changed since (by receipt ${later}; undo that first)` },
      ],
    });
    expect(await tree()).toEqual({ "a.txt": "mine\n", "b.txt": "mine too\n", "d.txt": "dd" });
  });

  test("a move of which one half was changed is left whole", async () => {
    await apply(["a.txt", { kind: "move", to: "m.txt" }]);
    await files.write("m.txt", "mine");
    expect((await back()).skipped).toEqual([
      { path: "m.txt", reason: "it was changed since" },
      { path: "a.txt", reason: "it belongs together with m.txt: it was changed since" },
    ]);
    expect(await tree()).toEqual({ "b.txt": "alpha\n", "m.txt": "mine" });
  });

  test("a directory that is not empty stays", async () => {
    await apply(["d/c.txt", { kind: "create", content: "c" }]);
    await files.write("d/mine.txt", "mine");
    await back();
    expect(await tree()).toMatchObject({ "d/mine.txt": "mine" });
  });

  test.each([
    ["an unknown receipt", "nope"],
    ["a path instead of a receipt", "../../log.jsonl"],
    ["nothing to take back", null],
  ])("%s is NOT_FOUND with a message", async (_, receipt) => {
    const error = await back(receipt).catch((caught: unknown) => caught);
    expect(isFailure(error, "NOT_FOUND") && error.message.length > 20).toBe(true);
  });

  test("a receipt whose bytes are gone gives that reason", async () => {
    const id = await apply(["a.txt", replace("two", "2")]);
    for (const path of disk.files("/state/batches")) disk.save(path, null);
    await expect(back(id)).rejects.toThrow(/cannot be undone: its old bytes are gone/);
  });

  test("a root that cannot be opened is a reason, not a failure", async () => {
    const id = await apply(["a.txt", replace("two", "2")]);
    expect(await undo({ state, receipt: id, openRoot: () => null })).toMatchObject({
      restored: [],
      skipped: [{ path: "a.txt", reason: "it was in memory, which is gone" }],
      undo_id: null,
    });
  });
});

test("undo(apply(x)) = x, byte for byte", async () => {
  const names = ["a", "b", "d/c", "d/e/f"];
  const content = fc.constantFrom("", "x", "x\n", "x\r\ny\r\n", "\ufeffx\n", "x\ny", "ä\u2028\n");
  const change = fc.oneof(
    content.map((text): Change => ({ kind: "overwrite", content: text })),
    content.map((text): Change => ({ kind: "create", content: text })),
    fc.constant<Change>({ kind: "delete" }),
    fc.constantFrom(...names, "g/h").map((to): Change => ({ kind: "move", to })),
    fc.constant(replace("x", "$&z")),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names), content),
      fc.array(fc.tuple(fc.constantFrom(...names), change), { minLength: 1, maxLength: 6 }),
      async (given, changes) => {
        start(given);
        const before = await tree();
        if ((await apply(...changes)) === "nothing") return;
        expect((await back()).skipped).toEqual([]);
        expect(await tree()).toEqual(before);
      },
    ),
    { numRuns: 150 },
  );
});

describe("an undo that could take back only a part", () => {
  const states = () => state.log.list().entries.map((entry) => entry.state);
  const both = () => apply(["a.txt", replace("two", "2")], ["b.txt", replace("alpha", "beta")]);

  test("leaves its batch done, reports which files are back, and can be finished", async () => {
    const id = await both();
    await files.write("b.txt", "mine\n");
    expect(await back()).toMatchObject({
      receipt_id: id,
      restored: ["a.txt"],
      skipped: [{ path: "b.txt", reason: "it was changed since" }],
    });
    expect(states()).toEqual(["done", "done"]);
    expect(state.log.list().entries[1]).toMatchObject({ files: ["a.txt", "b.txt"], restored: ["a.txt"] });
    await files.write("b.txt", "beta\n");
    expect(await back()).toMatchObject({ receipt_id: id, restored: ["b.txt"], skipped: [] });
    expect(states()).toEqual(["done", "done", "undone"]);
    expect(await tree()).toEqual({ "a.txt": "one\ntwo\n", "b.txt": "alpha\n" });
  });

  test("does not block what was written before it", async () => {
    const first = await apply(["a.txt", replace("one", "1")]);
    const second = await both();
    await files.write("b.txt", "mine\n");
    await back();
    expect(await back()).toMatchObject({
      receipt_id: first,
      restored: ["a.txt"],
      passed: [{ receipt_id: second, left: [{ path: "b.txt", reason: "it was changed since" }] }],
    });
    // Now there is nothing before it.
    expect(await back()).toMatchObject({ receipt_id: second, restored: [], skipped: [{}, { path: "b.txt" }] });
  });

  test("is never what the next undo asks to take back: there is no circle", async () => {
    await both();
    await files.write("a.txt", "mine\ntoo\n");
    const second = await apply(["a.txt", replace("too", "2")], ["b.txt", replace("beta", "gamma")]);
    await files.write("b.txt", "mine\n");
    await back();
    expect(await back()).toMatchObject({
      restored: [],
      skipped: [
        { path: "a.txt", reason: "it was changed since" },
        { path: "b.txt", reason: "it was changed since" },
      ],
      passed: [{ receipt_id: second }],
      next: null,
      earlier: null,
    });
  });

  test("and was brought again in part", async () => {
    await both();
    const { undo_id } = await back();
    await files.write("b.txt", "mine\n");
    expect(await back(undo_id)).toMatchObject({ restored: ["a.txt"], skipped: [{ path: "b.txt" }] });
    expect(states()).toEqual(["done", "done", "done"]);
    expect(state.log.list().entries.map(({ restored }) => restored)).toEqual([[], ["a.txt"], ["b.txt"]]);
  });
});

describe("a batch that no undo has touched, and of which nothing can be restored", () => {
  test("is the end of an undo without a receipt, which names the next one that is possible", async () => {
    const possible = await apply(["c.txt", { kind: "create", content: "c" }]);
    await apply(["b.txt", replace("alpha", "beta")]);
    await files.write("b.txt", "mine\n");
    const last = await apply(["a.txt", replace("two", "2")]);
    await files.write("a.txt", "mine\n");
    const before = await tree();
    expect(await back()).toMatchObject({
      receipt_id: last,
      restored: [],
      skipped: [{ path: "a.txt", reason: "it was changed since" }],
      passed: [],
      next: { receipt_id: possible, files: ["c.txt"] },
    });
    expect(await tree()).toEqual(before);
    expect(await back(possible)).toMatchObject({ restored: ["c.txt"], skipped: [] });
  });

  test("a receipt that is named is the only one that is looked at", async () => {
    await apply(["c.txt", { kind: "create", content: "c" }]);
    const last = await apply(["a.txt", replace("two", "2")]);
    await files.write("a.txt", "mine\n");
    expect(await back(last)).toMatchObject({ restored: [], next: null });
  });
});

test("a later batch is blamed only for what it left there", async () => {
  const first = await apply(["a.txt", replace("two", "2")]);
  const second = await apply(["a.txt", replace("2", "3")]);
  const reasons = async () => (await back(first)).skipped.map(({ reason }) => reason);
  expect(await reasons()).toEqual([`it was changed since (by receipt ${second}; undo that first)`]);
  await files.write("a.txt", "mine\n");
  expect(await reasons()).toEqual(["it was changed since"]);
});

test("undoing again and again ends: each undo restores something, or no later one will", async () => {
  const names = ["a", "b", "c"];
  const step = fc.record({
    changes: fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom("1", "2", "3")), { minLength: 1 }),
    byHand: fc.option(fc.constantFrom(...names)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      start({ a: "0", b: "0", c: "0" });
      for (const [at, { changes, byHand }] of steps.entries()) {
        await apply(...changes.map(([path, content]) => [path, { kind: "overwrite", content }] as const));
        if (byHand !== null) await files.write(byHand, `mine ${at}`);
      }
      const undos = new Set<string>();
      for (let round = 0; round <= steps.length * 2; round += 1) {
        const undone = await back().catch((error: unknown) => {
          if (isFailure(error, "NOT_FOUND")) return null;
          throw error;
        });
        if (undone === null) return;
        if (undone.undo_id !== null) undos.add(undone.undo_id);
        for (const { reason } of undone.skipped) for (const id of undos) expect(reason.includes(`${id};`)).toBe(false);
        if (undone.restored.length === 0) {
          expect((await back()).restored).toEqual([]);
          if (undone.next === null) return;
          expect((await back(undone.next.receipt_id)).restored).not.toEqual([]);
        }
      }
      throw new Error("it does not end");
    }),
    { numRuns: 60 },
  );
});

test("the log distinguishes who asked for it", async () => {
  await apply(["a.txt", replace("two", "2")]);
  await undo({ state, receipt: null, by: "person", openRoot: () => files.staging });
  expect(state.log.list().entries.map((entry) => entry.decided_by)).toEqual(["person", "person"]);
});

describe("folders that are empty after an undo", () => {
  const create = (path: string) => apply([path, { kind: "create", content: "x" }]);
  const folders = async () =>
    (await files.list("")).entries.filter(({ kind }) => kind === "directory").map(({ path }) => path);

  test.each<[string, readonly number[]]>([
    ["in order", [1, 0]],
    ["the one that made it first", [0, 1]],
  ])("go when galley made them, whichever batch is taken back last: %s", async (_, order) => {
    const ids = [await create("new/deep/one.txt"), await create("new/deep/two.txt")];
    for (const at of order) await back(ids[at]!);
    expect([await tree(), await folders()]).toEqual([{ "a.txt": "one\ntwo\n", "b.txt": "alpha\n" }, []]);
  });

  test("stay when another program made them", async () => {
    start({ "theirs/old.txt": "x" });
    const id = await create("theirs/new.txt");
    await files.delete("theirs/old.txt");
    await back(id);
    expect(await folders()).toEqual(["theirs"]);
  });

  test("stay while they hold anything", async () => {
    const id = await create("new/one.txt");
    await files.write("new/theirs.txt", "mine\n");
    await back(id);
    expect(Object.keys(await tree())).toContain("new/theirs.txt");
  });
});
