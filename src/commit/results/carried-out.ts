// What became of an edit that had a place, once its file was decided about: written whole or in part, rejected, stale, failed.

import { counted, errorTypeOf } from "../../base/index.ts";
import { describeRejection, isOwnReason, reasonForModel } from "../../approval/index.ts";
import type { EditPlan, ErrorType, FilePlan, Hunk } from "../../edits/index.ts";
import { describeEdit, type EditFacts } from "./describe-edit.ts";
import { inOwnText, linesLeftOut, withoutHunks } from "./edit-as-written.ts";
import { userChange } from "./user-change.ts";
import type { BlockResult, FileOutcome, Receipt } from "../types.ts";

/** `why` completes "Its lines are not shown: …"; `how` is a sentence for the user. */
export type Unread = { readonly why: string; readonly how: string | null };

export type Facts = EditFacts & {
  /** The file at its path, also where only other edits change it. */
  readonly other: FilePlan | null;
  readonly outcome: FileOutcome | null;
  readonly receipt: Receipt | null;
  /** Null: the reader may be shown the file's lines. */
  readonly hidden: Unread | null;
};
export type Described = Pick<BlockResult, "status" | "message"> & Partial<BlockResult>;

// What a rule about the file refuses is skipped; what the edit got wrong has failed.
export const SKIPPED: ReadonlySet<ErrorType> = new Set(["no_change", "binary", "path_refused", "rejected"]);

export function changed(facts: Facts, outcome: FileOutcome): Described {
  const path = facts.show(outcome.path);
  const none = { lines_changed: 0 };
  switch (outcome.kind) {
    case "written":
      return written(facts, outcome);
    case "rejected": {
      const { by, reason } = outcome;
      const message =
        by.kind !== "person"
          ? describeRejection(outcome, `The change to ${path} was`)
          : facts.reader === "user"
            ? `Rejected${reason === null ? "." : `: ${reason}`}`
            : `The change to ${path} was rejected${reason === null ? "." : `: ${reasonForModel(reason)}`}`;
      const said = by.kind === "person" && reason !== null && isOwnReason(reason) ? { reason } : {};
      return { status: "SKIPPED", message, error_type: "rejected", ...none, ...said };
    }
    case "stale": {
      const message = `${path} changed after it was read. Nothing was written to it. Read it again and send the edit again.`;
      return { status: "FAILED", message, error_type: "stale", ...none };
    }
    case "failed": {
      const error_type = errorTypeOf(outcome.code);
      return { status: SKIPPED.has(error_type) ? "SKIPPED" : "FAILED", message: outcome.message, error_type, ...none };
    }
    case "unknown":
      return { status: "FAILED", message: outcome.message, error_type: "write_error", ...none };
    case "held":
      return outcome.because === "atomic"
        ? {
            status: "VALIDATED",
            message: "Not written: --atomic is set and another edit was not applied.",
          }
        : { status: "SKIPPED", message: "Cancelled before anything was written.", error_type: "rejected", ...none };
    default:
      return outcome satisfies never;
  }
}

export type Written = Extract<FileOutcome, { kind: "written" }>;

function written(facts: Facts, outcome: Written): Described {
  const { edit, file } = facts;
  if (outcome.userModified && file !== null)
    return {
      status: "APPLIED",
      message: editedInReview(facts, file, outcome),
      user_modified: true,
      ...inOwnText(file, edit.id, outcome),
    };
  const own = file?.hunks.filter((hunk) => hunk.edits.includes(edit.id)) ?? [];
  const left = own.filter((hunk) => outcome.hunksLeft.includes(hunk.index));
  if (left.length === 0) return { status: "APPLIED", message: describeEdit(facts, "did") + noteOf(facts.planned) };
  if (left.length === own.length) {
    return {
      status: "SKIPPED",
      message: `Left out in review (${lines(left)}).`,
      error_type: "rejected",
      lines_changed: 0,
    };
  }
  return {
    status: "APPLIED",
    message: `Applied in part: ${left.length} of its ${own.length} changes ${left.length === 1 ? "was" : "were"} left out in review (${lines(left)}).`,
    user_modified: true,
    changes_left_out: left.length,
    ...withoutHunks(file!, edit.id, outcome), // Only a file has hunks to leave out.
  };
}

/** The user knows what they typed; the model must keep it. */
function editedInReview({ show, hidden, reader }: Facts, file: FilePlan, outcome: Written): string {
  const path = show(outcome.to ?? outcome.path);
  if (reader === "user") {
    const out = linesLeftOut(file, outcome.content);
    if (out === null) return `Applied, with the text of ${path} as it was edited in review.`;
    return `Applied in part: ${out.left} of ${counted(out.all, "changed line")} of ${path} ${out.left === 1 ? "was" : "were"} left out in review.`;
  }
  const change = hidden === null ? userChange(path, file.result, outcome.content) : "Read the file to see it.";
  return `Applied, but the user changed the text of ${path} first. ${KEEP} ${change}`;
}

/** What was asked for and not done. */
export function noteOf(planned: EditPlan): string {
  return planned.kind === "change" && planned.note !== undefined ? ` ${planned.note}` : "";
}

/** Where the left-out changes would have been, in lines of the proposed text; a deletion names the old lines. */
function lines(hunks: readonly Hunk[]): string {
  const named = hunks.map(({ old, new: fresh }) => {
    const [kind, range] = fresh.from < fresh.to ? ["new", fresh] : ["old", old];
    return range.to - range.from === 1 ? `${kind} line ${range.to}` : `${kind} lines ${range.from + 1} to ${range.to}`;
  });
  return named.join(", ");
}

const KEEP = "Do not attempt to revert to your original suggestion.";
