// Random numbers that a failed test names, so that it can be run again with the same ones: GALLEY_SEED=7 npm test -- FILE.

import { onTestFailed } from "vitest";

/** Numbers from 0 up to 1. Call it in a test. */
export function randomNumbers(): () => number {
  const seed = Number(process.env["GALLEY_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
  onTestFailed(() => void process.stderr.write(`GALLEY_SEED=${seed} makes the same random numbers.\n`));
  let state = seed >>> 0;
  return () => {
    // A linear congruential generator with the constants of Numerical Recipes; its high bits are random enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
