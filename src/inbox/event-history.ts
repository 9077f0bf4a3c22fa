// What happened in an inbox, as numbered events. Watchers hold a position in a bounded history; one that fell behind gets
// a snapshot of what is open instead, so nothing is lost silently. Each process that reads the store adds what it found.

import type { Filter, QuestionSummary } from "./types.ts";

/** `cursor` names the position after the event. */
export type Numbered<Q, H> = { readonly cursor: string } & (
  | H
  | { readonly kind: "snapshot"; readonly open: readonly Q[] }
);

const HISTORY = 1_000;

export class EventHistory<Q extends QuestionSummary, H extends { readonly question: Q }> {
  /** Positions of another history mean nothing here. */
  readonly #name: string;
  readonly #open: () => Iterable<Q>;
  #isReady = false;
  #history: H[] = [];
  #next = 0;
  #wake: (() => void)[] = [];

  /** `open`: everything that is open as of the last event. */
  constructor(name: string, open: () => Iterable<Q>) {
    this.#name = name;
    this.#open = open;
  }

  /** Call `wakeAll` when everything that was found is added. */
  add(happened: H): void {
    this.#history.push(happened);
    this.#next += 1;
    if (this.#history.length > 2 * HISTORY) this.#history = this.#history.slice(-HISTORY);
  }

  /** After a look at the store: watchers go on. Before the first one there is nothing to show them. */
  wakeAll(): void {
    this.#isReady = true;
    const woken = this.#wake;
    this.#wake = [];
    for (const wake of woken) wake();
  }

  /** Events after the cursor, or a snapshot first; ends when the signal fires. */
  async *events({
    root,
    cursor,
    signal,
  }: Filter & { readonly cursor?: string; readonly signal: AbortSignal }): AsyncGenerator<Numbered<Q, H>> {
    const isWanted = ({ asker }: QuestionSummary): boolean => root === undefined || asker.root === root;
    let at = this.#positionOf(cursor);
    while (!signal.aborted) {
      if (!this.#isReady || at === this.#next) await this.#change(signal);
      else if (at === null || at < this.#next - this.#history.length) {
        at = this.#next;
        const open = [...this.#open()].filter(isWanted);
        yield { kind: "snapshot", cursor: this.#cursorAt(at), open: open.sort(byAge) };
      } else {
        const happened = this.#history[at - (this.#next - this.#history.length)]!;
        at += 1;
        if (isWanted(happened.question)) yield { ...happened, cursor: this.#cursorAt(at) };
      }
    }
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
}

/** Oldest first; names decide between equal times, so that every process shows the same order. */
export function byAge(a: QuestionSummary, b: QuestionSummary): number {
  if (a.asked_at !== b.asked_at) return a.asked_at < b.asked_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
