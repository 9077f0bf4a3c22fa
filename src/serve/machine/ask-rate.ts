// How often each machine may ask: so many questions a minute, all at once or one after another. Counted by each server for
// itself; what a machine has open at a time is counted by the store.

export class AskRate {
  readonly #perMinute: number;
  readonly #now: () => number;
  /** What is left for each machine, as of a moment. One that has everything left is not here. */
  readonly #left = new Map<string, { count: number; atMs: number }>();

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** False: it has to wait. */
  take(machine: string): boolean {
    const atMs = this.#now();
    const count = this.#leftOf(machine, atMs);
    if (count < 1) return false;
    if (this.#left.size >= CLEAN_AT && !this.#left.has(machine)) this.#clean(atMs);
    this.#left.set(machine, { count: count - 1, atMs });
    return true;
  }

  #leftOf(machine: string, nowMs: number): number {
    const { count, atMs } = this.#left.get(machine) ?? { count: this.#perMinute, atMs: nowMs };
    return Math.min(this.#perMinute, count + ((nowMs - atMs) / 60_000) * this.#perMinute);
  }

  #clean(nowMs: number): void {
    for (const machine of this.#left.keys())
      if (this.#leftOf(machine, nowMs) >= this.#perMinute) this.#left.delete(machine);
  }
}

const CLEAN_AT = 10_000;
