// Askers that wait for outcomes, all of one process together: one query serves everyone who waits for a hinted question,
// and one query per poll serves them all.

import type { Outcome } from "../../inbox/index.ts";
import type { Database } from "./database.ts";
import { expire } from "./ending.ts";
import { outcomeOf } from "./listed.ts";

export type Outcomes = ReadonlyMap<string, Outcome | null>;

type Waiter = {
  readonly ids: ReadonlySet<string>;
  readonly machine: string | null;
  readonly resolve: (found: Outcomes) => void;
  readonly reject: (error: unknown) => void;
};

export class OutcomeWaiters {
  readonly #database: Database;
  readonly #waiting = new Set<Waiter>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** As soon as one of them has ended or is not known, or empty when the signal fires. Throws IO. */
  async wait(
    ids: readonly string[],
    { machine, signal }: { readonly machine: string | null; readonly signal: AbortSignal },
  ): Promise<Outcomes> {
    if (signal.aborted || ids.length === 0) return new Map();
    let waiter: Waiter | null = null;
    const found = new Promise<Outcomes>((resolve, reject) => {
      waiter = { ids: new Set(ids), machine, resolve, reject };
    });
    found.catch(() => null); // It may fail while the first look, which fails by itself, is under way.
    const stop = (): void => waiter?.resolve(new Map());
    signal.addEventListener("abort", stop);
    // First known as waiting, then looked up: an end in between is noticed by one or the other.
    this.#waiting.add(waiter!);
    try {
      await this.#check([waiter!]);
      return await found;
    } finally {
      signal.removeEventListener("abort", stop);
      this.#waiting.delete(waiter!);
    }
  }

  /** Looks for those who wait for one of these; null: for everyone. Never throws: it fails for those who wait. */
  async look(ids: ReadonlySet<string> | null): Promise<void> {
    const concerned = [...this.#waiting].filter((one) => ids === null || [...one.ids].some((id) => ids.has(id)));
    if (concerned.length === 0) return;
    try {
      await this.#check(concerned, ids);
    } catch (error) {
      for (const one of concerned) one.reject(error);
    }
  }

  async #check(waiters: readonly Waiter[], only: ReadonlySet<string> | null = null): Promise<void> {
    const wanted = new Set(
      waiters.flatMap(({ ids }) => (only === null ? [...ids] : [...ids].filter((id) => only.has(id)))),
    );
    const ids = [...wanted];
    const read = async () =>
      this.#database.query(
        `SELECT q.id, q.machine, q.state, q.because, q.ended_at, q.deadline <= clock_timestamp() AS is_over,
           d.result, d.people, d.body AS decision
         FROM galley.question q LEFT JOIN galley.decision d ON d.question = q.id WHERE q.id = ANY($1)`,
        [ids],
      );
    let rows = await read();
    const over = rows.filter(({ state, is_over }) => state === "open" && is_over === true);
    if (over.length > 0) {
      await expire(
        this.#database.query,
        over.map(({ id }) => id as string),
      );
      rows = await read();
    }
    const byId = new Map(rows.map((row) => [row["id"] as string, row]));
    for (const { ids: its, machine, resolve } of waiters) {
      const found = new Map<string, Outcome | null>();
      for (const id of its) {
        if (!wanted.has(id)) continue;
        const row = byId.get(id);
        const outcome =
          row === undefined || (machine !== null && row["machine"] !== machine) ? "forgotten" : outcomeOf(row);
        if (outcome !== null) found.set(id, outcome === "forgotten" ? null : outcome);
      }
      if (found.size > 0) resolve(found);
    }
  }
}
