// What a process that asks needs of a store it shares with other machines: the operations of the inbox port without
// anything that lives in the process. Two things carry them out: the PostgreSQL store itself, and HTTP to `galley serve`.
// `inboxOver` makes an inbox of either. Every operation can be sent again after a lost reply: it then has the same effect.

import type { ApprovalPayload, Decision } from "../approval/index.ts";
import type {
  Asker,
  Decided,
  Filter,
  InboxEvent,
  OpenQuestions,
  Outcome,
  Put,
  ReadQuestion,
  ReviewerKind,
  Settled,
  WatchOptions,
} from "../inbox/index.ts";

/** Names a process that asks or reviews: 32 hex digits of chance. Only who knows it can settle what it asked. */
export type LeaseId = string;

export type SharedPut = {
  readonly lease: LeaseId;
  readonly payload: ApprovalPayload;
  readonly asker: Asker;
  readonly repository: string;
  readonly withinMs: number | null;
};

/** How a lease is kept: the store's numbers, since its clock counts. */
export type LeaseTerms = {
  /** How often to renew it. */
  readonly beatMs: number;
  /** After so long without a renewal it has ended, and its questions with it. */
  readonly ttlMs: number;
};

export interface InboxTransport {
  /** Puts a question that closes when the lease ends. The same lease may put the same call again: `joined`. */
  put(put: SharedPut): Promise<Put>;
  /** Takes the outcome; an open question that this lease put is withdrawn. */
  settle(lease: LeaseId, id: string): Promise<Settled>;
  /** Renews the lease, or begins it; with a kind it counts as an attached reviewer. */
  beat(lease: LeaseId, reviewer: ReviewerKind | null): Promise<LeaseTerms>;
  /** Withdraws what the lease still asks and ends it. */
  end(lease: LeaseId): Promise<void>;
  open(filter: Filter): Promise<OpenQuestions>;
  read(id: string): Promise<ReadQuestion>;
  decide(id: string, decision: Decision): Promise<Decided>;
  /**
   * The outcomes of those that have one, and null for those that are not known, as soon as there is at least one. May
   * return early with none: ask again. Ids that are not mentioned are open.
   */
  outcomes(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Outcome | null>>;
  /** Events until the signal fires. May end early: watch again from the last cursor. */
  watch(options: WatchOptions & { readonly signal: AbortSignal }): AsyncIterable<InboxEvent>;
  reviewers(): Promise<readonly ReviewerKind[]>;
  /** Nothing waits for what is still being sent: it ends. */
  close?(): void;
}
