// Whether those who hold a stream open may still have it: one look for all of them, every few seconds. A machine that was
// revoked, or a person who was blocked, gets nothing more; nothing here lets anyone in.

import { isFailure } from "../../base/index.ts";
import type { TeamStore } from "../../team/index.ts";

export type Holder = { readonly kind: "machine" | "person"; readonly id: string };

export type Held = {
  /** Fires when the holder may have nothing more. */
  readonly signal: AbortSignal;
  readonly leave: () => void;
};

const LOOK_AGAIN_MS = 2_000;

export class Standing {
  readonly #store: Pick<TeamStore, "machines" | "people">;
  readonly #holders = new Map<AbortController, Holder>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: Pick<TeamStore, "machines" | "people">) {
    this.#store = store;
  }

  hold(holder: Holder): Held {
    const ending = new AbortController();
    this.#holders.set(ending, holder);
    this.#lookLater();
    return { signal: ending.signal, leave: () => void this.#holders.delete(ending) };
  }

  #lookLater(): void {
    if (this.#timer !== null || this.#holders.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_AGAIN_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const idsOf = (kind: Holder["kind"]): readonly string[] => [
      ...new Set([...this.#holders.values()].filter((one) => one.kind === kind).map(({ id }) => id)),
    ];
    try {
      const [machines, people] = [idsOf("machine"), idsOf("person")];
      const none: ReadonlySet<string> = new Set();
      const over = {
        machine: machines.length === 0 ? none : await this.#store.machines.revoked(machines),
        person: people.length === 0 ? none : await this.#store.people.blocked(people),
      };
      for (const [ending, { kind, id }] of this.#holders) if (over[kind].has(id)) ending.abort();
    } catch (error) {
      if (!isFailure(error, "IO")) throw error; // The database is away: there are no events either.
    } finally {
      this.#timer = null;
      this.#lookLater();
    }
  }
}
