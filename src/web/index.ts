export type { ChatHost, ListedModels } from "./conversation/chat-host.ts";
export type { WebHost } from "./host.ts";
export { startWeb } from "./start.ts";
export type { WebOptions, WebServer } from "./start.ts";
export type {
  AnswerReply,
  TaskReply,
  TurnEvent,
  WebConversation,
  WebEvent,
  WebLine,
  WebQuestion,
  WebState,
  WebTask,
} from "./protocol.ts";
