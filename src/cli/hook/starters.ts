// Whether those who started this hook are still there. An agent that is killed, or whose user cancels the call, may end only
// the shell that it started: without this, the question would stay open, and the hook with it, until its time is over.

import * as fs from "node:fs";

export type Starter = { readonly pid: number; readonly startedAt: string };

// Ours are five: the host's shell, two of the installed line, the program that kills a stopped hook, the agent.
const MOST = 10;

/**
 * The processes between the agent and this one, and the agent: those whose command line names the hook, and the first that
 * does not. None elsewhere than on Linux.
 */
export function startersOf(host: string): readonly Starter[] {
  const starters: Starter[] = [];
  for (let pid = process.ppid; pid > 0 && starters.length < MOST;) {
    const stat = statOf(pid);
    if (stat === null) break;
    starters.push({ pid, startedAt: stat.startedAt });
    if (!namesHook(textIn(`/proc/${pid}/cmdline`) ?? "", host)) break;
    pid = stat.parent;
  }
  return starters;
}

export function isGone({ pid, startedAt }: Starter): boolean {
  const stat = statOf(pid);
  return stat === null || stat.startedAt !== startedAt || stat.isOver;
}

/** As words of a program, or within a line for a shell. */
function namesHook(commandLine: string, host: string): boolean {
  return commandLine.replaceAll("\0", " ").includes(` hook ${host}`);
}

type Stat = { readonly parent: number; readonly startedAt: string; readonly isOver: boolean };

function statOf(pid: number): Stat | null {
  const stat = textIn(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name of the program is in parentheses, and may have any sign in it.
  const [state = "", parent = "", ...more] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A process that has ended stays until its parent asks for its exit code.
  return { parent: Number(parent), startedAt: more[17] ?? "", isOver: state === "Z" || state === "X" };
}

function textIn(path: string): string | null {
  try {
    return fs.readFileSync(path, "latin1");
  } catch {
    return null; // It has ended, or there is no /proc.
  }
}
