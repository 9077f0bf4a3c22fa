// What is being done, and since when: the row above the prompt, which moves while it is there.

const TICK_MS = 120;

export class Activity {
  readonly #onTick: () => void;
  #doing: { readonly text: string; readonly since: number } | null = null;
  #ticker: NodeJS.Timeout | null = null;

  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  get text(): string | null {
    return this.#doing?.text ?? null;
  }

  /** For the screen: how long it has taken so far. */
  shown(): { readonly text: string; readonly ms: number } | null {
    return this.#doing === null ? null : { text: this.#doing.text, ms: Date.now() - this.#doing.since };
  }

  /** Null: nothing is done any more. What follows something else goes on counting its time. */
  set(text: string | null): void {
    this.#doing = text === null ? null : { text, since: this.#doing?.since ?? Date.now() };
    if (text !== null) {
      this.#ticker ??= setInterval(this.#onTick, TICK_MS);
      return;
    }
    if (this.#ticker !== null) clearInterval(this.#ticker);
    this.#ticker = null;
  }
}
