// What to tell the model about the blocks that were not applied. Offered to the person, never sent by itself.

import type { BlockResult } from "../commit/index.ts";
import type { ApplyReport } from "./apply-answer.ts";

/** Null when there is nothing the model could mend. */
export function retryPrompt(report: ApplyReport): string | null {
  const failed = report.results.filter(isMendable);
  if (failed.length === 0) return null;
  const nothingWritten = report.mode === "apply" && report.receipt_id === null;
  const all = report.results.length;
  const which =
    all === 1 ? "Your edit was" : `${failed.length} of your ${all} edits ${failed.length === 1 ? "was" : "were"}`;
  const wanted =
    nothingWritten && all > 1 ? "all your edits again, with these corrected" : "only these again, corrected";
  const lines = [`${which} not applied. Please send ${wanted}, in the same format.`, ""];
  for (const [at, result] of failed.entries()) {
    lines.push(`${at + 1}. ${result.file_path ?? "(no path)"}: ${messageFor(result)}`, ...candidateLines(result), "");
  }
  const others = report.results.filter(({ status }) => status === "APPLIED" || status === "ALREADY_APPLIED").length;
  if (others > 0)
    lines.push(
      `The other ${others === 1 ? "edit is" : `${others} edits are`} in place; do not send ${others === 1 ? "it" : "them"} again.`,
      "",
    );
  if (failed.some(({ error_type }) => error_type === "anchor_not_found" || error_type === "ambiguous_anchor")) {
    lines.push(
      "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
      "",
    );
  }
  return lines.join("\n");
}

// A person's no is final, and so is a rule about a path or a kind of file: asking again would not change it.
function isMendable({ status, error_type }: BlockResult): boolean {
  return status === "NOT_IN_CONTEXT" || (status === "FAILED" && error_type !== "write_error");
}

function messageFor(result: BlockResult): string {
  return result.status === "NOT_IN_CONTEXT"
    ? "you had not seen this file, so the edit was not tried. Its content comes with this message."
    : result.message;
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
