// `npm run packages [-- NAME…]`: bundles this folder (Node 20 cannot run TypeScript) and runs it against a fresh build.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensurePackages } from "../../scripts/ensure.mjs";
import { dist, root } from "../../scripts/place.mjs";

ensurePackages();
await ensureBuilt({ library: false });
const { build } = await import("esbuild");
const outfile = join(dist, "packages", "run.js");
await build({
  absWorkingDir: root,
  entryPoints: ["bench/packages/run.ts"],
  outfile,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
const { run } = await import(pathToFileURL(outfile).href);
process.exitCode = run({ program: join(root, "bin", "galley.js"), names: process.argv.slice(2) });
