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
import { requirePath } from "../src/base/index.ts";
import { carryOut, prepare, recover, undo, type Carried, type OpenRoot } from "../src/commit/index.ts";
import type { Change, EditId } from "../src/edits/index.ts";
import { nodeOps as hostOps, openHostFiles } from "../src/fs/node/index.ts";
import { nodeOps as stateOps, openState, type State } from "../src/state/index.ts";
import { Faults, scriptedAsk, type FaultPlan } from "../src/testing/index.ts";

// Memory if there is some that looks like a disk: these tests flush thousands of times.
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

async function play(plan: FaultPlan, atomic: boolean) {
  const root = join(place, "w");
  const directory = join(place, "s");
  for (const each of [root, directory]) rmSync(each, { recursive: true, force: true });
  mkdirSync(root);
  for (const [path, text] of Object.entries(OLD)) writeFileSync(join(root, path), text);
  chmodSync(join(root, "run.sh"), 0o750);
  const before = treeOf(root);

  const faults = new Faults(plan);
  const files = openHostFiles({ root, ops: faults.wrap(hostOps) });
  const state = stateAs(1, directory, faults);
  const edits = CHANGES.map(([path, change], index) => ({
    id: String(index + 1) as EditId,
    path: requirePath(path).path,
    source: { format: "tool" as const, from: 0, to: 0 },
    change,
  }));
  const first = await prepare(edits, files);
  faults.arm();
  const carried = await carryOut({ plan: first, files, state, atomic, ask: scriptedAsk(() => "apply") });
  faults.disarm();
  files.close();
  const after = treeOf(root);
  const outcomes = outcomesIn(carried);

  // The next start, in a process to which the first one is dead.
  const healthy = openHostFiles({ root });
  const openRoot: OpenRoot = () => healthy.staging;
  const later = stateAs(2, directory, null);
  await recover({ state: later, openRoot });
  const recovered = treeOf(root);
  const entries = later.log.list().entries;
  for (const { receipt_id } of entries.filter((entry) => entry.files.length > 0)) {
    await undo({ state: later, receipt: receipt_id, openRoot });
  }
  const undone = treeOf(root);
  healthy.close();

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
      litter: [
        ...Object.keys(recovered).filter(isOurTemp),
        ...namesIn(join(directory, "batches")).filter((name) => !/\.(done|interrupted)$/.test(name)),
      ],
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
      directories: directoriesIn(root),
      undone,
    },
    promised: { torn: [], untrue: [], litter: [], mixed: false, unlogged: [], directories: [], undone: before },
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

function namesIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
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
