// What commit did to one file, as the tool's success or its error.

import { Bug, failure } from "../base/index.ts";
import type { FileOutcome } from "../commit/index.ts";
import type { ChangePlan, FilePlan } from "../edits/index.ts";

const NOTE =
  "Note: The user modified your suggested changes before accepting. Do not attempt to revert to your original suggestion.";

export type Written = Extract<FileOutcome, { kind: "written" }>;

/** The written outcome, or the GalleyError that says why there is none. */
export function requireWritten(outcome: FileOutcome | undefined): Written {
  if (outcome === undefined) throw new Bug("commit gave no outcome for a file of its plan");
  const data = { path: outcome.path };
  switch (outcome.kind) {
    case "written":
      return outcome;
    case "rejected":
      throw failure(
        "REJECTED",
        outcome.reason === null ? "Edit rejected by user" : `Edit rejected by user: ${outcome.reason}`,
        { data },
      );
    case "stale":
      throw failure(
        "STALE",
        `${outcome.path} changed after it was read. Nothing was written. Read it again and resend the edit.`,
        { data },
      );
    case "failed":
      throw failure(outcome.code, outcome.message, { data });
    case "unknown":
      throw failure("IO", outcome.message, { data });
    case "held":
      throw failure("ABORTED", `${outcome.path}: cancelled before anything was written.`, { data });
  }
  outcome satisfies never;
}

/** The sentence added when the person changed the edit, or "" when they did not. */
export function modifiedNote(written: Written): string {
  if (written.userModified) return ` ${NOTE}`;
  return written.hunksLeft.length === 0 ? "" : ` The user left out ${written.hunksLeft.length} of its changes. ${NOTE}`;
}

/** The one file a single-edit plan changes, or the error of its miss. */
export function requireFile(plan: ChangePlan): FilePlan | null {
  const result = plan.results[0];
  if (result?.kind === "miss") throw failure(result.why.code, result.why.message, { data: factsOf(result.why) });
  return plan.files[0] ?? null;
}

function factsOf(miss: Extract<ChangePlan["results"][number], { kind: "miss" }>["why"]): Record<string, unknown> {
  if (miss.diagnostics === null) return {};
  const { cause, nearest, matches, candidate } = miss.diagnostics;
  return {
    cause,
    nearest,
    matches,
    candidate:
      candidate === null ? null : { rule: candidate.rule, line: candidate.line, unified_diff: candidate.unified_diff },
  };
}
