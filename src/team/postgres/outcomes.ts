// Askers that wait for outcomes, all of one process together. One query serves everyone who began to wait, or waits for a
// question that was hinted at, since the last query began: five hundred askers that come at once cost a few.

import { isQuestionId, type Outcome } from "../../inbox/index.ts";
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

/** What the next look is about. */
type Look = {
  readonly fresh: Set<Waiter>;
  readonly hinted: Set<string>;
  isFull: boolean;
  readonly done: Promise<void>;
  readonly finish: () => void;
};

// A connection that hangs holds up one look, and not the others.
const LOOKS_AT_ONCE = 3;

export class OutcomeWaiters {
  readonly #database: Database;
  readonly #waiting = new Set<Waiter>();
  /** Has not begun: callers that come until then share it. */
  #next: Look | null = null;
  #looking = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** As soon as one of them has ended or is not known, or empty when the signal fires, after one look. Throws IO. */
  async wait(
    ids: readonly string[],
    { machine, signal }: { readonly machine: string | null; readonly signal: AbortSignal },
  ): Promise<Outcomes> {
    if (signal.aborted || ids.length === 0) return new Map();
    // One that is no id is not known, and is not looked up: what others wait for is in the same query.
    const wrong = ids.filter((id) => !isQuestionId(id));
    if (wrong.length > 0) return new Map(wrong.map((id) => [id, null]));
    let waiter: Waiter | null = null;
    const found = new Promise<Outcomes>((resolve, reject) => {
      waiter = { ids: new Set(ids), machine, resolve, reject };
    });
    // First known as waiting, then looked up: an end in between is noticed by one or the other.
    this.#waiting.add(waiter!);
    const looked = this.#plan(({ fresh }) => fresh.add(waiter!));
    // Someone who does not want to wait still learns what is known.
    const stop = (): void => void looked.then(() => waiter!.resolve(new Map()));
    signal.addEventListener("abort", stop);
    try {
      return await found;
    } finally {
      signal.removeEventListener("abort", stop);
      this.#waiting.delete(waiter!);
    }
  }

  /** Looks for those who wait for one of these; null: for everyone. Never throws: it fails for those who wait. */
  look(ids: ReadonlySet<string> | null): Promise<void> {
    return this.#plan((look) => {
      if (ids === null) look.isFull = true;
      else for (const id of ids) look.hinted.add(id);
    });
  }

  /** Adds to the next look, which begins at once or when another one ends. */
  #plan(add: (look: Look) => void): Promise<void> {
    let finish = (): void => {};
    const done = new Promise<void>((resolve) => void (finish = resolve));
    this.#next ??= { fresh: new Set(), hinted: new Set(), isFull: false, done, finish };
    add(this.#next);
    const planned = this.#next.done;
    this.#begin();
    return planned;
  }

  #begin(): void {
    if (this.#next === null || this.#looking >= LOOKS_AT_ONCE) return;
    const look = this.#next;
    this.#next = null;
    this.#looking += 1;
    void this.#carryOut(look).finally(() => {
      this.#looking -= 1;
      look.finish();
      this.#begin();
    });
  }

  async #carryOut({ fresh, hinted, isFull }: Look): Promise<void> {
    const isHinted = ({ ids }: Waiter): boolean => hinted.size > 0 && [...ids].some((id) => hinted.has(id));
    const whole = isFull ? [...this.#waiting] : [...fresh].filter((one) => this.#waiting.has(one));
    const known = new Set(whole);
    const partly = isFull ? [] : [...this.#waiting].filter((one) => !known.has(one) && isHinted(one));
    const concerned = [...whole, ...partly];
    if (concerned.length === 0) return;
    const wanted = new Set([
      ...whole.flatMap(({ ids }) => [...ids]),
      ...partly.flatMap(({ ids }) => [...ids].filter((id) => hinted.has(id))),
    ]);
    try {
      await this.#check(concerned, wanted);
    } catch (error) {
      for (const one of concerned) one.reject(error);
    }
  }

  async #check(waiters: readonly Waiter[], wanted: ReadonlySet<string>): Promise<void> {
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
