// Whether a question is still open. A process that finds one whose asker has ended, whose time has run out or whose file is
// damaged closes it for everyone; no process has to run for that alone.

import type { Clock } from "../base/index.ts";
import type { LeaseObserver } from "./leases.ts";
import type { QuestionFiles } from "./question-files.ts";
import type { Found, Head } from "./record-format.ts";
import type { Outcome, QuestionSummary } from "./types.ts";

export class LiveQuestions {
  readonly files: QuestionFiles;
  readonly #observer: LeaseObserver;
  readonly #clock: Clock;

  constructor(files: QuestionFiles, observer: LeaseObserver, clock: Clock) {
    this.files = files;
    this.#observer = observer;
    this.#clock = clock;
  }

  /** Null when there is none. A damaged one is closed: no one can be shown what it asks. Throws IO. */
  headOf(id: string): Found<Head> | null {
    const found = this.files.readHead(id);
    if (found?.kind === "damaged") this.files.close(id, "damaged");
    return found;
  }

  /** For one without an outcome: null while it stays open, as far as can be said now. Throws IO. */
  closeIfOver({ summary, lease }: Head): Outcome | null {
    return this.#close(summary, this.#observer.lifeOf(lease, "asker") === "ended");
  }

  /** Null while it is open. Waits where it takes a moment to be certain. Throws IO. */
  async certainOutcomeOf(id: string, { summary, lease }: Head): Promise<Outcome | null> {
    const known = this.files.readOutcome(id);
    if (known !== null) return known;
    const hasEnded = (await this.#observer.certainLifeOf(lease, "asker")) === "ended";
    return this.files.readOutcome(id) ?? this.#close(summary, hasEnded);
  }

  #close({ id, deadline }: QuestionSummary, hasEnded: boolean): Outcome | null {
    if (hasEnded) return this.files.close(id, "asker-ended");
    // The asker's own timer closes it too. Of two clocks the first to pass the deadline counts: a clock that was set
    // can make a question end early, never late.
    if (deadline !== null && this.#clock().toISOString() >= deadline) return this.files.close(id, "expired");
    return null;
  }
}
