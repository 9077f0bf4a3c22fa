// An editor and what it has started: a wrapper script's editor must end with the script. It shares our process group
// (it needs the terminal), so the group cannot be ended as one. Only descendants of our own child in that group are
// ever named here: what took a session or group of its own, a desktop editor's main process for example, is left alone.

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";

/** `started` distinguishes a process from a later one with the same number; "" where the system does not report it. */
export type Relative = { readonly pid: number; readonly started: string };

type Process = Relative & { readonly parent: number; readonly group: number };

/** `pid` and its descendants in the same process group. Empty when it is gone. */
export function familyOf(pid: number): readonly Relative[] {
  const all = processes();
  const first = all.find((each) => each.pid === pid);
  if (first === undefined) return [];
  const family: Process[] = [first];
  // The list grows while it is walked.
  for (const member of family)
    family.push(...all.filter((each) => each.parent === member.pid && each.group === first.group && each !== member));
  return family;
}

export function endAll(family: readonly Relative[], signal: NodeJS.Signals): void {
  for (const { pid } of stillThere(family)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // ESRCH: it ended by itself. EPERM: it belongs to another user now.
      if (!["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}

export function stillThere(family: readonly Relative[]): readonly Relative[] {
  const now = hasProc() ? family.flatMap(({ pid }) => fromProc(String(pid))) : fromPs();
  return family.filter(({ pid, started }) => now.some((each) => each.pid === pid && each.started === started));
}

function processes(): readonly Process[] {
  if (!hasProc()) return fromPs();
  const numbers = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.flatMap(fromProc);
}

function hasProc(): boolean {
  return fs.existsSync("/proc/self/stat");
}

/** proc(5): the name in parentheses may hold anything, so fields are counted behind its last one. */
function fromProc(number: string): readonly Process[] {
  try {
    const status = fs.readFileSync(`/proc/${number}/stat`, "latin1");
    const [state, parent, group, ...rest] = status.slice(status.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return [];
    return [{ pid: Number(number), parent: Number(parent), group: Number(group), started: rest[16] ?? "" }];
  } catch {
    return []; // It ended while we looked.
  }
}

/** For programs of the system: PATH may name folders of the workspace, and nothing from there is run. */
export const SYSTEM = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin", LC_ALL: "C" };

function fromPs(): readonly Process[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], { encoding: "utf8", env: SYSTEM });
  return (stdout ?? "").split("\n").flatMap((row) => {
    const [pid, parent, group, state] = row.trim().split(/\s+/);
    if (state === undefined || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: "" }];
  });
}
