// The processes of an agent, from /proc: to stop it alone, or together with the hook that it waits for.

import { readdirSync, readFileSync } from "node:fs";

/** An agent, and whatever it has started. */
export function allProcesses(agent: number): readonly number[] {
  return below(agent, () => true);
}

/** The same without the hook: its line, and what that has started. */
export function agentProcesses(agent: number): readonly number[] {
  return below(agent, (pid) => !/galley/.test(commandOf(pid)) || !/\0hook\0| hook /.test(commandOf(pid)));
}

function below(first: number, isWanted: (pid: number) => boolean): readonly number[] {
  const parents = new Map(pids().map((pid) => [pid, parentOf(pid)]));
  const found = [first];
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid && isWanted(child)) found.push(child);
  return found;
}

function pids(): readonly number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Null for a process that has ended. */
function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat === "" ? null : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Its words, each followed by NUL. */
function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
