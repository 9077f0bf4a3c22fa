// A folder of its own for one test, by its real name.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One that the end of the run removes. */
export function scratchFolder(name: string): string {
  return mkdtempSync(join(process.env["GALLEY_TEST_HOME"] ?? tmpdir(), `${name}-`));
}

export type TemporaryFolder = { readonly path: string; readonly remove: () => void };

export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "galley-test-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
