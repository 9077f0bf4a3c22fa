// A program of the tests as one file, made once in a run: Node loads a package of many modules, as an SDK is, in twice
// the time. It behaves as its source does; the product is never bundled here.

import { existsSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";
import { root } from "../built.ts";

/** `script` is relative to `test`. Gives the file to start with Node. */
export function bundled(script: string): string {
  const made = join(process.env["GALLEY_TEST_HOME"]!, `bundled-${basename(script)}`);
  if (existsSync(made)) return made;
  const outfile = made.replace(/mjs$/, `${process.pid}.mjs`);
  const entryPoints = [join(root, "test", script)];
  buildSync({ entryPoints, outfile, bundle: true, minify: true, platform: "node", format: "esm", target: "node20.19" });
  renameSync(outfile, made); // Another worker may have been as quick: both files are the same.
  return made;
}
