// Every tool by its name, loaded when it is called. One list for the command line, agents and servers.

import type { Tool } from "./tool.ts";

const LOAD = {
  ls: async () => (await import("./search.ts")).ls,
  read_file: async () => (await import("./read-file.ts")).readFile,
  write_file: async () => (await import("./write-file.ts")).writeFile,
  edit_file: async () => (await import("./edit-file.ts")).editFile,
  edit: async () => (await import("./edit-file.ts")).edit,
  glob: async () => (await import("./search.ts")).glob,
  grep: async () => (await import("./search.ts")).grep,
  rm: async () => (await import("./rm.ts")).rm,
  shell: async () => (await import("./shell/shell.ts")).shell,
  eval: async () => (await import("./shell/shell.ts")).evaluate,
} as const;

/** The name of a tool. */
export type ToolName = keyof typeof LOAD;

/** The names of all tools. */
export const TOOL_NAMES = Object.keys(LOAD) as readonly ToolName[];

/** Tools that only look: they change nothing, so nothing has to be recovered before them. */
export const READ_ONLY_TOOLS: ReadonlySet<string> = new Set<ToolName>(["ls", "read_file", "glob", "grep"]);

/** Null for an unknown name. */
export async function loadTool(name: string): Promise<Tool | null> {
  if (!Object.hasOwn(LOAD, name)) return null;
  // Arguments are checked with each tool's own schema before its prepare sees them.
  return (await LOAD[name as ToolName]()) as unknown as Tool;
}
