// Runs every exported function called bench… of every file in this folder and prints its rows as they come.
// Always ends well: a limit that is missed, or a benchmark that throws, is a line, not a failure.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { drawRow, HEADING, type BenchRow } from "./rows.ts";

/** `names` choose files (startup) or rows (dry-run); none means all. */
export async function run(options: { readonly directory: string; readonly names: readonly string[] }): Promise<void> {
  const wanted = options.names.map((name) => name.toLowerCase());
  const files = readdirSync(options.directory).filter(
    (name) => /^[a-z][a-z-]*\.js$/.test(name) && !name.startsWith("chunk-"),
  );
  const chosen = files.filter((file) => wanted.some((name) => file === `${name}.js`));
  console.log(HEADING);
  const sum = { missed: 0, failed: 0 };
  for (const file of chosen.length > 0 ? chosen : files) {
    const module = (await import(pathToFileURL(join(options.directory, file)).href)) as Record<string, unknown>;
    for (const [name, measure] of Object.entries(module)) {
      if (!name.startsWith("bench") || typeof measure !== "function") continue;
      const rows = await rowsOf(file, measure as () => Promise<readonly BenchRow[]>);
      if (rows === null) sum.failed += 1;
      for (const row of rows ?? []) {
        if (chosen.length === 0 && wanted.length > 0 && !wanted.some((word) => row.name.toLowerCase().includes(word)))
          continue;
        if (!row.ok) sum.missed += 1;
        console.log(drawRow(row));
      }
    }
  }
  const failed = sum.failed === 0 ? "" : `, ${sum.failed} could not be measured`;
  console.log(`${sum.missed === 0 ? "every limit that was measured is kept" : `${sum.missed} missed`}${failed}`);
}

/** Null: it failed. */
async function rowsOf(file: string, measure: () => Promise<readonly BenchRow[]>): Promise<readonly BenchRow[] | null> {
  try {
    return await measure();
  } catch (error) {
    console.log(`${file} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
