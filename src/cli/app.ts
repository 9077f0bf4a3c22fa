// Every command behind one function. This is the second file Node runs, as one bundle; main.ts is the first, and what
// nobody waits for is in later.ts.

import type { Arguments } from "./arguments.ts";
import { reported, type Loaded } from "./run-reported.ts";

const LOAD: Readonly<Record<string, () => Promise<Loaded>>> = {
  apply: () => import("./commands/apply.ts"),
  tool: () => import("./commands/tool.ts"),
  undo: () => import("./commands/undo.ts"),
  "edit-last": () => import("./commands/edit-last.ts"),
  log: () => import("./commands/log.ts"),
  approvals: () => import("./commands/approvals.ts"),
  config: () => import("./commands/config.ts"),
};

declare const require: NodeJS.Require; // load-bundle.ts gives it to the bundle; it looks beside the bundle.

/** Runs a command of the table in commands.ts and gives its exit code. What it throws is reported. */
export async function runCommand(name: string, args: Arguments): Promise<number> {
  const load = LOAD[name];
  if (load !== undefined) return reported(load, args);
  // The build puts the other commands beside this bundle.
  const { runLater } = require("./later.js") as typeof import("./later.ts"); // Built from it.
  return runLater(name, args);
}
