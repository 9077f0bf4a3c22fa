// Ends the programs that we started when this process is killed and can do nothing itself: a shell that reads from a pipe
// only we hold, and kills the group when the pipe closes.

import { spawn } from "node:child_process";

const SHELL = "/bin/sh";
const SCRIPT = 'while read -r _; do :; done; kill -KILL "-$0"';

export type GroupGuard = {
  /** Call it when the group has ended in the usual way. */
  readonly stop: () => void;
};

/** `pid` leads a process group of its own. Without a shell there is no guard, and nothing else changes. */
export function guardGroup(pid: number): GroupGuard {
  const guard = spawn(SHELL, ["-c", SCRIPT, String(pid)], {
    cwd: "/",
    env: {},
    // Not in our group: a signal for that one must not end it first.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  // It is a pipe, and what waits for one must not keep this process alive.
  (guard.stdin as unknown as { readonly unref?: () => void }).unref?.();
  return { stop: () => void guard.kill("SIGKILL") };
}
