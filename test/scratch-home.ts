// Keeps test runs out of the developer's own files: state, config and caches live in a folder of this run. Stops the
// database that tests share.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export function setup(): () => void {
  const home = process.env["GALLEY_TEST_HOME"]!;
  mkdirSync(home, { recursive: true });
  return () => {
    stopPostgres(home);
    rmSync(home, { recursive: true, force: true });
  };
}

/** Where a test started one: support/postgres/shared.ts. */
function stopPostgres(home: string): void {
  let pids: readonly number[] = [];
  try {
    pids = (JSON.parse(readFileSync(join(home, "postgres.json"), "utf8")) as { readonly pids: readonly number[] }).pids;
  } catch {
    return; // No test needed it.
  }
  for (const pid of pids) if (pid > 0) process.kill(pid, "SIGQUIT");
}
