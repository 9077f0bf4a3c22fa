// Which process holds a lock, and whether it still lives. A process is its number, its start time and its boot:
// numbers are used again, so a number alone proves nothing.

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

export type Owner = {
  readonly pid: number;
  /** In clock ticks after boot, or null where the system does not report it. */
  readonly start: string | null;
  readonly boot: string | null;
  /** The process namespace: the same number means another process in another container. */
  readonly space: string | null;
  readonly machine: string;
};

/** `unknown`: it lives, or lived, where we cannot look (another container, another machine). */
export type Liveness = "alive" | "dead" | "unknown";

export type Processes = {
  readonly self: Owner;
  readonly lifeOf: (owner: Owner) => Liveness;
};

/** The processes of this machine. */
export function systemProcesses(): Processes {
  const boot = readOrNull("/proc/sys/kernel/random/boot_id");
  const self: Owner = {
    pid: process.pid,
    start: startOf(process.pid)?.start ?? null,
    boot,
    space: namespaceOrNull(),
    machine: readOrNull("/etc/machine-id") || hostname(),
  };
  return { self, lifeOf: (owner) => lifeOf(owner, self) };
}

function lifeOf(owner: Owner, self: Owner): Liveness {
  if (owner.boot !== self.boot) return owner.machine === self.machine ? "dead" : "unknown";
  if (owner.boot === null && owner.machine !== self.machine) return "unknown";
  if (owner.space !== self.space) return "unknown";
  if (self.start !== null) {
    const found = startOf(owner.pid);
    // A zombie runs no more code: its parent only has not looked yet.
    return found === null || found.zombie || found.start !== owner.start ? "dead" : "alive";
  }
  try {
    process.kill(owner.pid, 0);
    return "alive";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH" ? "dead" : "alive";
  }
}

/** proc(5): the name in parentheses may hold anything, so fields are counted after the last ")". */
function startOf(pid: number): { readonly start: string; readonly zombie: boolean } | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = fields[19];
  return start === undefined ? null : { start, zombie: fields[0] === "Z" || fields[0] === "X" };
}

function namespaceOrNull(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null; // No /proc on this system.
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null; // No such process, or no /proc on this system.
  }
}
