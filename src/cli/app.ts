// Every command behind one function. This is the second file Node runs; main.ts is the first. Each command is loaded when
// it is called.

import type { Arguments, Command } from "./arguments.ts";

const LOAD: Readonly<Record<string, () => Promise<{ readonly run: Command }>>> = {
  apply: () => import("./commands/apply.ts"),
  tool: () => import("./commands/tool.ts"),
  review: () => import("./commands/review.ts"),
  undo: () => import("./commands/undo.ts"),
  "edit-last": () => import("./commands/edit-last.ts"),
  log: () => import("./commands/log.ts"),
  approvals: () => import("./commands/approvals.ts"),
  config: () => import("./commands/config.ts"),
  chat: () => import("./commands/chat.ts"),
  run: () => import("./commands/run.ts"),
  inbox: () => import("./commands/inbox.ts"),
  web: () => import("./commands/web.ts"),
  serve: () => import("./commands/serve.ts"),
  acp: () => import("./commands/acp.ts"),
  mcp: () => import("./commands/mcp.ts"),
  hook: () => import("./commands/hook.ts"),
  models: () => import("./commands/models.ts"),
  prompt: () => import("./commands/prompt.ts"),
  map: () => import("./commands/map.ts"),
  doctor: () => import("./commands/doctor.ts"),
  completions: () => import("./commands/completions.ts"),
  demo: () => import("./commands/demo.ts"),
};

/** Runs a command of the table in command-table.ts and gives its exit code. What it throws is reported. */
export async function runCommand(name: string, args: Arguments): Promise<number> {
  try {
    const { run } = await LOAD[name]!(); // Both tables have the same names.
    return await run(args);
  } catch (error) {
    const { report } = await import("./report-error.ts");
    return report(error, { json: args.flags.has("--json"), command: name });
  }
}
