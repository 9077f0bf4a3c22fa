// A folder with these files, removed when the test ends.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** Its real path. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}
