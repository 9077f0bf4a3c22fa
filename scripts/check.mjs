// `npm run check`: format, lint, types, tests, build. `--quick` leaves tests and build out; `--nodes` runs the tests on
// every Node version of scripts/nodes.mjs. Words are passed to vitest: `npm run check -- --nodes src/text`.
// Every step runs, also after one has failed; the exit code is 1 when any did.

import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { ensurePackages } from "./ensure.mjs";
import { ensureNode, NODES } from "./nodes.mjs";
import { root, say } from "./place.mjs";

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg.startsWith("-") && !["--quick", "--nodes"].includes(arg));
if (unknown === undefined) check();
else {
  say(`check has no option ${unknown}; there are --quick and --nodes.`);
  process.exitCode = 2;
}

function check() {
  ensurePackages();
  const steps = [
    { name: "format", run: bin("oxfmt", "bin/oxfmt", ["--check"]) },
    { name: "lint", run: bin("oxlint", "bin/oxlint", ["--deny-warnings"]) },
    { name: "types", run: bin("typescript", "bin/tsc", ["--noEmit", "-p", "."]) },
    { name: "types of the page", run: bin("typescript", "bin/tsc", ["--noEmit", "-p", "src/web/page"]) },
    ...testSteps(),
    // Last: the tests of another Node leave a build with that Node's code cache.
    ...(args.includes("--quick") ? [] : [{ name: "build", run: script("build.mjs") }]),
  ];
  const failed = steps.filter(({ name, run }) => {
    say(`check: ${name}`);
    return !run();
  });
  say(failed.length === 0 ? "check: everything passed" : `check: failed: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function testSteps() {
  const run = (options) =>
    script(
      "test.mjs",
      args.filter((arg) => !arg.startsWith("-")),
      options,
    );
  if (args.includes("--nodes"))
    return NODES.map((wanted) => ({ name: `tests on Node ${wanted}`, run: () => onNode(wanted, run) }));
  return args.includes("--quick") ? [] : [{ name: "tests", run: run() }];
}

/** Programs that the tests start by name get this Node too. */
function onNode(wanted, run) {
  const node = ensureNode(wanted);
  if (node.kind === "missing") {
    say(node.why);
    return false;
  }
  say(`Node ${node.version}`);
  const env = { ...process.env, PATH: `${node.folder}${delimiter}${process.env.PATH ?? ""}` };
  return run({ node: join(node.folder, "node"), env })();
}

function bin(packageName, file, rest) {
  return start([join("node_modules", packageName, file), ...rest]);
}

function script(name, rest = [], options = {}) {
  return start([join("scripts", name), ...rest], options);
}

/** A step: true when it succeeded. */
function start(words, { node = process.execPath, env = process.env } = {}) {
  return () => spawnSync(node, words, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}
