// The leases of this process: renewed as often as the store wants, ended when they are no longer needed. A renewal that
// fails is tried again at the next one; the store decides when there were too few.

import { isFailure } from "../base/index.ts";
import type { ReviewerKind } from "../inbox/index.ts";
import type { InboxTransport, LeaseId } from "./transport.ts";

// Until the store has said how often; and after a failure.
const FIRST_BEAT_MS = 1_000;
const LAST_WORD_MS = 3_000;

type Held = { readonly reviewer: ReviewerKind | null; timer: ReturnType<typeof setTimeout> | null };

export class HeldLeases {
  readonly #transport: InboxTransport;
  readonly #held = new Map<LeaseId, Held>();
  readonly #ending = new Set<Promise<void>>();

  constructor(transport: InboxTransport) {
    this.#transport = transport;
  }

  /** Renews it at once, and from then on. */
  hold(id: LeaseId, reviewer: ReviewerKind | null): void {
    if (this.#held.has(id)) return;
    const held: Held = { reviewer, timer: null };
    this.#held.set(id, held);
    void this.#beat(id, held);
  }

  /** Stops renewing it: nothing depends on it any more. */
  letGo(id: LeaseId): void {
    const timer = this.#held.get(id)?.timer ?? null;
    if (timer !== null) clearTimeout(timer);
    this.#held.delete(id);
  }

  /** Ends it in the store. Never fails: what cannot be sent ends by itself. */
  end(id: LeaseId): Promise<void> {
    if (!this.#held.has(id)) return Promise.resolve();
    this.letGo(id);
    const ending = this.#transport.end(id).catch((error: unknown) => {
      if (!isFailure(error, "IO")) throw error;
    });
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
    return ending;
  }

  /** When everything that was ended here has reached the store. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }

  /** Ends all. Waits only a moment for a store that cannot be reached. */
  async close({ withinMs = LAST_WORD_MS }: { readonly withinMs?: number } = {}): Promise<void> {
    const ended = Promise.all([...this.#held.keys()].map((id) => this.end(id))).then(() => this.settled());
    let timer: ReturnType<typeof setTimeout> | null = null;
    const moment = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs);
    });
    await Promise.race([ended, moment]);
    if (timer !== null) clearTimeout(timer);
  }

  async #beat(id: LeaseId, held: Held): Promise<void> {
    let nextMs = FIRST_BEAT_MS;
    try {
      nextMs = (await this.#transport.beat(id, held.reviewer)).beatMs;
    } catch (error) {
      if (!isFailure(error)) throw error;
      // The machine was revoked, or the server will not have it: those who wait learn that from what they wait for.
      if (error.code !== "IO" || error.data["retry"] === false)
        return this.#held.get(id) === held ? this.letGo(id) : undefined;
    }
    if (this.#held.get(id) !== held) return;
    held.timer = setTimeout(() => void this.#beat(id, held), nextMs);
    held.timer.unref();
  }
}
