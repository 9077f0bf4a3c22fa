// `npm run bench [-- NAME…]`: bundles bench/*.ts (Node 20 cannot run TypeScript) and runs bench/run.ts.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensurePackages } from "./ensure.mjs";
import { dist, filesBelow, root } from "./place.mjs";

ensurePackages();
await ensureBuilt({ library: false });
const { build } = await import("esbuild");
const outdir = join(dist, "bench");
rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: filesBelow(join(root, "bench"))
    .filter((name) => /^[^/]+\.ts$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => join("bench", name)),
  outdir,
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
const { run } = await import(pathToFileURL(join(outdir, "run.js")).href);
process.chdir(root);
await run({ directory: outdir, names: process.argv.slice(2) });
