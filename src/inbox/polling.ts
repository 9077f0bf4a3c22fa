// Looks at a folder again and again: soon after the system hints at a change, and regularly, because hints get lost.
// Runs only while someone listens, and keeps the process alive as long.

import { isFailure } from "../base/index.ts";
import type { Records } from "../state/index.ts";

export type Listener = {
  readonly onNames: (names: ReadonlySet<string>) => void;
  /** The folder could not be read several times in a row; there is no further call. */
  readonly onFailure: (error: Error) => void;
};

// A burst of changes is one look.
const HINT_MS = 5;
// A process that is out of descriptors for a moment recovers.
const TOLERATED_FAILURES = 5;

export class Polling {
  readonly #records: Records;
  readonly #pollMs: number;
  readonly #listeners = new Set<Listener>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #dueMs = Infinity;
  #unwatch: (() => void) | null = null;
  #failures = 0;

  constructor(records: Records, pollMs: number) {
    this.#records = records;
    this.#pollMs = pollMs;
  }

  /** Returns how to stop. The first look comes at once. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#lookWithin(0);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  #lookWithin(ms: number): void {
    const due = performance.now() + ms;
    if (this.#listeners.size === 0 || due >= this.#dueMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueMs = due;
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    this.#timer = null;
    this.#dueMs = Infinity;
    this.#unwatch ??= this.#records.watch(() => this.#lookWithin(HINT_MS));
    try {
      const names = new Set(this.#records.names());
      if (names.size === 0) this.#unwatchFolder(); // It is gone, or was never made: one made later is another folder.
      for (const listener of this.#listeners) listener.onNames(names);
      this.#failures = 0;
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      this.#failures += 1;
      if (this.#failures >= TOLERATED_FAILURES) this.#fail(error);
    }
    this.#lookWithin(this.#pollMs);
  }

  #fail(error: Error): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    this.#stop();
    for (const listener of listeners) listener.onFailure(error);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#dueMs = Infinity;
    this.#unwatchFolder();
    this.#failures = 0;
  }

  #unwatchFolder(): void {
    this.#unwatch?.();
    this.#unwatch = null;
  }
}
