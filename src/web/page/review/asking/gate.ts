// When an answer counts: only after what it answers was on the screen, unchanged, for a while. A click or key that was
// meant for another question, or for what was there before, answers nothing.

/** How long a question must have been there before it can be answered. */
export const STABLE_MS = 300;

export class Gate {
  readonly #now: () => number;
  #asked: string | null = null;
  #since = 0;
  #pressed: string | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What is asked on the screen now; null while it is not painted. Another question starts the time anew. */
  show(asked: string | null): void {
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#since = this.#now();
  }

  /** How many milliseconds are left; null while nothing is asked. */
  get remaining(): number | null {
    return this.#asked === null ? null : Math.max(0, this.#since + STABLE_MS - this.#now());
  }

  isOpen(asked: string): boolean {
    return this.#asked === asked && this.remaining === 0;
  }

  /** A pointer went down on a control that answers this. */
  press(asked: string): void {
    this.#pressed = this.isOpen(asked) ? asked : null;
  }

  /** True when a click may answer: a pointer must have gone down when the same was asked. A key goes down and up in one. */
  admits(asked: string, { byPointer }: { readonly byPointer: boolean }): boolean {
    const pressed = this.#pressed;
    this.#pressed = null;
    return this.isOpen(asked) && (!byPointer || pressed === asked);
  }
}
