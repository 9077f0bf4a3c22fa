// The inbox without a server: questions and outcomes are files in the state directory. Creating a file under a name
// that is taken fails, and that is all the coordination there is between any number of askers and reviewers.
// Nothing is answered here: what no one answers ends as closed, never as a yes.

import { join } from "node:path";
import { isFailure, newId as systemNewId, systemClock, type Clock, type NewId } from "../base/index.ts";
import { DecisionSchema, type Decision } from "../approval/index.ts";
import { nodeOps, openRecords, systemProcesses, type Processes, type StateOps } from "../state/index.ts";
import { Asking } from "./asking.ts";
import { bindingProblem } from "./binding.ts";
import { byAge } from "./event-history.ts";
import { Feed } from "./feed.ts";
import { holdLease, LeaseObserver, TIMING, type HeldLease, type LeaseOptions, type Timing } from "./leases.ts";
import { LiveQuestions } from "./live-questions.ts";
import { Polling } from "./polling.ts";
import { INBOX_LIMITS, pruneInbox, type InboxLimits } from "./prune.ts";
import { questionFiles } from "./question-files.ts";
import { isQuestionId } from "./question-id.ts";
import type { AwaitOutcome, Decided, Filter, Inbox, InboxEvent } from "./types.ts";
import type { OpenQuestions, Outcome, Put, PutOptions, ReadQuestion } from "./types.ts";
import type { QuestionSummary, ReviewerKind, Settled, WatchOptions } from "./types.ts";

/** Where the inbox is kept. */
export type FileInboxOptions = {
  /** The state directory: absolute. See stateDirectory. */
  readonly directory: string;
  readonly ops?: StateOps;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly processes?: Processes;
  readonly timing?: Timing;
  /** Milliseconds of running time, whatever the clock shows. */
  readonly uptime?: () => number;
  readonly limits?: InboxLimits;
};

/** Makes nothing and reads nothing until it is used. */
export function openFileInbox(options: FileInboxOptions): Inbox {
  return new FileInbox(options);
}

const KINDS: readonly string[] = ["terminal", "watch", "web"] satisfies ReviewerKind[];
// So many questions are settled between two looks at what is old.
const PRUNE_EVERY = 200;

class FileInbox implements Inbox {
  readonly #live: LiveQuestions;
  readonly #leaseOptions: LeaseOptions;
  readonly #observer: LeaseObserver;
  readonly #asking: Asking;
  readonly #polling: Polling;
  readonly #feed: Feed;
  readonly #names: () => ReadonlySet<string>;
  readonly #prune: () => void;
  readonly #now: () => string;
  readonly #attached = new Set<HeldLease>();
  /** What waits, and how to end it. */
  readonly #onClose = new Set<() => void>();
  #isClosed = false;
  #settled = 0;

  constructor(options: FileInboxOptions) {
    const { directory, ops = nodeOps, clock = systemClock, newId = systemNewId, timing = TIMING } = options;
    const { processes = systemProcesses(), uptime = () => performance.now(), limits = INBOX_LIMITS } = options;
    const folders = [directory, join(directory, "inbox")];
    const records = openRecords({ ops, newNonce: newId, folders });
    const leases = openRecords({ ops, newNonce: newId, folders: [...folders, join(directory, "inbox", "leases")] });
    this.#now = () => clock().toISOString();
    const files = questionFiles(records, { now: this.#now, newNonce: newId });
    this.#leaseOptions = { records: leases, processes, newId, timing, uptime };
    this.#observer = new LeaseObserver(this.#leaseOptions);
    this.#live = new LiveQuestions(files, this.#observer, clock);
    this.#asking = new Asking(this.#live, this.#leaseOptions, clock);
    this.#polling = new Polling(records, timing.pollMs);
    this.#feed = new Feed(newId(), this.#live);
    this.#names = () => new Set(records.names());
    const hasEnded = (lease: string): boolean => this.#observer.lifeOf(lease, "asker") === "ended";
    this.#prune = () => {
      const nowMs = clock().getTime();
      pruneInbox({ records, files, hasEnded, nowMs, limits });
      this.#observer.tidy(nowMs);
    };
  }

  put(options: PutOptions): Promise<Put> {
    return this.#asking.put(options);
  }

  async open({ root }: Filter = {}): Promise<OpenQuestions> {
    const questions: QuestionSummary[] = [];
    const unreadable: OpenQuestions["unreadable"][number][] = [];
    const look = async (id: string): Promise<void> => {
      const found = this.#live.headOf(id);
      if (found?.kind === "unreadable") unreadable.push({ id, reason: found.reason });
      if (found?.kind !== "whole" || (root !== undefined && found.value.summary.asker.root !== root)) return;
      if ((await this.#live.certainOutcomeOf(id, found.value)) === null) questions.push(found.value.summary);
    };
    await Promise.all(this.#live.files.openIn(this.#names()).map(look));
    return { questions: questions.sort(byAge), unreadable };
  }

  async read(id: string): Promise<ReadQuestion> {
    if (!isQuestionId(id)) return { kind: "unknown" };
    const found = this.#live.files.readQuestion(id);
    const known = this.#live.files.readOutcome(id);
    if (found === null) return known === null ? { kind: "unknown" } : { kind: "outcome", outcome: known };
    if (found.kind === "unreadable") return found;
    if (found.kind === "damaged") return { kind: "outcome", outcome: known ?? this.#live.files.close(id, "damaged") };
    const outcome = known ?? (await this.#live.certainOutcomeOf(id, found.value.head));
    return { kind: "question", question: found.value.question, outcome };
  }

  async decide(id: string, given: Decision): Promise<Decided> {
    const found = await this.read(id);
    if (found.kind === "unknown") return found;
    if (found.kind === "unreadable") return { kind: "refused", reason: `The question cannot be read: ${found.reason}` };
    if (found.kind === "outcome") return decidedBy(found.outcome);
    if (found.outcome !== null) return decidedBy(found.outcome);
    const checked = DecisionSchema.safeParse(given);
    if (!checked.success) return { kind: "refused", reason: "The answer is not a decision." };
    const decision = checked.data;
    const problem = bindingProblem(found.question, decision);
    if (problem !== null) return { kind: "refused", reason: problem };
    const { outcome, isOurs } = this.#live.files.conclude(id, { kind: "answered", at: this.#now(), decision });
    return isOurs ? { kind: "won", decision } : decidedBy(outcome);
  }

  await(id: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<AwaitOutcome> {
    if (!isQuestionId(id)) return Promise.resolve({ kind: "unknown" });
    return new Promise((resolve, reject) => {
      const finish = (end: () => void): void => {
        stop();
        forget();
        end();
      };
      const stop = this.#polling.listen({
        onNames: (names) => {
          const outcome = this.#outcomeIn(names, id);
          if (outcome !== null) finish(() => resolve(outcome));
        },
        onFailure: (error) => finish(() => reject(error)),
      });
      const abort = (): void => finish(() => resolve({ kind: "aborted" }));
      const forget = this.#whenEnding(signal, abort);
    });
  }

  async settle(id: string): Promise<Settled> {
    if (!isQuestionId(id)) return { kind: "unknown" };
    const settled = this.#asking.settle(id);
    if (this.#settled % PRUNE_EVERY === 0) this.#pruneQuietly();
    this.#settled += 1;
    return settled;
  }

  async *watch({ signal, root, cursor }: WatchOptions = {}): AsyncGenerator<InboxEvent> {
    const ending = new AbortController();
    let failed: Error | null = null;
    // The feed is as old as the last look; watching starts with a new one.
    let onLook = (): void => {};
    const looked = new Promise<void>((resolve) => void (onLook = resolve));
    const end = (): void => {
      ending.abort();
      onLook();
    };
    const stop = this.#polling.listen({
      onNames: (names) => {
        this.#feed.look(names);
        onLook();
      },
      onFailure: (error) => {
        failed = error;
        end();
      },
    });
    const forget = this.#whenEnding(signal, end);
    try {
      await looked;
      const filter = { ...(root === undefined ? {} : { root }), ...(cursor === undefined ? {} : { cursor }) };
      yield* this.#feed.events({ ...filter, signal: ending.signal });
      if (failed !== null) throw failed as Error; // Set in onFailure, which the compiler does not follow.
    } finally {
      forget();
      stop();
    }
  }

  async attach(kind: ReviewerKind): Promise<{ readonly detach: () => void }> {
    const lease = holdLease(this.#leaseOptions, "reviewer", kind);
    this.#attached.add(lease);
    return {
      detach: () => {
        this.#attached.delete(lease);
        lease.release();
      },
    };
  }

  async reviewers(): Promise<readonly ReviewerKind[]> {
    const notes = await this.#observer.list("reviewer");
    return notes.filter((note): note is ReviewerKind => KINDS.includes(note));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#onClose) end();
    this.#asking.close();
    for (const lease of this.#attached) lease.release();
    this.#attached.clear();
  }

  /** Calls back once when the signal fires or the inbox is closed, soon where that is so already. Returns how to stop. */
  #whenEnding(signal: AbortSignal | undefined, onEnd: () => void): () => void {
    const forget = (): void => {
      this.#onClose.delete(end);
      signal?.removeEventListener("abort", end);
    };
    const end = (): void => {
      forget();
      onEnd();
    };
    this.#onClose.add(end);
    signal?.addEventListener("abort", end);
    if (this.#isClosed || signal?.aborted === true) queueMicrotask(end);
    return forget;
  }

  #outcomeIn(names: ReadonlySet<string>, id: string): AwaitOutcome | null {
    const { files } = this.#live;
    if (names.has(`${id}.outcome`)) return files.readOutcome(id);
    if (!names.has(`${id}.question`)) return { kind: "unknown" };
    if (this.#asking.owns(id)) return null;
    const head = this.#live.headOf(id);
    return head?.kind === "whole" ? this.#live.closeIfOver(head.value) : null;
  }

  #pruneQuietly(): void {
    try {
      this.#prune();
    } catch (error) {
      if (!isFailure(error, "IO")) throw error; // What is old stays a little longer.
    }
  }
}

function decidedBy(outcome: Outcome): Decided {
  if (outcome.kind === "answered") return { kind: "lost", decision: outcome.decision };
  return { kind: "closed", because: outcome.because };
}
