// Which test files are run a second time, alone: those with a test that failed beside others, as happens when other
// programs take the machine. A failure of a random test, or of a test about races, counts at once: it has found something.

const MOST_FILES = 8;
const MOST_WRONG = 2;
const FINDS_RACES = /\b(?:race|races|kill|kill-loop|faults|interleavings|soak|model)\b/;

/** The files to repeat; empty when a failure must count at once, or when too many tests failed. */
export function filesToRepeat({ failures, broken }) {
  const wrong = failures.filter(({ isTimeout }) => !isTimeout);
  if (broken > 0 || wrong.some(({ file, isRandom }) => isRandom || FINDS_RACES.test(file))) return [];
  const files = [...new Set(failures.map(({ file }) => file))];
  return files.length > MOST_FILES || wrong.length > MOST_WRONG ? [] : files;
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
