// What commit did to one file, as the tool's success or its error.

import { Bug, failure } from "../base/index.ts";
import { personsChange, type FileOutcome } from "../commit/index.ts";
import type { ChangePlan, FilePlan } from "../edits/index.ts";
import { diffLines, type Text } from "../text/index.ts";

/** What the model hears when a person changed its edit. Others know these exact words. */
export const MODIFIED_NOTE =
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

/** The sentences added when the person changed the edit, with what they changed; "" when they did not. */
export function modifiedNote(written: Written, file: FilePlan, { disclose }: { readonly disclose: boolean }): string {
  const count = written.hunksLeft.length;
  if (!written.userModified && count === 0) return "";
  const left = count === 0 ? "" : `The user left out ${count} of its changes. `;
  const change = disclose ? personsChange(written.path, file.result, written.content) : "Read the file to see it.";
  return ` ${left}${MODIFIED_NOTE} ${change}`;
}

/** The plan as it came out: with the text that was written in place of the one proposed. */
export function asWritten(file: FilePlan, { content, after }: Written): FilePlan {
  if (content === file.result) return file;
  const changes = diffLines(file.before ?? EMPTY, content ?? EMPTY);
  return { ...file, result: content, after, hunks: changes.map((each, index) => ({ ...each, index, edits: [] })) };
}

const EMPTY = "" as Text; // No text is well-formed text.

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
