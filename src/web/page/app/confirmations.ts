// Quiet confirmations: what was just done, for ten seconds, and where it can be undone, how. One at a time; a newer one
// takes the place of the older. Everything they say is also in the history.

import type { WebLogEntry } from "../../protocol.ts";
import { receiptOf, type Awaited } from "../history/own-change.ts";
import { Store } from "../store/store.ts";

export type Confirmation = {
  readonly key: number;
  readonly text: string;
  readonly tone: "good" | "bad";
  /** The change that Undo takes back, once it is known. */
  readonly receiptId: string | null;
  /** The change that is expected in the log. */
  readonly awaited: Awaited | null;
};

const SHOWN_MS = 10_000;

export class Confirmations extends Store<Confirmation | null> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next = 1;

  constructor() {
    super(null);
  }

  show(
    text: string,
    { tone = "good", receiptId = null, awaited = null }: Partial<Omit<Confirmation, "key" | "text">> = {},
  ): void {
    this.set({ key: this.#next, text, tone, receiptId, awaited });
    this.#next += 1;
    this.stay();
  }

  /** Ten seconds from now: also while the pointer or the focus is on it. */
  stay(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.set(null), SHOWN_MS);
  }

  /** The log as it is now: the change that is expected may be in it. */
  attach(log: readonly WebLogEntry[]): void {
    const shown = this.value;
    if (shown === null || shown.awaited === null) return;
    const receiptId = receiptOf(shown.awaited, log);
    if (receiptId === null) return;
    this.set({ ...shown, receiptId, awaited: null });
    this.stay();
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.set(null);
  }
}
