// Tests that start another program are skipped where it is not installed, and their names say why.

import { spawnSync } from "node:child_process";

export function without(command: string): { readonly missing: boolean; readonly note: string } {
  const missing = spawnSync(command, ["--version"]).error !== undefined;
  return { missing, note: missing ? ` (skipped: ${command} is not installed)` : "" };
}
