// When the person typed and pasted last: a question waits for the one, and what follows the other is not taken as typed.

// A person who is typing has not seen the question yet.
const PAUSE_MS = 800;
// No one types this soon after a paste: a paste that contains the mark of its own end goes on as if it were typed.
const PASTE_MS = 200;

export class TypingTimes {
  #typedMs = 0;
  #pastedMs = 0;

  typed(): void {
    this.#typedMs = Date.now();
  }

  pasted(): void {
    this.#pastedMs = Date.now();
  }

  /** What comes now may be a part of a paste. */
  get isPasting(): boolean {
    return Date.now() - this.#pastedMs < PASTE_MS;
  }

  /** Until the person has stopped typing; 0 or less when they have. */
  get msToPause(): number {
    return this.#typedMs + PAUSE_MS - Date.now();
  }
}
