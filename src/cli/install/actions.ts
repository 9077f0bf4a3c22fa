// The words after which `galley hook` and `galley mcp` set another program up, instead of doing their usual work. What does
// that is loaded only then.

import type { Arguments } from "../arguments.ts";
import { INSTALL_ACTIONS } from "./action-names.ts";

/** The exit code of install, uninstall or status; null when the first word is none of them. */
export async function installAction(args: Arguments, command: "hook" | "mcp"): Promise<number | null> {
  const [action] = args.words;
  if (action === undefined || !INSTALL_ACTIONS.includes(action)) return null;
  const { runInstall } = await import("./command.ts");
  return runInstall(args, command);
}
