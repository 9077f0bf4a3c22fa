// Twenty seconds of `npm run soak`: servers, askers, reviewers and the database are killed at random, and nothing is lost
// or done twice.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { soak } from "../bench/soak/run.ts";
import { ensureBuilt, program, root } from "./built.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { randomNumbers } from "./support/random.ts";
import { repeats } from "./support/repeats.ts";

beforeAll(ensureBuilt);

const SECONDS = repeats(20);

const title = `servers, askers, reviewers and their database are killed at random${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`;
test.skipIf(whyNoPostgres !== null)(title, { timeout: 300_000 + SECONDS * 1_000 }, async () => {
  // In the repository, so that it finds its packages.
  const folder = join(root, "node_modules", ".cache", `galley-soak-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const child = join(folder, "child.mjs");
    const options = { bundle: true, packages: "external", format: "esm", platform: "node", target: "node20" } as const;
    await build({ entryPoints: [join(root, "bench/soak/child.ts")], outfile: child, logLevel: "error", ...options });
    const report = await soak({ child, program, seconds: SECONDS, random: randomNumbers() });
    expect(report.problems).toEqual([]);
    expect(Math.min(report.answered, report.written, report.askedOverHttp)).toBeGreaterThan(0);
    expect(report.killedProcesses + report.killedServers).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
