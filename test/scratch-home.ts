// Keeps test runs out of the developer's own files: state, config and caches live in a folder of this run.

import { mkdirSync, rmSync } from "node:fs";

export function setup(): () => void {
  const home = process.env["GALLEY_TEST_HOME"]!;
  mkdirSync(home, { recursive: true });
  return () => rmSync(home, { recursive: true, force: true });
}
