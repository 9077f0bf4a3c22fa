// Every tool by its name. One list for the command line, agents and servers.

import { edit, editFile } from "./edit-file.ts";
import { readFile } from "./read-file.ts";
import { rm } from "./rm.ts";
import { glob, grep, ls } from "./search.ts";
import type { Tool } from "./tool.ts";
import { writeFile } from "./write-file.ts";

const ALL = [ls, readFile, writeFile, editFile, edit, glob, grep, rm] as const;

/** Own keys only: look names up with Object.hasOwn. */
export const TOOLS: Readonly<Record<string, Tool>> = Object.fromEntries(
  ALL.map((tool) => [tool.name, tool as unknown as Tool]),
); // Arguments are checked with each tool's own schema before prepare sees them.
