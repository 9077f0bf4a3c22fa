export { openHostFiles } from "./host.ts";
export type { HostFiles, HostOptions } from "./host.ts";
export type { WalkKind } from "./host-root.ts";
export { loadMounts } from "./mounts.ts";
export type { LeftOut, Loaded, Mount } from "./mounts.ts";
export { nodeOps } from "./ops.ts";
export type { HostOps } from "./ops.ts";
export type { SymlinkPolicy } from "./resolve.ts";
