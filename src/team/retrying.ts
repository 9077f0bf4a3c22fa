// Trying again while it may help: pauses that grow, with chance in them so that a thousand askers do not come back at the
// same moment, until the patience is used up. The signal ends a pause at once.

import { isFailure } from "../base/index.ts";
import type { Reach } from "./reach.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export type Patience = {
  /** Waits before the next try; throws the error where trying again cannot help, or the patience is used up. */
  readonly after: (error: unknown) => Promise<void>;
  /** Waits before the next try of what did not fail, and brought nothing: longer each time. */
  readonly pause: () => Promise<void>;
  /** It worked. */
  readonly reset: () => void;
};

export type RetryOptions = {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Hears of every failure that is tried again, and of what worked. */
  readonly reach: Reach;
};

export function retrying({ patienceMs, signal, reach }: RetryOptions): Patience {
  let pauseMs = FIRST_PAUSE_MS;
  let sinceMs: number | null = null;
  const pause = (mostMs: number): Promise<void> => {
    const ms = Math.min(mostMs, pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  };
  return {
    async after(error) {
      const now = performance.now();
      sinceMs ??= now;
      const leftMs = sinceMs + patienceMs - now;
      if (!isFailure(error, "IO") || error.data["retry"] === false || leftMs <= 0 || signal.aborted) throw error;
      reach.failed(error, leftMs);
      await pause(leftMs);
    },
    pause: () => pause(LONGEST_PAUSE_MS),
    reset() {
      pauseMs = FIRST_PAUSE_MS;
      sinceMs = null;
      reach.worked();
    },
  };
}
