// How long a turn has taken, without the time in which a person was asked: no one is hurried by a limit.

import type { ToolApprovalCallback } from "../approve.ts";

export class TurnClock {
  readonly #now: () => number;
  readonly #start: number;
  #asked = 0;
  #askedSince: number | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** Milliseconds so far. */
  ms(): number {
    const end = this.#askedSince ?? this.#now();
    return end - this.#start - this.#asked;
  }

  /** The same callback; while it waits, no time passes here. Questions come one after another. */
  without(approve: ToolApprovalCallback): ToolApprovalCallback {
    return async (question, options) => {
      this.#askedSince = this.#now();
      try {
        return await approve(question, options);
      } finally {
        this.#asked += this.#now() - this.#askedSince;
        this.#askedSince = null;
      }
    };
  }
}
