// The commit path with its 1st, 2nd, … n-th file call failing, on a real disk: whatever fails, every file is old or
// new, the receipt says which, the next start leaves nothing lying around, and undo brings everything back.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFailure } from "../src/base/index.ts";
import { carryOut, prepare, recover, undo, type Carried, type OpenRoot } from "../src/commit/index.ts";
import type { Change } from "../src/edits/index.ts";
import { nodeOps, openHostFiles } from "../src/fs/node/index.ts";
import { nodeOps as stateNodeOps, openState, type State } from "../src/state/index.ts";
import { Faults, scriptedAsk, type FaultPlan } from "../src/testing/index.ts";
import { toolEdits } from "./support/tool-edits.ts";

// A flush is a call that may fail like any other, but nothing here loses power, so none is waited for.
const flushed = (_: number, done: (error: null) => void): void => queueMicrotask(() => done(null));
const fsync = Object.assign(flushed, { __promisify__: nodeOps.fsync.__promisify__ });
const hostOps = { ...nodeOps, fsync, fsyncSync: (): void => {} };
const stateOps = { ...stateNodeOps, fsyncSync: (): void => {} };

// Memory if there is some that looks like a disk: these tests write thousands of times.
let place: string;
beforeAll(() => void (place = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "galley-faults-"))));
afterAll(() => rmSync(place, { recursive: true }));

const OLD = {
  "keep.txt": "not touched\n",
  "run.sh": "#!/bin/sh\necho one\n",
  "gone.txt": "to be deleted\n",
  "from.txt": "to be moved\n",
};
const NEW = {
  "keep.txt": "not touched\n",
  "run.sh": "#!/bin/sh\necho two\n",
  "new/deep/made.txt": "created\n",
  "moved/to.txt": "to be moved\n",
};
const CHANGES: readonly (readonly [string, Change])[] = [
  ["run.sh", { kind: "replace", find: "one", put: "two", match: "chars", all: false }],
  ["new/deep/made.txt", { kind: "create", content: "created\n" }],
  ["gone.txt", { kind: "delete" }],
  ["from.txt", { kind: "move", to: "moved/to.txt" }],
];

test.each<[Omit<FaultPlan, "at">, boolean]>([
  [{ how: "once", when: "before" }, false],
  [{ how: "once", when: "after" }, false],
  [{ how: "for-good", when: "before" }, false],
  [{ how: "once", when: "before" }, true],
  [{ how: "for-good", when: "before" }, true],
])("%o, all or nothing: %s", { timeout: 120_000 }, async (plan, atomic) => {
  let failed = 0;
  for (let at = 1; ; at += 1) {
    const round = await play({ ...plan, at }, atomic);
    expect({ at, ...round.found }).toEqual({ at, ...round.promised });
    if (!round.reached) break;
    failed += 1;
  }
  expect(failed).toBeGreaterThan(100);
});

test.each<["undo" | "recovery", Omit<FaultPlan, "at">, boolean, number]>([
  ["undo", { how: "once", when: "before" }, false, Infinity],
  ["undo", { how: "for-good", when: "before" }, false, Infinity],
  ["recovery", { how: "once", when: "before" }, false, 0.55],
  ["recovery", { how: "once", when: "before" }, false, 0.7],
  ["recovery", { how: "once", when: "before" }, true, 0.8],
  ["recovery", { how: "for-good", when: "before" }, false, 0.7],
  ["recovery", { how: "for-good", when: "before" }, true, 0.8],
])("%s itself: %o, all or nothing: %s, cut at %s", { timeout: 120_000 }, async (what, plan, atomic, share) => {
  let failed = 0;
  // A batch cut short in the middle, as if its process had been killed there.
  const cutAt = share === Infinity ? Infinity : Math.floor((await callsOfBatch()) * share);
  for (let at = 1; ; at += 1) {
    const round = await playLater(what, { ...plan, at }, { atomic, cutAt });
    const { litter, directories, undone } = round.found;
    expect({ at, litter, directories, undone }).toEqual({ at, litter: [], directories: [], undone: round.before });
    if (!round.reached) break;
    failed += 1;
  }
  expect(failed).toBeGreaterThan(50);
});

/** A whole or a half-written batch, then an undo or a recovery that meets faults, then healthy ones. */
async function playLater(
  what: "undo" | "recovery",
  plan: FaultPlan,
  { atomic, cutAt }: { readonly atomic: boolean; readonly cutAt: number },
) {
  const { root, directory, before } = freshPlace();
  const cut = new Faults({ at: cutAt, how: "for-good", when: "before" });
  await apply(root, stateAs(1, directory, cut), cut, atomic);

  const faults = new Faults(plan);
  const unlucky = openHostFiles({ root, ops: faults.wrap(hostOps) });
  const state = stateAs(2, directory, faults);
  const openRoot: OpenRoot = () => unlucky.staging;
  faults.arm();
  const done = what === "undo" ? undo({ state, receipt: null, openRoot }) : recover({ state, openRoot });
  await done.catch((error: unknown) => expect(isFailure(error)).toBe(true));
  faults.disarm();
  unlucky.close();

  const found = await afterwards(root, directory, 3);
  return { before, reached: faults.count >= plan.at, found };
}

async function callsOfBatch(): Promise<number> {
  const { root, directory } = freshPlace();
  const none = new Faults({ at: Infinity, how: "once", when: "before" });
  await apply(root, stateAs(1, directory, none), none, false);
  return none.count;
}

async function play(plan: FaultPlan, atomic: boolean) {
  const { root, directory, before } = freshPlace();
  const faults = new Faults(plan);
  const carried = await apply(root, stateAs(1, directory, faults), faults, atomic);
  const after = treeOf(root);
  const outcomes = outcomesIn(carried);
  const { recovered, entries, litter, directories, undone } = await afterwards(root, directory, 2);
  return {
    reached: faults.count >= plan.at,
    found: {
      torn: Object.entries(after).filter(
        ([path, { text }]) => !isOurTemp(path) && text !== textAt(OLD, path) && text !== textAt(NEW, path),
      ),
      untrue: outcomes.filter(
        ({ kind, paths }) =>
          kind !== "unknown" &&
          paths.some((path) => (after[path]?.text ?? null) !== textAt(kind === "written" ? NEW : OLD, path)),
      ),
      litter,
      mixed:
        atomic &&
        new Set(
          Object.keys({ ...OLD, ...NEW })
            .filter((path) => path !== "keep.txt")
            .map((path) => (recovered[path]?.text ?? null) === textAt(NEW, path)),
        ).size > 1,
      unlogged: CHANGED.filter(
        (path) =>
          ((recovered[path]?.text ?? null) === textAt(NEW, path)) !==
          entries.some((entry) => entry.files.includes(path)),
      ),
      directories,
      undone,
    },
    promised: { torn: [], untrue: [], litter: [], mixed: false, unlogged: [], directories: [], undone: before },
  };
}

function freshPlace() {
  const root = join(place, "w");
  const directory = join(place, "s");
  for (const each of [root, directory]) rmSync(each, { recursive: true, force: true });
  mkdirSync(root);
  for (const [path, text] of Object.entries(OLD)) writeFileSync(join(root, path), text);
  chmodSync(join(root, "run.sh"), 0o750);
  return { root, directory, before: treeOf(root) };
}

async function apply(root: string, state: State, faults: Faults, atomic: boolean): Promise<Carried> {
  const files = openHostFiles({ root, ops: faults.wrap(hostOps) });
  const plan = await prepare(toolEdits(CHANGES), files.real);
  faults.arm();
  const carried = await carryOut({ plan, files, state, atomic, ask: scriptedAsk(() => "apply") });
  faults.disarm();
  files.close();
  return carried;
}

/** The next start, in a process to which the earlier ones are dead; then everything is taken back. */
async function afterwards(root: string, directory: string, pid: number) {
  const files = openHostFiles({ root, ops: hostOps });
  const openRoot: OpenRoot = () => files.staging;
  const state = stateAs(pid, directory, null);
  await recover({ state, openRoot });
  const recovered = treeOf(root);
  const kept = existsSync(join(directory, "batches")) ? readdirSync(join(directory, "batches")) : [];
  const { entries } = state.log.list();
  for (const { receipt_id } of entries.filter((entry) => entry.files.length > 0 && entry.undoes === null)) {
    await undo({ state, receipt: receipt_id, openRoot });
  }
  files.close();
  return {
    recovered,
    entries,
    litter: [
      ...Object.keys(recovered).filter(isOurTemp),
      ...kept.filter((name) => !/\.(done|interrupted)$/.test(name)),
    ],
    directories: directoriesIn(root),
    undone: treeOf(root),
  };
}

const CHANGED = ["run.sh", "new/deep/made.txt", "gone.txt", "from.txt", "moved/to.txt"];

function stateAs(pid: number, directory: string, faults: Faults | null): State {
  const self = { pid, start: String(pid), boot: "b", space: "s", machine: "m" };
  return openState({
    directory,
    ops: faults?.wrap(stateOps) ?? stateOps,
    processes: { self, lifeOf: (owner) => (owner.pid === pid ? "alive" : "dead") },
    sleep: async () => {},
    patienceMs: 100,
  });
}

function outcomesIn({ receipt }: Carried) {
  return receipt.files.map(({ kind, path, to }) => ({
    kind,
    paths: to === null ? [path as string] : [path as string, to as string],
  }));
}

function textAt(tree: Readonly<Record<string, string>>, path: string): string | null {
  return tree[path] ?? null;
}

function isOurTemp(path: string): boolean {
  return path.includes(".galley-");
}

function treeOf(root: string): Record<string, { text: string; mode: string }> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(root, name)).isFile(),
  );
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [
        name,
        { text: readFileSync(join(root, name), "utf8"), mode: (statSync(join(root, name)).mode & 0o777).toString(8) },
      ]),
  );
}

function directoriesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(root, name)).isDirectory(),
  );
}
