// Plans a miss's candidate like any other edit, on a copy of the file: so its diff is the true one, and a candidate that
// would itself miss is never shown.

import { unifiedDiff } from "../../text/index.ts";
import { Desk } from "../diagnose/explain-context.ts";
import { textOf } from "./draft.ts";
import type { Making, Outcome } from "./edit-step.ts";
import type { Edit } from "../types.ts";

/** What `make` gives; the candidate of a miss has its diff, or is gone when it does not fit after all. */
export function proven(make: (making: Making) => Outcome, making: Making): Outcome {
  const outcome = make(making);
  if (outcome.kind !== "miss" || !outcome.why.diagnostics?.candidate) return outcome;
  const { why } = outcome;
  const { diagnostics } = why;
  const candidate = { ...diagnostics!.candidate!, unified_diff: diffOf(make, making, diagnostics!.candidate!.change) };
  return {
    kind: "miss",
    why: { ...why, diagnostics: { ...diagnostics!, candidate: candidate.unified_diff === "" ? null : candidate } },
  };
}

/** "" when the change does not fit. */
function diffOf(make: (making: Making) => Outcome, { edit, shown, bench }: Making, change: Edit["change"]): string {
  const before = textOf(bench.entry(edit.path).draft!); // Only text that was searched has a candidate.
  const scratch = bench.scratch(edit.path);
  const trial = { ...edit, change: change.kind === "patch" ? { ...change, to: null } : change };
  const made = make({ edit: trial, shown, bench: scratch, desk: new Desk({ disclose: false }) });
  if (made.kind !== "change") return "";
  return unifiedDiff({ oldPath: shown, newPath: shown, before, after: textOf(scratch.entry(edit.path).draft!) });
}
