// A vitest reporter that passes the run's sums, its failures and its skipped parts to scripts/test.mjs.
// It prints nothing: the list must come after everything else, and test.mjs has the last word.

import { writeFileSync } from "node:fs";

export default class SummaryReporter {
  #byName = false;

  onInit(vitest) {
    this.#byName = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules, errors) {
    const sums = { passed: 0, failed: 0, skipped: 0, broken: errors.length };
    const summary = { ...sums, chosenByName: this.#byName, failures: [], parts: [] };
    for (const module of modules) {
      // A file that cannot be loaded, or a hook that throws, has no test to fail.
      for (const group of [module, ...module.children.allSuites()]) if (group.errors().length > 0) summary.broken += 1;
      for (const test of module.children.allTests()) {
        summary[stateOf(test)] += 1;
        if (stateOf(test) === "failed") summary.failures.push(failureOf(test, module.relativeModuleId));
      }
      summary.parts.push(...skippedParts(module, [module.relativeModuleId]));
    }
    writeFileSync(process.env.GALLEY_TEST_SUMMARY, JSON.stringify(summary));
  }
}

/** One line per skipped test; a group that is skipped as a whole is one line with its count. */
function skippedParts(group, names) {
  const tests = [...group.children.allTests()];
  const skipped = tests.filter((test) => stateOf(test) === "skipped");
  if (skipped.length === 0) return [];
  if (skipped.length === tests.length && group.type === "suite") {
    return [{ name: names.join(" › "), tests: skipped.length, note: noteOf(skipped[0]) }];
  }
  const parts = [];
  for (const child of group.children) {
    const path = [...names, child.name];
    if (child.type === "suite") parts.push(...skippedParts(child, path));
    else if (stateOf(child) === "skipped") parts.push({ name: path.join(" › "), tests: 1, note: noteOf(child) });
  }
  return parts;
}

function stateOf(test) {
  const { state } = test.result();
  // A test that never got to run, as in a run that was interrupted, has not passed.
  return state === "pending" ? "skipped" : state;
}

function failureOf(test, file) {
  const texts = test.result().errors.map(({ message, cause }) => `${message}\n${cause?.message ?? ""}`);
  const [isTimeout, isRandom] = [texts.every((text) => LATE.test(text)), texts.some((text) => RANDOM.test(text))];
  return { file, name: `${file} › ${test.fullName.replaceAll(" > ", " › ")}`, isTimeout, isRandom };
}

/** The words of vitest, Playwright and test/terminal/pty.ts for what did not come in time. */
const LATE =
  /^Test timed out in|^Hook timed out in|^Timed out in wait|Timeout \d+ms exceeded|did not succeed in time| did not come\. The screen:/m;

/** The words of fast-check, and of our own random tests. */
const RANDOM = /\bseed\b|^Property (?:failed|interrupted)/m;

function noteOf(test) {
  return test.result().note ?? null;
}
