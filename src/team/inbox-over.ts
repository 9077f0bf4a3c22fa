// An inbox of this process on a store that other machines share: what lives in a process (who waits here, how often a
// call was made, that this process lives) over operations that can be sent to a database or a server. While those cannot
// be reached it tries again, because the question is safe where it is. Nothing is answered here.

import { randomBytes } from "node:crypto";
import type { Decision } from "../approval/index.ts";
import { failure, isFailure } from "../base/index.ts";
import type {
  AwaitOutcome,
  Decided,
  Filter,
  Inbox,
  InboxEvent,
  OpenQuestions,
  Put,
  PutOptions,
  ReadQuestion,
  ReviewerKind,
  Settled,
  WatchOptions,
} from "../inbox/index.ts";
import { HeldLeases } from "./held-leases.ts";
import { Reach, type ReachOptions } from "./reach.ts";
import { retrying, type Patience } from "./retrying.ts";
import type { InboxTransport } from "./transport.ts";

export type InboxOverOptions = {
  readonly transport: InboxTransport;
  /** The repository of a folder on this machine, as the team calls it. */
  readonly repositoryOf: (root: string) => Promise<string> | string;
  /** Where the sandboxes are in it; see Asker. */
  readonly foldersIn?: (root: string) => Readonly<Record<string, string>>;
  /** For how long what cannot be reached is tried again. Default: ten minutes, and never past a question's deadline. */
  readonly patienceMs?: number;
} & ReachOptions;

const PATIENCE_MS = 600_000;
// What a person waits for in a terminal fails sooner.
const SHORT_PATIENCE_MS = 5_000;
// A reply that came sooner was not held.
const EARLY_MS = 1_000;
const AWAY_LAST_WORD_MS = 300;

/** Sends nothing until it is used. Throws IO where the store could not be reached for too long, or refuses this machine. */
export function inboxOver(options: InboxOverOptions): Inbox {
  return new SharedInbox(options);
}

class SharedInbox implements Inbox {
  readonly #transport: InboxTransport;
  readonly #repositoryOf: InboxOverOptions["repositoryOf"];
  readonly #foldersIn: InboxOverOptions["foldersIn"];
  readonly #patienceMs: number;
  readonly #lease = randomBytes(16).toString("hex");
  readonly #leases: HeldLeases;
  readonly #reach: Reach;
  /** How many callers in this process wait for each question. */
  readonly #callers = new Map<string, number>();
  readonly #awaited = new Map<string, Set<(outcome: AwaitOutcome) => void>>();
  readonly #failed = new Set<(error: unknown) => void>();
  readonly #closing = new AbortController();
  /** Ends the request for outcomes that is under way, so that the next one names every question. */
  #asking: AbortController | null = null;

  constructor({ transport, repositoryOf, foldersIn, patienceMs = PATIENCE_MS, ...reach }: InboxOverOptions) {
    this.#transport = transport;
    this.#repositoryOf = repositoryOf;
    this.#foldersIn = foldersIn;
    this.#patienceMs = patienceMs;
    this.#leases = new HeldLeases(transport);
    this.#reach = new Reach(reach);
  }

  async put({ payload, asker, withinMs, signal }: PutOptions): Promise<Put> {
    const repository = await this.#repositoryOf(asker.root);
    const folders = this.#foldersIn?.(asker.root);
    const put = { lease: this.#lease, payload, asker: { ...asker, ...(folders && { folders }) }, repository, withinMs };
    const patienceMs = Math.min(withinMs ?? this.#patienceMs, this.#patienceMs);
    const done = await this.#try(() => this.#transport.put(put), patienceMs, signal);
    if (done.kind === "asked" || done.kind === "joined") {
      this.#callers.set(done.id, (this.#callers.get(done.id) ?? 0) + 1);
      this.#leases.hold(this.#lease, null);
    }
    return done;
  }

  open(filter: Filter = {}): Promise<OpenQuestions> {
    return this.#try(() => this.#transport.open(filter), SHORT_PATIENCE_MS);
  }

  read(id: string): Promise<ReadQuestion> {
    return this.#try(() => this.#transport.read(id), SHORT_PATIENCE_MS);
  }

  decide(id: string, decision: Decision): Promise<Decided> {
    return this.#transport.decide(id, decision);
  }

  await(id: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<AwaitOutcome> {
    return new Promise((resolve, reject) => {
      const finish = (end: () => void): void => {
        waiting.delete(take);
        if (waiting.size === 0) this.#awaited.delete(id);
        this.#failed.delete(fail);
        signal?.removeEventListener("abort", abort);
        this.#closing.signal.removeEventListener("abort", abort);
        end();
      };
      const take = (outcome: AwaitOutcome): void => finish(() => resolve(outcome));
      const fail = (error: unknown): void => finish(() => reject(error));
      const abort = (): void => take({ kind: "aborted" });
      const waiting = this.#awaited.get(id) ?? new Set();
      this.#awaited.set(id, waiting.add(take));
      this.#failed.add(fail);
      signal?.addEventListener("abort", abort);
      this.#closing.signal.addEventListener("abort", abort);
      if (signal?.aborted === true || this.#closing.signal.aborted) queueMicrotask(abort);
      else if (this.#asking === null) void this.#askForOutcomes();
      else this.#asking.abort();
    });
  }

  async settle(id: string): Promise<Settled> {
    const callers = this.#callers.get(id) ?? 0;
    if (callers > 1) {
      this.#callers.set(id, callers - 1);
      return { kind: "shared" };
    }
    this.#callers.delete(id);
    const settle = (): Promise<Settled> => this.#transport.settle(this.#lease, id);
    try {
      return await this.#try(settle, SHORT_PATIENCE_MS);
    } catch (error) {
      // No one here waits for it any more, and while this process lives the store would keep it open.
      if (isFailure(error, "IO")) void this.#try(settle, this.#patienceMs).catch(() => null);
      throw error;
    } finally {
      if (this.#callers.size === 0) this.#leases.letGo(this.#lease);
    }
  }

  async *watch({ root, cursor, signal }: WatchOptions = {}): AsyncGenerator<InboxEvent> {
    const ending = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    let last = cursor;
    const patience = this.#patience(this.#patienceMs, ending);
    const alive = keepAlive();
    try {
      while (!ending.aborted) {
        try {
          const position = last === undefined ? {} : { cursor: last };
          const filter = root === undefined ? {} : { root };
          for await (const event of this.#transport.watch({ ...filter, ...position, signal: ending })) {
            patience.reset();
            last = event.cursor;
            yield event;
            if (ending.aborted) return;
          }
          await patience.pause(); // A server that stops ends streams; another one takes its place.
        } catch (error) {
          if (ending.aborted) return;
          await patience.after(error);
        }
      }
    } finally {
      clearInterval(alive);
    }
  }

  async attach(kind: ReviewerKind): Promise<{ readonly detach: () => void }> {
    const lease = randomBytes(16).toString("hex");
    await this.#try(() => this.#transport.beat(lease, kind), SHORT_PATIENCE_MS);
    this.#leases.hold(lease, kind);
    return { detach: () => void this.#leases.end(lease) };
  }

  async reviewers(): Promise<readonly ReviewerKind[]> {
    await this.#leases.settled();
    return this.#try(() => this.#transport.reviewers(), SHORT_PATIENCE_MS);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#asking?.abort();
    this.#callers.clear();
    this.#reach.close();
    await this.#leases.close(this.#reach.isAway ? { withinMs: AWAY_LAST_WORD_MS } : {});
    this.#transport.close?.();
  }

  /** One request at a time for everything that is waited for here. */
  async #askForOutcomes(): Promise<void> {
    const patience = this.#patience(this.#patienceMs);
    const alive = keepAlive();
    while (this.#awaited.size > 0 && !this.#closing.signal.aborted) {
      this.#asking = new AbortController();
      const sinceMs = performance.now();
      try {
        const found = await this.#transport.outcomes([...this.#awaited.keys()], this.#asking.signal);
        const isEarly = found.size === 0 && performance.now() - sinceMs < EARLY_MS;
        if (isEarly && !this.#asking.signal.aborted) {
          // Not held, as a server that stops does: asking at once again would be asking all the time.
          await patience.pause();
          continue;
        }
        patience.reset();
        for (const [id, outcome] of found)
          for (const take of this.#awaited.get(id) ?? []) take(outcome ?? { kind: "unknown" });
      } catch (error) {
        if (this.#asking.signal.aborted) continue;
        try {
          await patience.after(error);
        } catch (final) {
          for (const fail of this.#failed) fail(final);
        }
      }
    }
    this.#asking = null;
    clearInterval(alive);
  }

  /** ABORTED as soon as the signal fires, whatever is under way then. */
  async #try<T>(work: () => Promise<T>, patienceMs: number, signal?: AbortSignal): Promise<T> {
    const ending = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    const patience = this.#patience(patienceMs, ending);
    for (;;) {
      if (this.#closing.signal.aborted) throw failure("IO", "The inbox was closed.");
      if (ending.aborted) throw failure("ABORTED", "The question was cancelled before it was asked.");
      try {
        this.#reach.began();
        const done = await orAborted(work(), ending);
        patience.reset();
        return done;
      } catch (error) {
        if (ending.aborted) continue;
        if (!isFailure(error, "IO")) throw error;
        await patience.after(error);
      }
    }
  }

  #patience(patienceMs: number, signal = this.#closing.signal): Patience {
    return retrying({ patienceMs, signal, reach: this.#reach });
  }
}

/** What is under way goes on, and no one waits for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(failure("ABORTED", "Cancelled."));
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A process that waits must not end because there is no connection at the moment. */
function keepAlive(): ReturnType<typeof setInterval> {
  return setInterval(() => {}, 60_000);
}
