// Descriptors that our own process was started with and that a child would get too. A command must not: one of a folder
// leads out of any confinement. Node keeps the first dozen from children; these are the rest.

import {
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncOptionsWithStringEncoding,
  type SpawnSyncReturns,
} from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a program is started with. */
export type Program = {
  readonly argv: readonly string[];
  /** What it can read from descriptor 3. */
  readonly third?: Uint8Array | null;
};

/**
 * Starts a child that gets nothing of ours but its three pipes and what is given. What it would inherit becomes /dev/null: a
 * descriptor that is only left out is inherited all the same.
 */
export function spawnIsolated(program: Program, options: Pick<SpawnOptions, "cwd" | "env" | "detached">): ChildProcess {
  const [file = "", ...args] = program.argv;
  return withDescriptors(program, (more) =>
    spawn(file, args, { ...options, stdio: ["pipe", "pipe", "pipe", ...more] }),
  );
}

/** The same, waiting for its end. */
export function runIsolated(
  program: Program,
  options: Omit<SpawnSyncOptionsWithStringEncoding, "stdio" | "shell">,
): SpawnSyncReturns<string> {
  const [file = "", ...args] = program.argv;
  return withDescriptors(program, (more) =>
    spawnSync(file, args, { ...options, stdio: ["pipe", "pipe", "pipe", ...more] }),
  );
}

/** `more`: what the child has after its three pipes. */
function withDescriptors<Result>(
  { third = null }: Program,
  start: (more: readonly (number | "ignore")[]) => Result,
): Result {
  const inherited = new Set(descriptors().filter(isInherited).map(Number));
  const last = Math.max(third === null ? 2 : 3, ...inherited);
  if (last === 2) return start([]);
  const blank = fs.openSync("/dev/null", "r+");
  const given = third === null ? null : openContent(third);
  try {
    return start(
      Array.from({ length: last - 2 }, (_, at) =>
        at === 0 && given !== null ? given : inherited.has(at + 3) ? blank : "ignore",
      ),
    );
  } finally {
    fs.closeSync(blank);
    if (given !== null) fs.closeSync(given);
  }
}

/** A file without a name, to be read from its beginning. */
function openContent(bytes: Uint8Array): number {
  const path = join(tmpdir(), `galley-${randomBytes(12).toString("hex")}`);
  const opened = fs.openSync(path, "wx+", 0o600);
  try {
    fs.unlinkSync(path);
    // At a position: that does not move where reading begins.
    fs.writeSync(opened, bytes, 0, bytes.length, 0);
    return opened;
  } catch (error) {
    fs.closeSync(opened);
    throw error;
  }
}

const CLOSE_ON_EXEC = 0o2000000;

function descriptors(): readonly string[] {
  try {
    return fs.readdirSync("/proc/self/fd");
  } catch {
    return []; // No /proc: there is no list of them.
  }
}

function isInherited(name: string): boolean {
  try {
    if (Number(name) < 3) return false;
    const flags = /^flags:\s*([0-7]+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${name}`, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // It was the one of the list itself.
  }
}
