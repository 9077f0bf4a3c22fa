// `npm run check`: format, lint, types, tests, build. `--quick` leaves tests and build out.
// Every step runs, also after one has failed; the exit code is 1 when any did.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensurePackages } from "./ensure.mjs";
import { root, say } from "./place.mjs";

const quick = process.argv.includes("--quick");
ensurePackages();
const steps = [
  { name: "format", run: bin("oxfmt", "bin/oxfmt", ["--check"]) },
  { name: "lint", run: bin("oxlint", "bin/oxlint", ["--deny-warnings"]) },
  { name: "types", run: bin("typescript", "bin/tsc", ["--noEmit", "-p", "."]) },
  ...(quick
    ? []
    : [
        { name: "tests", run: [join("scripts", "test.mjs")] },
        { name: "build", run: [join("scripts", "build.mjs")] },
      ]),
];
const failed = steps.filter(({ name, run }) => {
  say(`check: ${name}`);
  return spawnSync(process.execPath, run, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status !== 0;
});
say(failed.length === 0 ? "check: all is well" : `check: failed: ${failed.map(({ name }) => name).join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function bin(packageName, file, args) {
  return [join("node_modules", packageName, file), ...args];
}
