export { waitingNote } from "./asking-inbox.ts";
export type { AskingInbox } from "./asking-inbox.ts";
export { bindingProblem } from "./binding.ts";
export { byAge, EventHistory } from "./event-history.ts";
export type { Numbered } from "./event-history.ts";
export { openFileInbox } from "./file-store.ts";
export type { FileInboxOptions } from "./file-store.ts";
export type { Timing } from "./leases.ts";
export type { InboxLimits } from "./prune.ts";
export { MAX_QUESTION_BYTES } from "./question-files.ts";
export { isQuestionId, questionId } from "./question-id.ts";
export { pathsOf, pickAsker } from "./question-parts.ts";
export { inboxReviewer } from "./reviewer.ts";
export type { InboxReviewerOptions } from "./reviewer.ts";
export { AskerSchema, ClosedBecauseSchema, OutcomeSchema, QuestionSchema, QuestionSummarySchema } from "./schema.ts";
export type {
  Asker,
  AwaitOutcome,
  ClosedBecause,
  Decided,
  Filter,
  Inbox,
  InboxEvent,
  OpenQuestions,
  Outcome,
  Put,
  PutOptions,
  Question,
  QuestionSummary,
  ReadQuestion,
  ReviewerKind,
  Settled,
  WatchOptions,
} from "./types.ts";
