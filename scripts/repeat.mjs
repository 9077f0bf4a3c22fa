// Which test files are run a second time, alone: those with a test that ran into a time limit, as happens when other
// programs take the machine. Any other failure counts at once: a random test that failed has found something.

const MOST_FILES = 8;

/** The files to repeat; empty when a failure is no matter of time, or when too many are. */
export function filesToRepeat({ failures, broken }) {
  if (broken > 0 || failures.some(({ isTimeout }) => !isTimeout)) return [];
  const files = [...new Set(failures.map(({ file }) => file))];
  return files.length > MOST_FILES ? [] : files;
}

/** The sums of both runs as one; the tests that failed in the first count as they did in the second. */
export function withRepeated(first, second) {
  return {
    ...first,
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    broken: second.broken,
    failures: second.failures,
    repeated: first.failures.filter(({ name }) => second.failures.every((again) => again.name !== name)),
  };
}
