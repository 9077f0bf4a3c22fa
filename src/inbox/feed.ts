// What happens in the inbox, as numbered events: the difference between one look at the files and the next. Watchers
// hold a position in a bounded history; one that fell behind gets a snapshot instead, so nothing is lost unsaid.

import type { LiveQuestions } from "./live-questions.ts";
import type { Head } from "./record-format.ts";
import type { Filter, InboxEvent, Outcome, QuestionSummary } from "./types.ts";

type Happened =
  | { readonly kind: "question"; readonly question: QuestionSummary }
  | { readonly kind: "outcome"; readonly question: QuestionSummary; readonly outcome: Outcome };

const HISTORY = 1_000;

export class Feed {
  readonly #live: LiveQuestions;
  /** Positions of another feed mean nothing here. */
  readonly #name: string;
  readonly #open = new Map<string, Head>();
  /** Ids with an outcome that were there when the last look was taken. */
  #closed: ReadonlySet<string> | null = null;
  #history: Happened[] = [];
  #next = 0;
  #wake: (() => void)[] = [];

  constructor(name: string, live: LiveQuestions) {
    this.#name = name;
    this.#live = live;
  }

  /** True after the first look. */
  get isReady(): boolean {
    return this.#closed !== null;
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
      if (!isFirst) this.#add({ kind: "question", question: head.summary });
    }
    for (const [id, head] of this.#open) {
      const removed: Outcome = { kind: "closed", at: head.summary.asked_at, because: "removed" };
      const outcome = open.has(id) ? this.#live.closeIfOver(head) : (files.readOutcome(id) ?? removed);
      if (outcome === null) continue;
      this.#open.delete(id);
      closed.add(id); // It may have been closed just now, after the names were read.
      if (!isFirst) this.#add({ kind: "outcome", question: head.summary, outcome });
    }
    this.#wakeAll();
  }

  /** Events after the cursor, or a snapshot first; ends when the signal fires. */
  async *events({
    root,
    cursor,
    signal,
  }: Filter & { cursor?: string; signal: AbortSignal }): AsyncGenerator<InboxEvent> {
    const isWanted = ({ asker }: QuestionSummary): boolean => root === undefined || asker.root === root;
    let at = this.#positionOf(cursor);
    while (!signal.aborted) {
      if (!this.isReady || at === this.#next) await this.#change(signal);
      else if (at === null || at < this.#next - this.#history.length) {
        at = this.#next;
        const open = [...this.#open.values()].map(({ summary }) => summary).filter(isWanted);
        yield { kind: "snapshot", cursor: this.#cursorAt(at), open: open.sort(byAge) };
      } else {
        const happened = this.#history[at - (this.#next - this.#history.length)]!;
        at += 1;
        if (isWanted(happened.question)) yield eventOf(happened, this.#cursorAt(at));
      }
    }
  }

  #add(happened: Happened): void {
    this.#history.push(happened);
    this.#next += 1;
    if (this.#history.length > 2 * HISTORY) this.#history = this.#history.slice(-HISTORY);
  }

  #positionOf(cursor: string | undefined): number | null {
    const [name, position] = cursor?.split("/") ?? [];
    const at = Number(position);
    return name === this.#name && Number.isInteger(at) && at >= 0 && at <= this.#next ? at : null;
  }

  #cursorAt(position: number): string {
    return `${this.#name}/${position}`;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener("abort", wake);
        resolve();
      };
      signal.addEventListener("abort", wake);
      this.#wake.push(wake);
    });
  }

  #wakeAll(): void {
    const woken = this.#wake;
    this.#wake = [];
    for (const wake of woken) wake();
  }
}

/** Oldest first; names decide between equal times, so that every process shows the same order. */
export function byAge(a: QuestionSummary, b: QuestionSummary): number {
  if (a.asked_at !== b.asked_at) return a.asked_at < b.asked_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function eventOf(happened: Happened, cursor: string): InboxEvent {
  const { question } = happened;
  if (happened.kind === "question") return { kind: "question", cursor, question };
  const { outcome } = happened;
  return outcome.kind === "answered"
    ? { kind: "answered", cursor, question, decision: outcome.decision }
    : { kind: "gone", cursor, question, because: outcome.because };
}
