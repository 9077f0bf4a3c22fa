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

/** A tool of another program, named `server__tool`. No tool of ours has such a name. */
export function isForeignTool(tool: string): boolean {
  return tool.includes("__");
}
