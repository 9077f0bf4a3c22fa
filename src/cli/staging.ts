// What --no-stage means, for every command that has it.

import type { LocalWorkspace } from "../workspace/index.ts";
import type { Arguments } from "./arguments.ts";

/** The workspace as the command line says: with --no-stage nothing is staged, whatever the config says. */
export function stagingAs({ flags }: Pick<Arguments, "flags">, workspace: LocalWorkspace): LocalWorkspace {
  return flags.has("--no-stage") ? { ...workspace, stage: null } : workspace;
}
