// How long ago the host started this process. Its limit runs from then on, and on a busy machine a second may pass before
// Node runs its first line, which `process.uptime` does not count.

import * as fs from "node:fs";

// The unit of the start time in /proc, on every machine that Node runs on.
const TICKS_PER_SECOND = 100;
// More than this is a clock that does not fit, in a container for example, and no slow start.
const MOST_BEFORE_NODE_MS = 30_000;

/** In milliseconds; elsewhere than on Linux since Node runs. */
export function processAge(): number {
  const own = process.uptime() * 1000;
  if (process.platform !== "linux") return own;
  try {
    const age = ageIn(fs.readFileSync("/proc/self/stat", "latin1"), fs.readFileSync("/proc/uptime", "latin1"));
    return age > own && age < own + MOST_BEFORE_NODE_MS ? age : own;
  } catch {
    return own; // No /proc, or not for us.
  }
}

/** From the line of a process in /proc and the time since the system started; NaN where they are something else. */
export function ageIn(stat: string, uptime: string): number {
  // The name of the program is in parentheses, and may have any sign in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startedTicks = Number(fields[19] || Number.NaN);
  return (Number.parseFloat(uptime) - startedTicks / TICKS_PER_SECOND) * 1000;
}
