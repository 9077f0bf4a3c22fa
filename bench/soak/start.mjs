// `npm run soak [-- SECONDS]`: bundles this folder (Node 20 cannot run TypeScript) and runs it, for 5 minutes.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePrograms } from "../../scripts/debian.mjs";
import { ensureBuilt, ensurePackages } from "../../scripts/ensure.mjs";
import { dist, root, say } from "../../scripts/place.mjs";

ensurePackages();
ensurePrograms();
await ensureBuilt({ library: false });
const { build } = await import("esbuild");
const outdir = join(dist, "soak");
await build({
  absWorkingDir: root,
  entryPoints: ["bench/soak/run.ts", "bench/soak/child.ts"],
  outdir,
  entryNames: "[name]",
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
const { soak } = await import(pathToFileURL(join(outdir, "run.js")).href);
const [seconds = "300"] = process.argv.slice(2);
const report = await soak({
  child: join(outdir, "child.js"),
  program: join(root, "bin", "galley.js"),
  seconds: Number(seconds),
  random: Math.random,
});
say(JSON.stringify(report, null, 2));
process.exitCode = report.problems.length === 0 ? 0 : 1;
