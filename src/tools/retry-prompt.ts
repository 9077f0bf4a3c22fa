// What to say to the model about the blocks that were not applied. Offered to the user, never sent by itself. Says only
// what the report proves: nothing is "in place" that is not in the files.

import { counted, oneLine } from "../base/index.ts";
import type { BlockResult } from "../commit/index.ts";
import type { ApplyReport } from "./apply-answer.ts";

/** Null when there is nothing the model could correct. */
export function retryPrompt(report: ApplyReport): string | null {
  const { results } = report;
  const failed = results.filter(isCorrectable);
  if (failed.length === 0) return null;
  const inPlace = results.filter(({ status }) => status === "APPLIED" || status === "ALREADY_APPLIED").length;
  // In a dry run, and with --atomic, what fits has not been written either.
  const isHeld = results.some(({ status }) => status === "VALIDATED");
  const lines = [`${headOf(failed.length, results.length)} ${wantedOf(failed.length, isHeld)}`, ""];
  for (const [at, result] of failed.entries())
    lines.push(`${at + 1}. ${nameOf(result)}: ${messageFor(result)}`, ...candidateLines(result), "");
  if (inPlace > 0 && !isHeld && report.mode === "apply")
    lines.push(
      `The other ${inPlace === 1 ? "edit is" : `${inPlace} edits are`} in place; do not send ${inPlace === 1 ? "it" : "them"} again.`,
      "",
    );
  lines.push(...rejectedLines(results));
  if (failed.some(({ error_type }) => error_type === "anchor_not_found" || error_type === "ambiguous_anchor"))
    lines.push(
      "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
      "",
    );
  return lines.join("\n");
}

// A rejection is final, and so is a rule about a path or a kind of file: sending it again would not change it.
function isCorrectable({ status, error_type }: BlockResult): boolean {
  return status === "NOT_IN_CONTEXT" || (status === "FAILED" && error_type !== "write_error");
}

function headOf(failed: number, all: number): string {
  return all === 1
    ? "Your edit could not be applied."
    : `${failed} of your ${counted(all, "edit")} could not be applied.`;
}

function wantedOf(failed: number, isHeld: boolean): string {
  const [it, these] = failed === 1 ? ["it", "this one"] : ["only these", "these"];
  return isHeld
    ? `Nothing was written. Please send all your edits again, with ${these} corrected, in the same format.`
    : `Please send ${it} again, corrected, in the same format.`;
}

function messageFor(result: BlockResult): string {
  return result.status === "NOT_IN_CONTEXT"
    ? "You have not seen this file, so the edit was not tried. Ask to see it before you send the edit again."
    : result.message;
}

function nameOf({ file_path }: BlockResult): string {
  return oneLine(file_path ?? "(no path)");
}

function rejectedLines(results: readonly BlockResult[]): string[] {
  const rejected = results.filter(({ status, error_type }) => status === "SKIPPED" && error_type === "rejected");
  const paths = [...new Set(rejected.map(nameOf))];
  if (paths.length === 0) return [];
  const [edits, them] = rejected.length === 1 ? ["The edit of", "it"] : ["The edits of", "them"];
  return [
    `${edits} ${paths.join(", ")} ${rejected.length === 1 ? "was" : "were"} not approved; do not send ${them} again.`,
    "",
  ];
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
