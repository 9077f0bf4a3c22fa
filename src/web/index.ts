export type { ChatHost, ListedModels } from "./conversation/chat-host.ts";
export type { WebHost } from "./host.ts";
export { openPageFiles } from "./http/page-files.ts";
export type { PageFiles } from "./http/page-files.ts";
export { readBody } from "./http/read-body.ts";
export { Refusal, replyTo } from "./http/refusal.ts";
export { IMMUTABLE, NO_STORE, SECURITY_HEADERS } from "./http/response-headers.ts";
export { startWeb } from "./start.ts";
export type { WebOptions, WebServer } from "./start.ts";
export type {
  AnswerReply,
  CountedVote,
  ListedQuestion,
  MayAnswerNow,
  TaskReply,
  TeamAnswerReply,
  TeamEnd,
  TeamHistory,
  TeamPeople,
  TeamView,
  TurnEvent,
  WebConversation,
  WebEvent,
  WebLine,
  WebOutcome,
  WebQuestion,
  WebState,
  WebTask,
} from "./protocol.ts";
