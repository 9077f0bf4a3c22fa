// The last word on an error that was not handled: a sentence for a mistake of the user, a report for a bug of ours.

import { Bug, isFailure } from "../base/index.ts";
import { plain, revealJson, revealLines } from "../text/index.ts";
import { UsageError } from "./arguments.ts";
import { writeNow } from "./print-at-exit.ts";

/** Prints the error and returns the exit code. */
export function report(error: unknown, { json, command }: { json: boolean; command: string }): number {
  const { code, message } = explain(error, command);
  // Hosts deny on exit code 2 only when there is a reason on standard error.
  if (json && command !== "hook") writeNow(1, plain`${revealJson({ error: { code, message } })}\n`);
  else writeNow(2, plain`galley: ${revealLines(message, { keepMarks: true })}\n`);
  return isFailure(error, "ABORTED") && command !== "hook" ? 130 : 2;
}

function explain(error: unknown, command: string): { code: string; message: string } {
  if (error instanceof UsageError) return { code: "USAGE", message: `${error.message}\nTry galley ${command} --help.` };
  if (isFailure(error)) return { code: error.code, message: error.message };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const what = error instanceof Bug ? "an internal check of galley failed" : "something unexpected happened";
  return { code: "BUG", message: `${what}. Nothing more was written. Please report this:\n${detail}` };
}
