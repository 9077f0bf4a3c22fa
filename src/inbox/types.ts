// The port: what an asker and a reviewer in different processes need of the store between them. Every store passes the
// same contract suite (`inboxContract` in testing). Nothing here answers by default.

import type * as z from "zod/mini";
import type { ApprovalPayload, Decision } from "../approval/index.ts";
import type { Frozen } from "../base/index.ts";
import type { AskerSchema, ClosedBecauseSchema, OutcomeSchema, QuestionSummarySchema } from "./schema.ts";

/** Who asks a question. */
export type Asker = Frozen<z.infer<typeof AskerSchema>>;

/** A question as it is listed. */
export type QuestionSummary = Frozen<z.infer<typeof QuestionSummarySchema>>;

/** A question with everything that is needed to show it, and who asks. */
export type Question = ApprovalPayload & Pick<QuestionSummary, "id" | "asked_at" | "deadline" | "asker">;

export type ClosedBecause = z.infer<typeof ClosedBecauseSchema>;

/** What became of a question. There is exactly one, and it never changes. */
export type Outcome = Frozen<z.infer<typeof OutcomeSchema>>;

export type PutOptions = {
  readonly payload: ApprovalPayload;
  readonly asker: Asker;
  /** After so long it ends in a rejection; null: it waits as long as this process lives. */
  readonly withinMs: number | null;
  /** Ends waiting for a store that cannot be reached now: ABORTED. */
  readonly signal?: AbortSignal;
};

/** What became of a question that was put. */
export type Put =
  | { readonly kind: "asked"; readonly id: string }
  /** The same call, about the same change, is waiting already: one answer serves both. */
  | { readonly kind: "joined"; readonly id: string }
  /** The same call was answered earlier, or its time ran out. */
  | { readonly kind: "settled"; readonly id: string; readonly outcome: Outcome }
  /** The same call asked about something else. Nothing was put. */
  | { readonly kind: "conflict"; readonly id: string }
  | { readonly kind: "too-large"; readonly bytes: number; readonly limit: number };

/** Which questions are listed. */
export type Filter = {
  /** Only questions about this folder. */
  readonly root?: string;
};

export type OpenQuestions = {
  /** Oldest first. */
  readonly questions: readonly QuestionSummary[];
  /** Questions that are there and cannot be shown, with the reason. */
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[];
};

export type ReadQuestion =
  | { readonly kind: "question"; readonly question: Question; readonly outcome: Outcome | null }
  /** Its content is gone, and what became of it is still known. */
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "unknown" };

/** What became of an answer that was given. */
export type Decided =
  /** This answer counts. */
  | { readonly kind: "won"; readonly decision: Decision }
  /** Another answer was first: this is the one that counts. */
  | { readonly kind: "lost"; readonly decision: Decision }
  | { readonly kind: "closed"; readonly because: ClosedBecause }
  /** It is not an answer to this question, or the question cannot be read. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unknown" };

export type AwaitOutcome = Outcome | { readonly kind: "aborted" } | { readonly kind: "unknown" };

/** What became of a question that its asker no longer waits for. */
export type Settled =
  | { readonly kind: "settled"; readonly outcome: Outcome }
  /** Another asker put it, or this one did several times and still waits: it stays as it is. */
  | { readonly kind: "shared" }
  | { readonly kind: "unknown" };

/** `cursor` names the position after the event, for `watch`. */
export type InboxEvent = { readonly cursor: string } &
  /** Everything that is open now. Anything else the watcher knew of is closed. */
  (
    | { readonly kind: "snapshot"; readonly open: readonly QuestionSummary[] }
    | { readonly kind: "question"; readonly question: QuestionSummary }
    | { readonly kind: "answered"; readonly question: QuestionSummary; readonly decision: Decision }
    | { readonly kind: "gone"; readonly question: QuestionSummary; readonly because: ClosedBecause }
  );

export type WatchOptions = Filter & {
  /** Of an earlier event: continues after it. Where the store cannot, it starts with a snapshot, as without one. */
  readonly cursor?: string;
  readonly signal?: AbortSignal;
};

/** What a reviewer that is attached is: for people who wonder who could answer. */
export type ReviewerKind = "terminal" | "watch" | "web";

/**
 * The port of every inbox. Exactly one answer to a question wins; a question closes when its asker ends. One that
 * passes `inboxContract` of `galley/testing` can be used wherever the others are.
 */
export interface Inbox {
  /** Puts a question that closes when this process ends. Throws IO: then nothing was put, or it closes likewise. */
  put(options: PutOptions): Promise<Put>;
  /** Questions whose asker lives and that have no outcome. Throws IO. */
  open(filter?: Filter): Promise<OpenQuestions>;
  /** One question, whole, whatever became of it. Throws IO. */
  read(id: string): Promise<ReadQuestion>;
  /** Answers. Exactly one answer to a question wins. Throws IO: then `read` shows whether this one counts. */
  decide(id: string, decision: Decision): Promise<Decided>;
  /** Waits for the outcome. An abort leaves the question open. Throws IO. */
  await(id: string, options?: { readonly signal?: AbortSignal }): Promise<AwaitOutcome>;
  /** The asker has taken the answer, or no longer wants one: an open question is withdrawn. Throws IO. */
  settle(id: string): Promise<Settled>;
  /** Events as they happen, until the signal fires or the inbox is closed. Throws IO. */
  watch(options?: WatchOptions): AsyncIterable<InboxEvent>;
  /** Counts as a reviewer who could answer, until detached or until this process ends. Throws IO. */
  attach(kind: ReviewerKind): Promise<{ readonly detach: () => void }>;
  /** Those attached now, in every process. Throws IO. */
  reviewers(): Promise<readonly ReviewerKind[]>;
  /** Withdraws what this process still asks. Never fails; what it cannot write down ends with the process. */
  close(): Promise<void>;
}
