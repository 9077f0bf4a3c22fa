// Tables of file calls in which the n-th call fails, counted over all tables that share one Faults.
// A call may fail before it did anything, or after it did everything: disks do both.

export type FaultPlan = {
  /** 1-based number of the first call that fails; Infinity only counts. */
  readonly at: number;
  /** `for-good`: every later call fails too. */
  readonly how: "once" | "for-good";
  readonly when: "before" | "after";
};

/** File operations that fail where a plan says so, to test code that writes. */
export class Faults {
  readonly #plan: FaultPlan;
  #count = 0;
  #armed = false;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  /** How many calls were made so far. */
  get count(): number {
    return this.#count;
  }

  /** From now on calls are counted and may fail. */
  arm(): void {
    this.#armed = true;
  }

  disarm(): void {
    this.#armed = false;
  }

  /** The same table, with this plan's failures in it. */
  wrap<Table extends object>(table: Table): Table {
    const wrapped = Object.fromEntries(
      Object.entries(table).map(([name, call]) => [name, (...args: unknown[]) => this.#call(name, call as Call, args)]),
    );
    return wrapped as Table; // The same names with the same signatures.
  }

  #call(name: string, call: Call, args: unknown[]): unknown {
    if (!this.#armed) return call(...args);
    this.#count += 1;
    const { at, how, when } = this.#plan;
    const fails = this.#count === at || (how === "for-good" && this.#count > at);
    if (!fails) return call(...args);
    // A close that fails has closed all the same; otherwise a long test would run out of descriptors.
    if (when === "after" || name === "closeSync") call(...args);
    throw Object.assign(new Error(`EIO: call ${this.#count} (${name}) was made to fail`), { code: "EIO" });
  }
}

type Call = (...args: unknown[]) => unknown;
