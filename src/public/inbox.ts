// `galley/inbox`: questions that wait for another process.

export { QuestionSchema, inboxReviewer, openFileInbox } from "../inbox/index.ts";
export type {
  Asker,
  Decided,
  FileInboxOptions,
  Filter,
  Inbox,
  InboxEvent,
  Outcome,
  Put,
  Question,
  QuestionSummary,
  Settled,
} from "../inbox/index.ts";
