// Whether a shared store can be reached, over everything that this process asks of it: someone who waits learns soon, and
// once, that it cannot, and for how long it is tried; and that it can again.

import type { GalleyError } from "../base/index.ts";

/** `failed`: it is tried again until then, when what waits fails. `silent`: a request has no reply yet. */
export type Away =
  | { readonly kind: "failed"; readonly error: GalleyError; readonly until: Date }
  | { readonly kind: "silent" };

export type ReachOptions = {
  readonly onAway?: (away: Away) => void;
  /** After `onAway` only. */
  readonly onBack?: () => void;
};

// A server that is being replaced is back sooner.
const SAY_AFTER_MS = 2_000;

export class Reach {
  readonly #options: ReachOptions;
  #away: Away | null = null;
  #isSaid = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: ReachOptions) {
    this.#options = options;
  }

  /** Whether what was sent last failed, or has no reply. */
  get isAway(): boolean {
    return this.#away !== null;
  }

  /** A request was sent that is answered at once where all is well. Its end is `failed`, `worked`, or no one's business. */
  began(): void {
    this.#sayLater({ kind: "silent" });
  }

  /** It is tried again for so long. */
  failed(error: GalleyError, leftMs: number): void {
    const earlierMs = this.#away?.kind === "failed" ? this.#away.until.getTime() : 0;
    this.#sayLater({ kind: "failed", error, until: new Date(Math.max(Date.now() + leftMs, earlierMs)) });
  }

  worked(): void {
    this.#away = null;
    this.close();
    if (this.#isSaid) this.#options.onBack?.();
    this.#isSaid = false;
  }

  /** Says nothing more of what is away. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #sayLater(away: Away): void {
    if (away.kind === "failed" || this.#away === null) this.#away = away;
    if (this.#isSaid) return;
    this.#timer ??= setTimeout(() => {
      this.#isSaid = true;
      if (this.#away !== null) this.#options.onAway?.(this.#away);
    }, SAY_AFTER_MS);
  }
}
