// Every command behind one function. This is the second file Node runs, as one bundle; main.ts is the first.

import type { Arguments } from "./arguments.ts";

type Command = (args: Arguments) => Promise<number>;

const LOAD: Readonly<Record<string, () => Promise<{ readonly run: Command }>>> = {
  apply: () => import("./apply.ts"),
  tool: () => import("./tool.ts"),
  run: () => import("./run.ts"),
  models: () => import("./models.ts"),
  undo: () => import("./undo.ts"),
  "edit-last": () => import("./edit-last.ts"),
  log: () => import("./log.ts"),
  approvals: () => import("./approvals.ts"),
  map: () => import("./map.ts"),
  config: () => import("./config-command.ts"),
  doctor: () => import("./doctor.ts"),
  completions: () => import("./completions.ts"),
  demo: () => import("./demo.ts"),
};

/** Runs a command of the table in commands.ts and gives its exit code. What it throws is reported here. */
export async function runCommand(name: string, args: Arguments): Promise<number> {
  try {
    const { run } = await LOAD[name]!();
    return await run(args);
  } catch (error) {
    const { report } = await import("./failures.ts");
    return report(error, args.flags.has("--json"));
  }
}
