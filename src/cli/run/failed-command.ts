// A call can succeed and tell of a failure: the command ran, and what it ran did not work.

import type { ToolResult } from "../../tools/index.ts";

/** A command that ran, and said by its exit code that it failed. */
export function hasEndedBadly(result: ToolResult): boolean {
  if (!result.success || typeof result.value !== "object" || result.value === null) return false;
  return "exit_code" in result.value && result.value.exit_code !== 0;
}
