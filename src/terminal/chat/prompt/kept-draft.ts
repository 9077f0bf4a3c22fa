// What is only in the prompt is kept a moment after typing pauses, so that a kill costs no more than the last words.

import type { Prompt } from "./prompt-state.ts";

const PAUSE_MS = 400;

export class KeptDraft {
  readonly #keep: (texts: readonly string[]) => void;
  #texts: readonly string[] = [];
  #kept: readonly string[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(keep: (texts: readonly string[]) => void) {
    this.#keep = keep;
  }

  /** After each key. What is `stored` elsewhere, as an older message that is only looked at, needs no second place. */
  follow({ draft, waiting }: Prompt, stored: ReadonlySet<string>): void {
    const all = [...waiting.map(({ text }) => text), draft.text];
    const texts = all.filter((text) => text.trim() !== "" && !stored.has(text));
    if (isSame(texts, this.#texts)) return;
    this.#texts = texts;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), PAUSE_MS).unref();
  }

  /** Without waiting for a pause. */
  now(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (isSame(this.#texts, this.#kept)) return;
    this.#kept = this.#texts;
    this.#keep(this.#texts);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}
