// What to tell the model about the blocks that were not applied. Offered to the person, never sent by itself.

import type { BlockResult } from "../commit/index.ts";
import type { ApplyReport } from "./apply-answer.ts";

/** Null when every block did its work. */
export function retryPrompt(report: ApplyReport): string | null {
  const failed = report.results.filter(
    (result) => result.status === "FAILED" || result.status === "NOT_IN_CONTEXT" || isMendable(result),
  );
  if (failed.length === 0) return null;
  const applied = report.results.filter((result) => result.status === "APPLIED" || result.status === "ALREADY_APPLIED");
  const all = report.results.length;
  const which =
    all === 1 ? "Your edit was" : `${failed.length} of your ${all} edits ${failed.length === 1 ? "was" : "were"}`;
  const lines = [
    `${which} not applied. Please send ${failed.length === 1 ? "a corrected version of it" : "corrected versions of these"} only, in the same format.`,
    "",
  ];
  for (const [at, result] of failed.entries()) {
    lines.push(`${at + 1}. ${result.file_path ?? "(no path)"}: ${result.message}`, ...candidateLines(result), "");
  }
  if (applied.length > 0) {
    const paths = [...new Set(applied.map((result) => result.file_path))].join(", ");
    lines.push(`The other edits are in place (${paths}); do not send them again.`, "");
  }
  lines.push(
    "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
    "",
  );
  return lines.join("\n");
}

// A person's no is final; a path or a no-op can be mended by the model.
function isMendable(result: BlockResult): boolean {
  return result.status === "SKIPPED" && result.error_type !== "rejected" && result.error_type !== "no_change";
}

function candidateLines(result: BlockResult): string[] {
  const candidate = result.diagnostics?.candidate;
  if (!candidate) return [];
  return [
    `   Did you mean line ${candidate.line}? (${candidate.rule})`,
    ...candidate.unified_diff
      .trimEnd()
      .split("\n")
      .map((line) => `   ${line}`),
  ];
}
