// A call can succeed and report a failure: the command ran, and what it ran did not work. One rule for every command of
// galley that shows such a result or exits with it.

import type { ToolResult } from "../tools/index.ts";

/** A command that ran, and ended with another exit code than 0, by a signal, or because its time was over. */
export function isFailedCommand(result: ToolResult): boolean {
  if (!result.success || typeof result.value !== "object" || result.value === null) return false;
  if (!("exit_code" in result.value && "timed_out" in result.value)) return false;
  return result.value.exit_code !== 0 || result.value.timed_out === true;
}
