// The questions that are open, in the order they are to be reviewed, kept up to date while one of them is on the screen.

import type { Filter, Inbox } from "../../inbox/index.ts";

export class InboxQueue {
  /** Oldest first; one that was taken is no longer here. */
  readonly #waiting = new Set<string>();
  readonly #ending = new AbortController();
  #current: { readonly id: string; readonly closed: AbortController } | null = null;
  #arrived = new AbortController();
  #failure: unknown = null;
  /** Resolves when it is known what is open. */
  readonly ready: Promise<void>;
  #onReady = (): void => {};

  constructor(inbox: Inbox, { signal, ...filter }: Filter & { readonly signal: AbortSignal }) {
    this.ready = new Promise((resolve) => void (this.#onReady = resolve));
    void this.#follow(inbox, { ...filter, signal: AbortSignal.any([signal, this.#ending.signal]) });
  }

  /** The next one; null when there is none now. Throws what watching threw. */
  take(): string | null {
    if (this.#failure !== null) throw this.#failure;
    const [id] = this.#waiting;
    if (id === undefined) return null;
    this.#waiting.delete(id);
    return id;
  }

  /** Fires when there is something to take, or nothing ever will be. */
  arrival(): AbortSignal {
    if (this.#arrived.signal.aborted) this.#arrived = new AbortController();
    if (this.#waiting.size > 0 || this.#failure !== null) this.#arrived.abort();
    return this.#arrived.signal;
  }

  /** Fires when the question is over, however that came. */
  closingOf(id: string): AbortSignal {
    this.#current = { id, closed: new AbortController() };
    return this.#current.closed.signal;
  }

  close(): void {
    this.#ending.abort();
  }

  async #follow(inbox: Inbox, options: Filter & { readonly signal: AbortSignal }): Promise<void> {
    try {
      for await (const event of inbox.watch(options)) {
        if (event.kind === "snapshot") {
          const open = event.open.map(({ id }) => id);
          this.#waiting.clear();
          for (const id of open) if (id !== this.#current?.id) this.#waiting.add(id);
          if (this.#current !== null && !open.includes(this.#current.id)) this.#current.closed.abort();
        } else if (event.kind === "question") this.#waiting.add(event.question.id);
        else {
          this.#waiting.delete(event.question.id);
          if (event.question.id === this.#current?.id) this.#current.closed.abort();
        }
        if (this.#waiting.size > 0) this.#arrived.abort();
        this.#onReady();
      }
    } catch (error) {
      this.#failure = error;
      this.#arrived.abort();
    } finally {
      this.#onReady();
    }
  }
}
