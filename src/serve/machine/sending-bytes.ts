// How much each machine is sending at the moment, by what its requests announce: what is only announced takes room too, so
// that a slow sender cannot keep it.

export class SendingBytes {
  readonly #most: number;
  readonly #sending = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** `announced`: the header; without one the body may be as long as any. Returns how to end it; null: it is too much. */
  begin(machine: string, announced: string | undefined, mostBytes: number): (() => void) | null {
    const bytes = Math.min(announced === undefined ? mostBytes : Number(announced), mostBytes);
    const before = this.#sending.get(machine) ?? 0;
    if (before + bytes > this.#most) return null;
    this.#sending.set(machine, before + bytes);
    return () => {
      const left = (this.#sending.get(machine) ?? 0) - bytes;
      if (left > 0) this.#sending.set(machine, left);
      else this.#sending.delete(machine);
    };
  }
}
