// The page in the person's own pager. Its output goes to the terminal, its input comes from us; keys it reads itself.

import { spawnSync } from "node:child_process";
import { openSync, closeSync } from "node:fs";
import { joinPrintable, plain, printable, type Printable } from "../../text/index.ts";

/** What was done in a pager answers nothing. Null, or why nothing was shown. */
export function showInPager(rows: readonly Printable[], pager: readonly string[]): string | null {
  const [command, ...args] = pager;
  if (command === undefined) return "There is no pager: PAGER names no program outside the workspace.";
  const terminal = openSync("/dev/tty", "r+");
  const input = printable`${joinPrintable(rows, plain`\n`)}\n`;
  try {
    const ran = spawnSync(command, args, { input, stdio: ["pipe", terminal, terminal] });
    // One that is left before it has read everything closes its input: that is no failure.
    const code = (ran.error as NodeJS.ErrnoException | undefined)?.code;
    if (code === undefined || code === "EPIPE") return null;
    return `The pager ${command} could not be started (${code}). Set PAGER to one that is installed.`;
  } finally {
    closeSync(terminal);
  }
}
