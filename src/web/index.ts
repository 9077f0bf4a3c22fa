export type { ChatHost, ListedModels } from "./conversation/chat-host.ts";
export type { WebHost } from "./host.ts";
export { startWeb } from "./start.ts";
export type { WebServer } from "./start.ts";
