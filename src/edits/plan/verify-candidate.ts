// Plans a miss's candidate like any other edit, on a copy of the file: so its diff is the true one, and a candidate that
// would itself miss is never shown.

import { changeDiff } from "./change-diff.ts";
import { ExplainContext } from "../diagnose/explain-context.ts";
import type { EditStep, Outcome } from "./edit-step.ts";
import type { Edit } from "../types.ts";

/** What `applyEdit` returns; the candidate of a miss has its diff, or is gone when it does not fit after all. */
export function verifiedOutcome(applyEdit: (step: EditStep) => Outcome, step: EditStep): Outcome {
  const outcome = applyEdit(step);
  if (outcome.kind !== "miss" || !outcome.why.diagnostics?.candidate) return outcome;
  const { why } = outcome;
  const { diagnostics } = why;
  const candidate = {
    ...diagnostics!.candidate!,
    unified_diff: diffOf(applyEdit, step, diagnostics!.candidate!.change),
  };
  return {
    kind: "miss",
    why: { ...why, diagnostics: { ...diagnostics!, candidate: candidate.unified_diff === "" ? null : candidate } },
  };
}

/** "" when the change does not fit. */
function diffOf(
  applyEdit: (step: EditStep) => Outcome,
  { edit, shown, drafts }: EditStep,
  change: Edit["change"],
): string {
  const before = drafts.entry(edit.path).draft!; // Only text that was searched has a candidate.
  const scratch = drafts.scratch(edit.path);
  const trial = { ...edit, change: change.kind === "patch" ? { ...change, to: null } : change };
  const made = applyEdit({ edit: trial, shown, drafts: scratch, context: new ExplainContext({ disclose: false }) });
  if (made.kind !== "change") return "";
  return changeDiff(before, scratch.entry(edit.path).draft!, shown);
}
