// Names taken apart: of a canonical path its sandbox and the rest, of a tool whose it is.

import { digestOf } from "../base/index.ts";

/** The first segment of a canonical path names its sandbox. */
export function sandboxOf(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

/** The path without its sandbox: what a diff's headers show. */
export function below(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** Names are cut at this length: providers take no longer ones. */
const MOST_TOOL_CHARS = 64;

/** Enough that no two tools of a server share it by accident. */
const DIGEST_CHARS = 8;

/**
 * The name of a server's tool in rules: made from the server's own name for it and from nothing else, so that a rule goes on
 * meaning the same tool whatever the server lists beside it. A name that has to be changed ends in a digest of the real one.
 */
export function foreignTool(server: string, tool: string): string {
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").replaceAll(/_{2,}/g, "_") || "tool";
  const room = MOST_TOOL_CHARS - server.length - 2;
  if (plain === tool && plain.length <= room) return `${server}__${plain}`;
  const suffix = `_${digestOf([tool]).slice(0, DIGEST_CHARS)}`;
  return `${server}__${plain.slice(0, room - suffix.length)}${suffix}`;
}

/** A tool of another program, named `server__tool`. No tool of ours has such a name. */
export function isForeignTool(tool: string): boolean {
  return tool.includes("__");
}
