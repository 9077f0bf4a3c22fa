// The road to disk: a thousand blocks over a hundred files, planned, journalled, flushed and written, against git apply
// (which flushes nothing) and against the bare minimum of safe writing.

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { requirePath } from "../src/base/index.ts";
import type { Ask } from "../src/ask/index.ts";
import { carryOut, prepare } from "../src/commit/index.ts";
import type { Edit, EditId } from "../src/edits/index.ts";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState } from "../src/state/index.ts";
import { unifiedDiff, type Text } from "../src/text/index.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const FILES = 100;
const BLOCKS_PER_FILE = 10;
const LINES = 200;
const ROUNDS = 7;

export async function benchCommit(): Promise<readonly BenchRow[]> {
  const place = fs.mkdtempSync(join(tmpdir(), "galley-bench-commit-"));
  try {
    return [await batch(place), await single(place)];
  } finally {
    fs.rmSync(place, { recursive: true });
  }
}

async function batch(place: string): Promise<BenchRow> {
  const root = join(place, "batch");
  const names = Array.from({ length: FILES }, (_, index) => `d${index % 10}/f${index}.txt`);
  const before = textOf(false);
  const after = textOf(true);
  const reset = () => names.forEach((name) => put(join(root, name), before));
  const patch = join(place, "patch");
  put(
    patch,
    names.map((name) => unifiedDiff({ oldPath: name, newPath: name, before, after, git: { mode: null } })).join(""),
  );
  const edits = names.flatMap((name) =>
    Array.from({ length: BLOCKS_PER_FILE }, (_, block) => editOf(name, block * (LINES / BLOCKS_PER_FILE))),
  );
  const [ours, git] = await race(
    [
      { before: reset, run: () => carry(root, join(place, "state"), edits) },
      { before: reset, run: () => execFileSync("git", ["apply", patch], { cwd: root }) },
    ],
    ROUNDS,
  );
  return {
    name: "1,000 blocks over 100 files, journal included, ms",
    ours,
    rival: git,
    rivalName: "git apply",
    limit: "≤ 150 ms",
    ok: ours <= 150,
  };
}

async function single(place: string): Promise<BenchRow> {
  const root = join(place, "single");
  const path = join(root, "f.txt");
  const reset = () => put(path, textOf(false));
  const [ours, plain] = await race(
    [
      { before: reset, run: () => carry(root, join(place, "state"), [editOf("f.txt", 0)]) },
      { before: reset, run: () => replaceSafely(path, textOf(true)) },
    ],
    ROUNDS * 3,
  );
  const rivalName = "temp, fsync, rename, fsync";
  return { name: "one block through the journal, ms", ours, rival: plain, rivalName, limit: "≤ 20 ms", ok: ours <= 20 };
}

const yes: Ask = async (plan) => ({
  approval_id: "yes",
  items: plan.files.map(({ digest, after }) => ({
    digest,
    after,
    action: "apply",
    by: { kind: "flag", flag: "--yes" },
  })),
});

async function carry(root: string, directory: string, edits: readonly Edit[]): Promise<void> {
  const files = openHostFiles({ root });
  const { receipt } = await carryOut({
    plan: await prepare(edits, files.real),
    files,
    state: openState({ directory }),
    ask: yes,
  });
  files.close();
  if (receipt.files.some(({ kind }) => kind !== "written")) throw new Error("a file was not written");
}

function textOf(changed: boolean): Text {
  const lines = Array.from({ length: LINES }, (_, at) =>
    changed && at % (LINES / BLOCKS_PER_FILE) === 0 ? `changed ${at}\n` : `line ${at} of the file\n`,
  );
  return lines.join("") as Text; // ASCII.
}

function editOf(name: string, line: number): Edit {
  const change = {
    kind: "replace",
    find: `line ${line} of the file\n`,
    put: `changed ${line}\n`,
    match: "lines",
    all: false,
  } as const;
  const source = { format: "edit-block", from: 0, to: 0 } as const;
  return { id: `${name} ${line}` as EditId, path: requirePath(name).path, source, change };
}

function put(path: string, text: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text);
}

function replaceSafely(path: string, text: string): void {
  const fd = fs.openSync(`${path}.tmp`, "wx");
  fs.writeSync(fd, text);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
  fs.renameSync(`${path}.tmp`, path);
  const directory = fs.openSync(dirname(path), "r");
  fs.fsyncSync(directory);
  fs.closeSync(directory);
}
