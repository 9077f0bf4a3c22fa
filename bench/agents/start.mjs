// `npm run agents [-- NAME… CELL…]`: installs the agents at the versions of agents.ts where they are missing, then runs each
// one with our hook, against a scripted model, in a network namespace that has only the loopback interface. Words that are no
// agents are names of cells (`approve`, `agent-stopped`): only these are run.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensurePackages } from "../../scripts/ensure.mjs";
import { dist, root } from "../../scripts/place.mjs";

ensurePackages();
await ensureBuilt({ library: false });
const { build } = await import("esbuild");
const outdir = join(dist, "agents");
await build({
  absWorkingDir: root,
  entryPoints: ["bench/agents/run.ts", "bench/agents/agents.ts"],
  outdir,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
const { AGENTS } = await import(pathToFileURL(join(outdir, "agents.js")).href);
const words = process.argv.slice(2);
const named = AGENTS.filter(({ name }) => words.includes(name));
const wanted = named.length === 0 ? AGENTS : named;
const cells = words.filter((word) => !named.some(({ name }) => name === word));
const cache = join(root, "node_modules", ".cache", "agents");
for (const { name, packages } of wanted) {
  const folder = join(cache, `${name}-${packages.replace(/.*@/, "")}`);
  if (existsSync(join(folder, "node_modules"))) continue;
  mkdirSync(folder, { recursive: true });
  process.stdout.write(`installing ${packages}\n`);
  const ran = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, packages], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (ran.status !== 0) throw new Error(`${packages} cannot be installed`);
}
// Not as root: a user namespace gives the right to make a network namespace.
const isolate = process.geteuid?.() === 0 ? ["-n"] : ["-rn"];
const script = 'ip link set lo up && exec "$0" "$@"';
const inside = [process.execPath, join(outdir, "run.js"), root, cache, ...wanted.map(({ name }) => name), ...cells];
const ran = spawnSync("unshare", [...isolate, "sh", "-c", script, ...inside], { stdio: "inherit" });
if (ran.error !== undefined) throw ran.error;
process.exitCode = ran.status ?? 1;
