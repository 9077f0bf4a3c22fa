// What happens in the inbox on files: the difference between one look at the files and the next, as events.

import { byAge, EventHistory, type Numbered } from "./event-history.ts";
import type { LiveQuestions } from "./live-questions.ts";
import type { Head } from "./record-format.ts";
import type { Filter, InboxEvent, Outcome, QuestionSummary } from "./types.ts";

type Happened =
  | { readonly kind: "question"; readonly question: QuestionSummary }
  | { readonly kind: "outcome"; readonly question: QuestionSummary; readonly outcome: Outcome };

export class Feed {
  readonly #live: LiveQuestions;
  readonly #open = new Map<string, Head>();
  readonly #history: EventHistory<QuestionSummary, Happened>;
  /** Ids with an outcome that were there when the last look was taken; null before the first. */
  #closed: ReadonlySet<string> | null = null;

  constructor(name: string, live: LiveQuestions) {
    this.#live = live;
    this.#history = new EventHistory(name, () => Array.from(this.#open.values(), ({ summary }) => summary));
  }

  look(names: ReadonlySet<string>): void {
    const { files } = this.#live;
    const [open, closed] = [new Set(files.openIn(names)), new Set(files.closedIn(names))];
    const isFirst = this.#closed === null;
    const fresh = [...open].filter((id) => !this.#open.has(id));
    // Asked and answered between two looks.
    const brief = isFirst ? [] : [...closed].filter((id) => !this.#closed!.has(id) && !this.#open.has(id));
    this.#closed = closed;
    const heads = [...fresh, ...brief].flatMap((id) => {
      const found = this.#live.headOf(id);
      return found?.kind === "whole" ? [found.value] : [];
    });
    for (const head of heads.sort((a, b) => byAge(a.summary, b.summary))) {
      this.#open.set(head.summary.id, head);
      if (!isFirst) this.#history.add({ kind: "question", question: head.summary });
    }
    for (const [id, head] of this.#open) {
      const removed: Outcome = { kind: "closed", at: head.summary.asked_at, because: "removed" };
      const outcome = open.has(id) ? this.#live.closeIfOver(head) : (files.readOutcome(id) ?? removed);
      if (outcome === null) continue;
      this.#open.delete(id);
      closed.add(id); // It may have been closed just now, after the names were read.
      if (!isFirst) this.#history.add({ kind: "outcome", question: head.summary, outcome });
    }
    this.#history.wakeAll();
  }

  /** Events after the cursor, or a snapshot first; ends when the signal fires. */
  async *events(
    options: Filter & { readonly cursor?: string; readonly signal: AbortSignal },
  ): AsyncGenerator<InboxEvent> {
    for await (const one of this.#history.events(options)) yield eventOf(one);
  }
}

function eventOf(one: Numbered<QuestionSummary, Happened>): InboxEvent {
  if (one.kind !== "outcome") return one;
  const { question, outcome, cursor } = one;
  return outcome.kind === "answered"
    ? { kind: "answered", cursor, question, decision: outcome.decision }
    : { kind: "gone", cursor, question, because: outcome.because };
}
