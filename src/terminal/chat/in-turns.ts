// Work for the screen in its order, a few milliseconds at a time: a key that is typed meanwhile is read in between. What is
// waited for can be done at once.

// A frame is 16 ms, and a key has to be drawn in it too.
const SLICE_MS = 4;

export type InTurnsOptions = {
  readonly now?: () => number;
  readonly defer?: (work: () => void) => void;
};

export class InTurns {
  readonly #now: () => number;
  readonly #defer: (work: () => void) => void;
  #waiting: (() => void)[] = [];
  #next = 0;
  #isDeferred = false;

  constructor({ now = () => performance.now(), defer = (work) => void setImmediate(work) }: InTurnsOptions = {}) {
    this.#now = now;
    this.#defer = defer;
  }

  /** At once, if nothing is waiting; each work is short. */
  add(...works: readonly (() => void)[]): void {
    for (const work of works) this.#waiting.push(work);
    if (!this.#isDeferred) this.#slice();
  }

  /** Everything that waits. */
  finish(): void {
    this.#run(Infinity);
  }

  #slice(): void {
    this.#isDeferred = false;
    this.#run(this.#now() + SLICE_MS);
    if (this.#waiting.length === 0) return;
    this.#isDeferred = true;
    this.#defer(() => this.#slice());
  }

  #run(until: number): void {
    while (this.#next < this.#waiting.length) {
      const work = this.#waiting[this.#next]!; // Within its length.
      this.#next += 1;
      work();
      if (this.#now() >= until) break;
    }
    if (this.#next < this.#waiting.length) return;
    this.#waiting = [];
    this.#next = 0;
  }
}

/** A text as pieces of a length that is laid out in less than a slice. */
export function piecesOf(text: string): readonly string[] {
  if (text.length <= PIECE) return [text];
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));
}

const PIECE = 1_024;
