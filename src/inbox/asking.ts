// What this process asks: putting a question once however often its call is made, ending it when its time is over, and
// letting go of it. Its questions live as long as its lease.

import { isFailure, type Clock } from "../base/index.ts";
import type { ApprovalPayload } from "../approval/index.ts";
import { bindingProblem } from "./binding.ts";
import { holdLease, type HeldLease, type LeaseOptions } from "./leases.ts";
import type { LiveQuestions } from "./live-questions.ts";
import { MAX_QUESTION_BYTES } from "./question-files.ts";
import { pathsOf, pickAsker } from "./question-parts.ts";
import { questionId } from "./question-id.ts";
import type { Head } from "./record-format.ts";
import type { Asker, Outcome, Put, PutOptions, Settled } from "./types.ts";

type Waiting = {
  /** How many callers in this process wait for it. */
  callers: number;
  /** Only the process that put it may close it. */
  readonly isOwn: boolean;
  readonly timer: ReturnType<typeof setTimeout> | null;
};

// Node's timers count no further. A longer time is left to the clocks of those who look.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Asking {
  readonly #live: LiveQuestions;
  readonly #leaseOptions: LeaseOptions;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Waiting>();
  #lease: HeldLease | null = null;

  constructor(live: LiveQuestions, leaseOptions: LeaseOptions, clock: Clock) {
    this.#live = live;
    this.#leaseOptions = leaseOptions;
    this.#clock = clock;
  }

  async put(options: PutOptions): Promise<Put> {
    const { payload, asker, withinMs } = options;
    for (let generation = 1; ; generation += 1) {
      const id = questionId(asker, generation);
      for (;;) {
        const earlier = await this.#earlier(id, { payload, asker });
        if (earlier === "over") break;
        if (earlier !== null) {
          if (earlier.kind === "joined") this.#wait(id, { isOwn: false, withinMs: null });
          return earlier;
        }
        const created = this.#live.files.create(this.#headFor(id, options), payload);
        if (created === "taken") continue; // Another process was faster: look at what it put.
        if (created !== "created") return { kind: "too-large", bytes: created.bytes, limit: MAX_QUESTION_BYTES };
        if (!this.#keep(id, payload)) break;
        this.#wait(id, { isOwn: true, withinMs });
        return { kind: "asked", id };
      }
    }
  }

  owns(id: string): boolean {
    return this.#waiting.get(id)?.isOwn ?? false;
  }

  settle(id: string): Settled {
    const { files } = this.#live;
    const waiting = this.#waiting.get(id);
    const outcome = files.readOutcome(id);
    if (waiting === undefined) {
      if (outcome !== null) return { kind: "settled", outcome };
      return { kind: files.readHead(id) === null ? "unknown" : "shared" };
    }
    waiting.callers -= 1;
    if (waiting.callers > 0) return { kind: "shared" };
    this.#forget(id);
    if (outcome === null)
      return waiting.isOwn ? { kind: "settled", outcome: this.#close(id, "withdrawn") } : { kind: "shared" };
    if (waiting.isOwn) quietly(() => files.markSettled(id));
    return { kind: "settled", outcome };
  }

  close(): void {
    for (const [id, { isOwn }] of this.#waiting) {
      this.#forget(id);
      if (isOwn) this.#close(id, "withdrawn"); // An answer that is there already stays.
    }
    this.#lease?.release();
    this.#lease = null;
  }

  /** Null: there is no such question. "over": it ended without an answer, so the call may ask again. */
  async #earlier(
    id: string,
    { payload, asker }: { readonly payload: ApprovalPayload; readonly asker: Asker },
  ): Promise<Exclude<Put, { kind: "asked" | "too-large" }> | "over" | null> {
    const known = this.#live.files.readOutcome(id);
    const found = this.#live.headOf(id);
    if (found === null) return known === null ? null : "over";
    if (found.kind !== "whole") return "over";
    const { summary, digest } = found.value;
    if (JSON.stringify(summary.asker) !== JSON.stringify(pickAsker(asker))) return "over"; // Another call with the same name.
    const outcome = known ?? (await this.#live.certainOutcomeOf(id, found.value));
    const isFinal = outcome?.kind === "answered" || outcome?.because === "expired";
    if (outcome !== null && !isFinal) return "over";
    if (digest !== payload.digest) return { kind: "conflict", id };
    return outcome === null ? { kind: "joined", id } : { kind: "settled", id, outcome };
  }

  /**
   * False, and the question is taken away again, where an old question of this name is on its way out, its outcome
   * last: that outcome is not for this question. Throws IO, and then it is taken away too.
   */
  #keep(id: string, payload: ApprovalPayload): boolean {
    let isMeant = false;
    try {
      const outcome = this.#live.files.readOutcome(id);
      isMeant = outcome === null || (outcome.kind === "answered" && bindingProblem(payload, outcome.decision) === null);
    } finally {
      if (!isMeant) this.#live.files.discard(id);
    }
    return isMeant;
  }

  #headFor(id: string, { payload, asker, withinMs }: PutOptions): Head {
    if (this.#lease?.isHeld() !== true) this.#lease = holdLease(this.#leaseOptions, "asker", "");
    const now = this.#clock();
    return {
      summary: {
        id,
        asked_at: now.toISOString(),
        deadline: withinMs === null ? null : new Date(now.getTime() + withinMs).toISOString(),
        asker: pickAsker(asker),
        type: payload.type,
        description: payload.description,
        paths: pathsOf(payload),
      },
      digest: payload.digest,
      lease: this.#lease.id,
    };
  }

  #wait(id: string, { isOwn, withinMs }: { readonly isOwn: boolean; readonly withinMs: number | null }): void {
    const known = this.#waiting.get(id);
    if (known !== undefined) {
      known.callers += 1;
      return;
    }
    const expire = (): void => void this.#close(id, "expired");
    const timer = withinMs === null || withinMs > LONGEST_TIMER_MS ? null : setTimeout(expire, withinMs);
    timer?.unref();
    this.#waiting.set(id, { callers: 1, isOwn, timer });
  }

  /** A full disk cannot hold an outcome, but a question can always be taken away. */
  #close(id: string, because: "withdrawn" | "expired"): Outcome {
    try {
      return this.#live.files.close(id, because);
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      this.#live.files.discard(id);
      return { kind: "closed", at: this.#clock().toISOString(), because };
    }
  }

  #forget(id: string): void {
    const timer = this.#waiting.get(id)?.timer;
    if (timer) clearTimeout(timer);
    this.#waiting.delete(id);
  }
}

/** That an answer was taken is worth noting down, and no reason to fail. */
function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isFailure(error, "IO")) throw error;
  }
}
