export { HOOK_HOSTS } from "./hook-hosts.ts";
export { MCP_CLIENTS } from "./mcp-clients.ts";
export { readJsonValue } from "./json-text.ts";
export { commandLine, denyingHookCommand, hookCommand, PASSED_VARIABLES } from "./launch.ts";
export { installed, uninstalled } from "./settings-text.ts";
export type { NewText } from "./settings-text.ts";
export { trustStep } from "./trust-step.ts";
export type { Change, Integration, Launch, Place, Scope } from "./types.ts";
export { openCodePlugin } from "./opencode-plugin.ts";
