// Again and again: a process that writes batch after batch of 50 files is killed at a random moment, by itself before
// any of its file calls or from outside at any instruction. Each time the next start finds every file whole, old or
// new, leaves no temp file, and log and undo tell the truth.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { versionOf } from "../src/base/index.ts";
import { recover, undo, type OpenRoot } from "../src/commit/index.ts";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState, type State } from "../src/state/index.ts";
import { bundleChild, makePlace, startChild } from "./processes/bundle.ts";
import { contentOf, nameOf } from "./processes/contents.ts";
import { randomNumbers } from "./support/random.ts";
import { repeats } from "./support/repeats.ts";

// faults.test.ts and interleavings.test.ts try every call in turn; this one tries what they do not foresee.
const ROUNDS = repeats(50);
const FILES = 50;
// A fresh start now and then keeps the log short.
const ROUNDS_PER_SERIES = 25;
// About as long as one batch takes.
const LONGEST_WAIT_MS = 20;

let place: string;
let script: string;
beforeAll(async () => {
  place = makePlace("memory");
  script = await bundleChild(place);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("killed at any moment", { timeout: Math.max(300_000, repeats(300_000)) }, async () => {
  const random = randomNumbers();
  const seen = { interrupted: 0, between: 0, undone: 0 };
  for (let series = 0; series * ROUNDS_PER_SERIES < ROUNDS; series += 1) {
    const world = openWorld(join(place, `series${series}`));
    let next = start(world, 0, random);
    for (let round = 0; round < ROUNDS_PER_SERIES; round += 1) {
      const child = next;
      next = start(world, round + 1, random); // It waits; starting takes longer than everything else.
      await end(child, round, random);
      await examine(world, seen, round);
    }
    next.kill("SIGKILL");
    world.close();
  }
  // The kills must have hit the middle of batches, or this test proves nothing.
  expect(seen.interrupted).toBeGreaterThan(ROUNDS / 3);
  expect(seen.undone).toBeGreaterThan(0);
});

type Random = () => number;
type World = {
  readonly root: string;
  readonly stateDirectory: string;
  readonly state: State;
  readonly openRoot: OpenRoot;
  readonly close: () => void;
};

function openWorld(directory: string): World {
  const root = join(directory, "w");
  const stateDirectory = join(directory, "s");
  for (let index = 0; index < FILES - 1; index += 1) {
    const path = join(root, nameOf(index));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contentOf(index, 0));
  }
  const files = openHostFiles({ root });
  return {
    root,
    stateDirectory,
    state: openState({ directory: stateDirectory }),
    openRoot: () => files.staging,
    close: files.close,
  };
}

/** Every fourth one is killed from outside. */
function isKilledFromOutside(round: number): boolean {
  return round % 4 === 0;
}

function start({ root, stateDirectory }: World, round: number, random: Random): ChildProcess {
  const dieAt = isKilledFromOutside(round) ? null : random();
  const child = startChild(script, { kind: "loop", root, state: stateDirectory, files: FILES, dieAt });
  child.stderr!.pipe(process.stderr);
  return child;
}

/** Lets it go on until it is dead. */
async function end(child: ChildProcess, round: number, random: Random): Promise<void> {
  expect(child.exitCode).toBe(null);
  const closed = once(child, "close");
  let begun = 0;
  child.stdout!.on("data", (chunk: Buffer) => {
    begun += chunk.toString().split("\n").length - 1;
    if (begun < 2 || !isKilledFromOutside(round)) return;
    setTimeout(() => child.kill("SIGKILL"), random() * LONGEST_WAIT_MS);
  });
  child.stdin!.write("go\n");
  expect(await closed).toEqual([null, "SIGKILL"]);
}

async function examine(world: World, seen: { interrupted: number; between: number; undone: number }, round: number) {
  const told = await recover(world);
  expect(litter(world)).toEqual([]);
  for (let index = 0; index < FILES - 1; index += 1) {
    const text = readFileSync(join(world.root, nameOf(index)), "utf8");
    expect(text).toBe(contentOf(index, Number(text.split("\n")[0])));
  }
  const [newest] = world.state.log.list().entries;
  if (newest === undefined) return;
  expect(truthOf(world, newest.receipt_id)).toEqual(newest.details.map(({ path, outcome }) => `${path} ${outcome}`));
  if (told.length > 0) seen.interrupted += 1;
  else seen.between += 1;
  expect(await recover(world)).toEqual([]); // Said once.
  if (round % 10 !== 9 || newest.files.length === 0) return;
  const { state, openRoot } = world;
  const { restored, skipped } = await undo({ state, openRoot, receipt: newest.receipt_id });
  expect([restored.toSorted(), skipped]).toEqual([newest.files.toSorted(), []]);
  expect(truthOf(world, newest.receipt_id).filter((line) => !line.endsWith(" not-written"))).toEqual([]);
  seen.undone += 1;
}

/** What became of the batch's files, read off the disk. */
function truthOf({ root, state }: World, id: string): readonly string[] {
  const batch = state.journal.read(id);
  if (batch.kind !== "batch") throw new Error(batch.kind);
  return batch.header.files.map(({ path, before, after }) => {
    const now = existsSync(join(root, path)) ? versionOf(readFileSync(join(root, path))) : null;
    const is =
      now === (after?.version ?? null) ? "written" : now === (before?.version ?? null) ? "not-written" : "unknown";
    return `${path} ${is}`;
  });
}

function litter({ root, stateDirectory }: World): readonly string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".galley-"));
  const empty = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      statSync(join(root, name)).isDirectory() && readdirSync(join(root, name)).length === 0 && name !== "odd/deep",
  );
  const kept = existsSync(stateDirectory) ? readdirSync(stateDirectory, { recursive: true, encoding: "utf8" }) : [];
  return [...files, ...empty, ...kept.filter((name) => /\.(tmp|pending)$|lock-/.test(name))];
}
