// Every command behind one function. This is the second file Node runs, as one bundle; main.ts is the first, and what
// nobody waits for is in later.ts.

import type { Arguments, Command } from "./arguments.ts";

const LOAD: Readonly<Record<string, () => Promise<{ readonly run: Command }>>> = {
  apply: () => import("./apply.ts"),
  tool: () => import("./tool.ts"),
  undo: () => import("./undo.ts"),
  "edit-last": () => import("./edit-last.ts"),
  log: () => import("./log.ts"),
  approvals: () => import("./approvals.ts"),
  config: () => import("./config-command.ts"),
};

declare const require: NodeJS.Require; // load-app.ts gives it to the bundle; it looks beside the bundle.

/** The build puts the other commands beside this bundle. */
function laterCommand(name: string): Promise<{ readonly run: Command }> {
  const { LATER } = require("./later.js") as typeof import("./later.ts"); // Built from it.
  return LATER[name]!();
}

/** Runs a command of the table in commands.ts and gives its exit code. What it throws is reported here. */
export async function runCommand(name: string, args: Arguments): Promise<number> {
  try {
    const { run } = await (LOAD[name]?.() ?? laterCommand(name));
    return await run(args);
  } catch (error) {
    const { report } = await import("./failures.ts");
    return report(error, args.flags.has("--json"));
  }
}
