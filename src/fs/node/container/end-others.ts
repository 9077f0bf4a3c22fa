// Ends every process of the container we run in, but the engine's and ourselves. Decided by what the kernel says of a
// process, never by what it carries itself: it can clear its environment and leave its group and session. Must never do
// anything outside a container of ours.

import * as fs from "node:fs";
import { isKeeper } from "./launch.ts";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 5;

/** How many processes are still there: 0 unless one cannot be ended. null where this is no container of ours. */
export async function endOthers(): Promise<number | null> {
  if (!isOurContainer()) return null;
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    // All at once, so that none can start another while they are counted. Process 1 and ourselves are left out.
    send(-1, "SIGSTOP");
    const [kept, others] = processes();
    for (const pid of others) send(pid, "SIGKILL");
    for (const pid of kept) send(pid, "SIGCONT");
    const left = others.filter(isAlive);
    if (left.length === 0 || performance.now() > until) return left.length;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Process 1 is the one that launch.ts starts. Anywhere else, all others are not ours to end. */
function isOurContainer(): boolean {
  try {
    return process.pid !== 1 && isKeeper(fs.readFileSync("/proc/1/cmdline", "utf8").split("\0"));
  } catch {
    return false; // No /proc.
  }
}

/** Those of process 1, and the others. No process can join a session that it was not born in. */
function processes(): readonly [kept: readonly number[], others: readonly number[]] {
  const all = fs.readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  const isKept = (pid: number): boolean => sessionOf(pid) === 1;
  const rest = all.filter((pid) => pid !== 1 && pid !== process.pid);
  return [rest.filter(isKept), rest.filter((pid) => !isKept(pid))];
}

function sessionOf(pid: number): number | null {
  const fields = statOf(`/proc/${pid}/stat`);
  return fields === null ? null : Number(fields[3]);
}

/** One thread is enough: the first one may have ended before the others. */
function isAlive(pid: number): boolean {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).some((thread) => {
      const fields = statOf(`/proc/${pid}/task/${thread}/stat`);
      return fields !== null && !/^[ZX]/.test(fields[0] ?? "");
    });
  } catch {
    return false; // Gone.
  }
}

/** What follows the name, which may contain anything: state, parent, group, session. */
function statOf(path: string): readonly string[] | null {
  try {
    const stat = fs.readFileSync(path, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null; // Gone.
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, or there is none; one that may not be ended is counted.
  }
}
