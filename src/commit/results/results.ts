// What became of each block, for the model and the user: the plan that was carried out and the receipt, edit by edit.
// Nothing is left out: a block that was cut in review says what was cut, and every number is that of the written bytes.

import { Bug, type Code, type WorkspacePath } from "../../base/index.ts";
import { describeRejection } from "../../approval/index.ts";
import type { ChangePlan, Edit, EditId, EditPlan, ErrorType, FilePlan, Hunk, Miss } from "../../edits/index.ts";
import { inOwnText, linesPlanned, withoutHunks } from "./edit-as-written.ts";
import { personsChange } from "./user-change.ts";
import { foundNow, planOn } from "./text-now.ts";
import type { BlockResult, FileOutcome, Receipt } from "../types.ts";

export type ResultOptions = {
  /** The plan as carried out (stale files were planned again). */
  readonly plan: ChangePlan;
  /** null = dry run. */
  readonly receipt: Receipt | null;
  /** How a path is shown: bare for the default sandbox. */
  readonly show: (path: WorkspacePath) => string;
  /** Files whose lines whoever reads the results may not be shown. */
  readonly unread?: ReadonlySet<WorkspacePath>;
};

/** One result per edit of the plan, in its order. */
export function blockResults({ plan, receipt, show, unread }: ResultOptions): ReadonlyMap<EditId, BlockResult> {
  const outcomes = new Map(receipt?.files.map((outcome) => [outcome.path, outcome]));
  const plans = new Map(plan.results.map((result) => [result.edit, result]));
  const homes = new Map(plan.files.flatMap((file) => file.edits.map((id) => [id, file] as const)));
  const results = new Map<EditId, BlockResult>();
  for (const edit of plan.edits) {
    const planned = plans.get(edit.id);
    if (planned === undefined) continue;
    const file = homes.get(edit.id) ?? null;
    const outcome = outcomes.get(file?.path ?? edit.path) ?? null;
    const other = file ?? plan.files.find(({ path, to }) => path === edit.path || to === edit.path) ?? null;
    const isUnread = unread?.has(edit.path) === true;
    const facts = { edit, planned, file, other, outcome, receipt, show, isUnread };
    const result = { ...blank(facts), ...told(facts) };
    const isDone = result.status === "APPLIED" || result.status === "ALREADY_APPLIED";
    results.set(edit.id, isDone ? { ...result, message: result.message + howPlaced(edit) } : result);
  }
  return results;
}

/** An edit that a person had to help says so: its writer should know that it was not exact. */
function howPlaced({ placed }: Edit): string {
  if (placed?.by !== "person") return "";
  const choices = placed.choices.map(({ rule, line }) =>
    rule === null
      ? `the text stands in several places, and the person chose line ${line}`
      : `the text was not there exactly, and the person accepted line ${line}, which the rule "${rule}" found`,
  );
  return ` How it was placed: ${choices.join("; ")}.`;
}

type Facts = {
  readonly edit: Edit;
  readonly planned: EditPlan;
  /** The file this edit changes. */
  readonly file: FilePlan | null;
  /** The file at its path, also where only other edits change it. */
  readonly other: FilePlan | null;
  readonly outcome: FileOutcome | null;
  readonly receipt: Receipt | null;
  readonly show: ResultOptions["show"];
  readonly isUnread: boolean;
};
type Told = Pick<BlockResult, "status" | "message"> & Partial<BlockResult>;

function blank({ edit, planned, file, show }: Facts): Omit<BlockResult, "status" | "message"> {
  return {
    file_path: show(edit.path),
    error_type: null,
    line: planned.kind === "miss" ? null : planned.line,
    lines_changed: linesPlanned(file, planned),
    user_modified: false,
    diagnostics: null,
  };
}

function told(facts: Facts): Told {
  const { planned, outcome, receipt } = facts;
  switch (planned.kind) {
    case "already":
      // A quotation asks for nothing, so whether the other edits were written does not matter.
      return planned.isQuoted === true
        ? { status: "ALREADY_APPLIED", message: planned.message }
        : alreadyThere(facts, planned.message);
    case "miss":
      return outcome?.kind === "stale"
        ? staleMiss(facts, whyOf(facts, planned.why))
        : missedNow(facts, whyOf(facts, planned.why));
    case "change":
      if (receipt === null) return { status: "VALIDATED", message: where(facts, WOULD) + noteOf(planned) };
      return outcome === null ? { status: "APPLIED", message: where(facts, DID) } : changed(facts, outcome);
    default:
      return planned satisfies never;
  }
}

// What a rule about the file refuses is skipped; what the edit got wrong has failed.
const SKIPPED: ReadonlySet<ErrorType> = new Set(["no_change", "binary", "path_refused", "rejected"]);

/** A change that is "already there" may only be there because of earlier edits of the answer: were those written? */
function alreadyThere(facts: Facts, message: string): Told {
  const now = foundNow(facts);
  const already: Told = { status: "ALREADY_APPLIED", message };
  if (now === null) return already;
  const found = planOn(facts.edit, now);
  if (found?.kind === "already") return { ...already, message: found.message };
  if (facts.receipt === null) return { ...already, message: "An earlier edit of this answer makes the same change." };
  const { outcome } = facts;
  if (outcome === null || outcome.kind === "written") {
    const message = "The user changed this file in review, and this change is not in it as proposed.";
    return { status: "SKIPPED", message, error_type: "rejected", user_modified: true };
  }
  return changed(facts, outcome);
}

/** A miss on top of edits that were not written is looked at again, on the file as it is. */
function missedNow(facts: Facts, why: Miss): Told {
  const now = facts.receipt === null ? null : foundNow(facts);
  const found = now === null ? null : planOn(facts.edit, now);
  if (found === null) return missed(why);
  if (found.kind === "already") return { status: "ALREADY_APPLIED", message: found.message };
  if (found.kind === "miss") return missed(whyOf(facts, found.why));
  const message = `It did not fit together with the other edits of ${facts.show(facts.edit.path)}, which were not written as proposed. It fits the file as it is now: send it again.`;
  return { ...missed(why), message, diagnostics: null };
}

function missed(why: Miss): Told {
  return {
    status: SKIPPED.has(why.error) ? "SKIPPED" : "FAILED",
    message: why.message,
    error_type: why.error,
    diagnostics: shown(why),
  };
}

/** Of a file that may not be read, only that the edit does not fit. */
function whyOf({ edit, show, isUnread }: Facts, why: Miss): Miss {
  if (!isUnread || why.diagnostics === null) return why;
  const { cause } = why.diagnostics;
  return {
    ...why,
    message: `The text to replace does not occur exactly once in ${show(edit.path)}. Its lines are not shown: reading it needs approval.`,
    diagnostics: { cause: cause === "ambiguous" ? cause : "not_found", nearest: [], matches: [], candidate: null },
  };
}

function staleMiss({ edit, show }: Facts, why: Miss): Told {
  const message = `${show(edit.path)} changed after it was read, and this edit no longer fits. Nothing was written to it. ${why.message}`;
  return { status: "FAILED", message, error_type: "stale", diagnostics: shown(why) };
}

/** The exact edit behind a candidate stays inside. */
function shown({ diagnostics }: Miss): BlockResult["diagnostics"] {
  if (diagnostics === null) return null;
  const { candidate, ...rest } = diagnostics;
  if (candidate === null) return { ...rest, candidate };
  const { rule, line, unified_diff } = candidate;
  return { ...rest, candidate: { rule, line, unified_diff } };
}

function changed(facts: Facts, outcome: FileOutcome): Told {
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
          : `The change to ${path} was rejected${reason === null ? "." : `: ${reason}`}`;
      return { status: "SKIPPED", message, error_type: "rejected", ...none };
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
            message: "Not written: --atomic is set and another edit failed.",
          }
        : { status: "SKIPPED", message: "Cancelled before anything was written.", error_type: "rejected", ...none };
    default:
      return outcome satisfies never;
  }
}

const REFUSALS: Partial<Record<Code, ErrorType>> = {
  TOO_LARGE: "too_large",
  STALE: "stale",
  ESCAPE: "path_refused",
  UNKNOWN_SANDBOX: "path_refused",
  INVALID_PATH: "path_refused",
  SYMLINK: "path_refused",
  READ_ONLY: "path_refused",
  SUFFIX: "path_refused",
  PROTECTED: "path_refused",
  FORBIDDEN: "path_refused",
};

function errorTypeOf(code: Code): ErrorType {
  return REFUSALS[code] ?? "write_error";
}

function written(facts: Facts, outcome: Extract<FileOutcome, { kind: "written" }>): Told {
  const { edit, file } = facts;
  if (outcome.userModified && file !== null) {
    const path = facts.show(outcome.to ?? outcome.path);
    const change = facts.isUnread ? "Read the file to see it." : personsChange(path, file.result, outcome.content);
    const message = `Applied, but the person changed the text of ${path} first. ${KEEP} ${change}`;
    return { status: "APPLIED", message, user_modified: true, ...inOwnText(file, edit.id, outcome) };
  }
  const own = file?.hunks.filter((hunk) => hunk.edits.includes(edit.id)) ?? [];
  const left = own.filter((hunk) => outcome.hunksLeft.includes(hunk.index));
  if (left.length === 0) return { status: "APPLIED", message: where(facts, DID) + noteOf(facts.planned) };
  if (left.length === own.length) {
    return {
      status: "SKIPPED",
      message: `The person left this change out (${lines(left)}).`,
      error_type: "rejected",
      lines_changed: 0,
    };
  }
  return {
    status: "APPLIED",
    message: `Applied in part: the person left out ${left.length} of its ${own.length} changes (${lines(left)}).`,
    user_modified: true,
    ...withoutHunks(file!, edit.id, outcome), // Only a file has hunks to leave out.
  };
}

/** What was asked for and not done. */
function noteOf(planned: EditPlan): string {
  return planned.kind === "change" && planned.note !== undefined ? ` ${planned.note}` : "";
}

const DID = { create: "Created", overwrite: "Wrote", delete: "Deleted", change: "Changed", move: "Moved" } as const;
const WOULD = {
  create: "Would create",
  overwrite: "Would write",
  delete: "Would delete",
  change: "Would change",
  move: "Would move",
} as const;

function where({ edit, planned, file, show }: Facts, verb: typeof DID | typeof WOULD): string {
  // Through a link another file is written, and that is said.
  const isLink = file !== null && file.path === edit.path && file.real !== file.path;
  const path = isLink ? `${show(edit.path)} → ${show(file.real as string as WorkspacePath)}` : show(edit.path); // Real paths have the same form.
  if (file === null) return `Together with the other edits it leaves ${path} as it was.`;
  const to = edit.change.kind === "move" || edit.change.kind === "patch" ? edit.change.to : null;
  switch (edit.change.kind) {
    case "create":
      return `${verb.create} ${path}.`;
    case "overwrite":
      return `${file.base === null ? verb.create : verb.overwrite} ${path}.`;
    case "delete":
      return `${verb.delete} ${path}.`;
    case "move":
    case "patch":
    case "replace": {
      const line = planned.kind === "change" ? `, line ${planned.line}` : "";
      return to === null ? `${verb.change} ${path}${line}.` : `${verb.move} ${path} to ${show(to as WorkspacePath)}.`; // An edit's `to` is checked.
    }
    case "either":
      throw new Bug("an edit that was made has one reading");
    default:
      return edit.change satisfies never;
  }
}

/** Where the left-out changes would have stood, in lines of the proposed text; a deletion names the old lines. */
function lines(hunks: readonly Hunk[]): string {
  const named = hunks.map(({ old, new: fresh }) => {
    const [kind, range] = fresh.from < fresh.to ? ["new", fresh] : ["old", old];
    return range.to - range.from === 1 ? `${kind} line ${range.to}` : `${kind} lines ${range.from + 1} to ${range.to}`;
  });
  return named.join(", ");
}

const KEEP = "Do not attempt to revert to your original suggestion.";
