// Quiet confirmations: what was just done, for ten seconds, and where it can be undone, how. One at a time; a newer one
// takes the place of the older. Everything they say is also in the history.

import { Store } from "../store/store.ts";

export type Confirmation = {
  readonly key: number;
  readonly text: string;
  readonly tone: "good" | "bad";
  /** The change that Undo takes back, once it is known. */
  readonly receiptId: string | null;
  /** A change is expected: the next one in the log is this one's. */
  readonly awaitsReceipt: boolean;
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
    { tone = "good", receiptId = null, awaitsReceipt = false }: Partial<Omit<Confirmation, "key" | "text">> = {},
  ): void {
    this.set({ key: this.#next, text, tone, receiptId, awaitsReceipt });
    this.#next += 1;
    this.stay();
  }

  /** Ten seconds from now: also while the pointer or the focus is on it. */
  stay(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.set(null), SHOWN_MS);
  }

  /** A change came into the log. */
  attach(receiptId: string): void {
    if (this.value?.awaitsReceipt !== true) return;
    this.set({ ...this.value, receiptId, awaitsReceipt: false });
    this.stay();
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.set(null);
  }
}
