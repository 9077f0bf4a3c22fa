// `npm test`: installs what is missing, builds, runs every test, and says at the end what was skipped and why.
// Arguments go to vitest: `npm test -- src/text`. Of all tests, a few that failed beside others are run again, alone.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePrograms } from "./debian.mjs";
import { ensureBuilt, ensurePackages } from "./ensure.mjs";
import { root, say } from "./place.mjs";
import { filesToRepeat, withRepeated } from "./repeat.mjs";

ensurePackages();
const missing = ensurePrograms();
await ensureBuilt({ library: true });
const scratch = mkdtempSync(join(tmpdir(), "galley-test-"));
try {
  const args = process.argv.slice(2);
  const first = await runVitest(args, join(scratch, "summary.json"));
  const { code, summary } = args.length === 0 ? await repeated(first) : first;
  process.exitCode = report(code, summary);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function repeated(first) {
  const files = first.summary === null ? [] : filesToRepeat(first.summary);
  if (files.length === 0) return first;
  say(`running again, alone, what failed beside other tests: ${files.join(", ")}`);
  const second = await runVitest([...files, "--max-workers=1"], join(scratch, "second.json"));
  if (second.summary === null) return second;
  return { code: second.code, summary: withRepeated(first.summary, second.summary) };
}

async function runVitest(args, summaryPath) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", `--reporter=${join(root, "scripts", "summary-reporter.mjs")}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...args], {
    cwd: root,
    env: { ...process.env, GALLEY_TEST_SUMMARY: summaryPath },
    stdio: ["ignore", "inherit", "inherit"],
  });
  // Ctrl-C reaches vitest by itself; stay to report what was done. A plain kill must be passed on.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
  return { code, summary: readSummary(summaryPath) };
}

function readSummary(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null; // vitest ended before the run did; its exit code says the rest.
  }
}

/** Prints the last lines and returns the exit code. */
function report(code, summary) {
  if (summary === null) {
    say(`vitest ended early (exit code ${code}); there are no sums.`);
    return code === 0 ? 1 : code;
  }
  const lines = [""];
  if (summary.chosenByName) lines.push("Tests were chosen by name; the others count as skipped and are not listed.");
  else if (summary.parts.length > 0) lines.push("Skipped:", ...summary.parts.map(skippedLine));
  for (const program of missing) lines.push(`Missing on this machine: ${program.command} (${program.for})`);
  if (summary.broken > 0)
    lines.push(
      `Broken: ${summary.broken} (a file that could not be loaded, a hook that failed, or an error outside a test; see above)`,
    );
  if (summary.repeated?.length > 0)
    lines.push("Failed beside other tests, and passed alone:", ...summary.repeated.map(({ name }) => `  ${name}`));
  lines.push(`${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped`);
  process.stdout.write(`${lines.join("\n")}\n`);
  return code === 0 && summary.failed + summary.broken > 0 ? 1 : code;
}

function skippedLine({ name, tests, note }) {
  return `  ${name}${tests > 1 ? ` (${tests} tests)` : ""}${note === null ? "" : `: ${note}`}`;
}
