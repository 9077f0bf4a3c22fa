// How a block ended, in one word, from its result alone. Marks, counts, the text for the model and exit codes are derived
// from this one table, so that they cannot contradict each other.

import type { BlockResult } from "../../commit/index.ts";
import { isDone } from "../../edits/index.ts";

export type BlockOutcome =
  | "applied"
  /** Applied without the changes that were left out in review. */
  | "in-part"
  | "already"
  /** Dry run: it would be applied, after approval where a question is asked. */
  | "would-apply"
  /** Dry run: it would be applied if a person approves it; --yes does not. */
  | "needs-person"
  /** It fits, and is not written because --atomic is set and another edit was not applied. */
  | "held"
  /** Not approved, not allowed, or nothing to do. */
  | "skipped"
  | "not-seen"
  | "failed";

/** How the answer was applied. */
export type Applying = { readonly mode: "apply" | "dry-run"; readonly atomic: boolean };

/** One outcome for each result, in their order. */
export function outcomesOf(results: readonly BlockResult[], { mode, atomic }: Applying): readonly BlockOutcome[] {
  const isHeld = mode === "apply" || (atomic && !results.every(isDone));
  return results.map(({ status, changes_left_out, approval }) => {
    switch (status) {
      case "APPLIED":
        return changes_left_out === undefined ? "applied" : "in-part";
      case "ALREADY_APPLIED":
        return "already";
      case "VALIDATED":
        return isHeld ? "held" : approval === "person" ? "needs-person" : "would-apply";
      case "SKIPPED":
        return "skipped";
      case "NOT_IN_CONTEXT":
        return "not-seen";
      case "FAILED":
        return "failed";
      default:
        return status satisfies never;
    }
  });
}

/** How many blocks ended how; every outcome has its number. */
export function countOutcomes(outcomes: readonly BlockOutcome[]): (...wanted: readonly BlockOutcome[]) => number {
  return (...wanted) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
}
