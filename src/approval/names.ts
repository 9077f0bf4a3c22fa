// Names taken apart: of a canonical path its sandbox and the rest, of a tool whose it is.

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

/** The name of a server's tool in rules. `count`: of several whose names would be the same, which one, from 1. */
export function foreignTool(server: string, tool: string, count = 1): string {
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").replaceAll(/_{2,}/g, "_") || "tool";
  const suffix = count === 1 ? "" : `_${count}`;
  const room = MOST_TOOL_CHARS - server.length - 2 - suffix.length;
  return `${server}__${plain.slice(0, room)}${suffix}`;
}

/** Whether a call is named after the tool that it calls. */
export function isNamedAfter(
  named: string,
  { server, name }: { readonly server: string; readonly name: string },
): boolean {
  const count = Number(/_([1-9]\d{0,5})$/.exec(named)?.[1] ?? 1);
  return named === foreignTool(server, name) || named === foreignTool(server, name, count);
}

/** A tool of another program, named `server__tool`. No tool of ours has such a name. */
export function isForeignTool(tool: string): boolean {
  return tool.includes("__");
}
