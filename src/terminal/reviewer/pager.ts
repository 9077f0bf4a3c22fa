// The page in the person's own pager. Its output goes to the terminal, its input comes from us; keys it reads itself.

import { spawnSync } from "node:child_process";
import { openSync, closeSync } from "node:fs";

/** Nothing comes back: what was done in a pager answers nothing. A pager that cannot start is passed over. */
export function showInPager(rows: readonly string[], pager: readonly string[]): void {
  const [command, ...args] = pager;
  if (command === undefined) return;
  const terminal = openSync("/dev/tty", "r+");
  try {
    spawnSync(command, args, { input: `${rows.join("\n")}\n`, stdio: ["pipe", terminal, terminal] });
  } finally {
    closeSync(terminal);
  }
}
