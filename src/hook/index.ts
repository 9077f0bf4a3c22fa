export { findHost, HOST_NAMES } from "./hosts/table.ts";
export { runHook } from "./run.ts";
export type { HookOptions } from "./run.ts";
export type { Host, HostFile } from "./types.ts";
