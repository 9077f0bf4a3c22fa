export { serveMcp } from "./server/serve.ts";
export type { ServeOptions } from "./server/serve.ts";
export { guardGroup } from "./client/group-guard.ts";
export { McpServers } from "./client/servers.ts";
export type { ServersOptions } from "./client/servers.ts";
