// Trying again while it may help: pauses that grow, with chance in them so that a thousand askers do not come back at the
// same moment, until the patience is used up.

import { isFailure, type GalleyError } from "../base/index.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export type Patience = {
  /** Waits before the next try; throws the error where trying again cannot help, or the patience is used up. */
  readonly after: (error: unknown) => Promise<void>;
  /** It worked. */
  readonly reset: () => void;
};

export function retrying(patienceMs: number, signal: AbortSignal): Patience {
  let pauseMs = FIRST_PAUSE_MS;
  let sinceMs: number | null = null;
  return {
    async after(error) {
      const now = performance.now();
      sinceMs ??= now;
      const leftMs = sinceMs + patienceMs - now;
      if (!isFailure(error, "IO") || (error as GalleyError).data["retry"] === false || leftMs <= 0 || signal.aborted)
        throw error;
      const ms = Math.min(leftMs, pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener("abort", done);
      });
    },
    reset() {
      pauseMs = FIRST_PAUSE_MS;
      sinceMs = null;
    },
  };
}
