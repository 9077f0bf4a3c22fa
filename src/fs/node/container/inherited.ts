// Descriptors that our own process was started with and that a child would get too. A command must not: one of a folder
// leads out of any confinement. Node keeps the first dozen from children; these are the rest.

import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import * as fs from "node:fs";

/**
 * Starts a child that gets nothing of ours but its three pipes. What it would inherit becomes /dev/null: a descriptor
 * that is only left out is inherited all the same.
 */
export function spawnAlone(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env" | "detached">,
): ChildProcess {
  const inherited = new Set(descriptors().filter(isInherited).map(Number));
  const last = Math.max(2, ...inherited);
  if (last === 2) return spawn(program, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  const blank = fs.openSync("/dev/null", "r+");
  try {
    const more = Array.from({ length: last - 2 }, (_, at) => (inherited.has(at + 3) ? blank : "ignore"));
    return spawn(program, args, { ...options, stdio: ["pipe", "pipe", "pipe", ...more] });
  } finally {
    fs.closeSync(blank);
  }
}

const CLOSE_ON_EXEC = 0o2000000;

function descriptors(): readonly string[] {
  try {
    return fs.readdirSync("/proc/self/fd");
  } catch {
    return []; // No /proc: nobody tells which there are.
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
