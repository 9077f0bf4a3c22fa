// The reviewer on a whole screen: opens the terminal, and has each question answered there.

import type { Decision, Reviewer } from "../../approval/index.ts";
import { fetchContents } from "../../review/index.ts";
import type { ScreenReviewerOptions } from "./reviewer-options.ts";
import { ScreenReview } from "./screen-review.ts";
import { RawTerminal } from "./tty.ts";

export type ScreenReviewer = Reviewer & { close(): void };

/** Null when there is no terminal to draw on. */
export function createScreenReviewer(options: ScreenReviewerOptions): ScreenReviewer | null {
  const terminal = RawTerminal.open();
  if (terminal === null) return null;
  return {
    async ask(payload, { signal, fetch, askedFrom, notice, purpose }): Promise<Decision> {
      const whole = await fetchContents(payload, fetch);
      return new ScreenReview(terminal, whole, {
        ...options,
        askedFrom: askedFrom ?? null,
        notice: notice ?? null,
        purpose: purpose ?? "approve",
      }).run(signal);
    },
    close: () => terminal.close(),
  };
}
