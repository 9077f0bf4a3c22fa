// Runs a command and reports what it throws. Each bundle has its own: an error is known only by the code that made it.

import type { Arguments, Command } from "./arguments.ts";

export type Loaded = { readonly run: Command };

/** The command's exit code. */
export async function reported(load: () => Promise<Loaded>, args: Arguments): Promise<number> {
  try {
    const { run } = await load();
    return await run(args);
  } catch (error) {
    const { report } = await import("./report-error.ts");
    return report(error, args.flags.has("--json"));
  }
}
