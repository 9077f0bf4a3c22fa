// What became of each block, for the model and the user: the plan that was carried out and the receipt, edit by edit.
// Nothing is left out: a block that was cut in review says what was cut, and every number is that of the written bytes.

import type { WorkspacePath } from "../../base/index.ts";
import type { ChangePlan, Edit, EditId, Miss } from "../../edits/index.ts";
import { changed, noteOf, SKIPPED, type Described, type Facts, type Unread, type Written } from "./carried-out.ts";
import { describeEdit, type Reader } from "./describe-edit.ts";
import { linesPlanned } from "./edit-as-written.ts";
import { foundNow, planOn } from "./text-now.ts";
import type { BlockResult, FileOutcome, Receipt } from "../types.ts";

export type ResultOptions = {
  /** The plan as carried out (stale files were planned again). */
  readonly plan: ChangePlan;
  /** null: nothing was carried out. */
  readonly receipt: Receipt | null;
  /** Without a receipt: what is known of files that would not be written as planned. */
  readonly predicted?: readonly FileOutcome[];
  /** Who the messages address. Default: the writer of the edits. */
  readonly reader?: Reader;
  /** How a path is shown: bare for the default sandbox. */
  readonly show: (path: WorkspacePath) => string;
  /** Files whose lines the reader may not be shown, and why. */
  readonly unread?: ReadonlyMap<WorkspacePath, Unread>;
};

export type { Unread };

/** One result per edit of the plan, in its order. */
export function blockResults(options: ResultOptions): ReadonlyMap<EditId, BlockResult> {
  const { plan, receipt, predicted = [], show, unread, reader = "model" } = options;
  const outcomes = new Map((receipt?.files ?? predicted).map((outcome) => [outcome.path, outcome]));
  const plans = new Map(plan.results.map((result) => [result.edit, result]));
  const homes = new Map(plan.files.flatMap((file) => file.edits.map((id) => [id, file] as const)));
  const results = new Map<EditId, BlockResult>();
  for (const edit of plan.edits) {
    const planned = plans.get(edit.id);
    if (planned === undefined) continue;
    const file = homes.get(edit.id) ?? null;
    const outcome = outcomes.get(file?.path ?? edit.path) ?? null;
    const other = file ?? plan.files.find(({ path, to }) => path === edit.path || to === edit.path) ?? null;
    const hidden = unread?.get(edit.path) ?? null;
    const facts = { edit, planned, file, other, outcome, receipt, show, hidden, reader };
    const result = { ...blank(facts), ...describe(facts) };
    const isThere = result.status === "APPLIED" || result.status === "ALREADY_APPLIED";
    const said = outcome?.kind === "written" && file?.edits[0] === edit.id ? commentsIn(outcome, reader) : NOTHING_SAID;
    const message = `${result.message}${isThere ? howPlaced(edit) : ""}${said.message}`;
    results.set(edit.id, { ...result, ...said.fields, ...gitHint(facts), message });
  }
  return results;
}

/** S4-7: blocks delete no file. One that is left without text was perhaps meant to go. */
function gitHint({ edit, file, outcome, receipt, show }: Facts): Pick<BlockResult, "hint"> {
  if (file === null || file.before === null || file.before.trim() === "" || file.edits.at(-1) !== edit.id) return {};
  const left = outcome?.kind === "written" ? outcome.content : receipt === null ? file.result : null;
  if (left === null || left.trim() !== "" || file.to !== null) return {};
  return { hint: `git rm -f -- ${quoted(show(file.path))}` };
}

/** One word of a shell's command, whatever is in it. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

type Said = { readonly message: string; readonly fields: Pick<BlockResult, "comments"> };
const NOTHING_SAID: Said = { message: "", fields: {} };

/** Comments are about a file, so its first block has them. */
function commentsIn({ comments }: Written, reader: Reader): Said {
  if (comments === undefined) return NOTHING_SAID;
  return { message: `\n${reader === "user" ? "You" : "The user"} commented on it:\n${comments}`, fields: { comments } };
}

/** The result of an edit that was placed in review mentions it: its writer should know that it was not exact. */
function howPlaced({ placed }: Edit): string {
  if (placed?.by !== "person") return "";
  const choices = placed.choices.map(({ rule, line, answerLine }) =>
    answerLine !== undefined
      ? `the answer has several edits of this text, and the one on line ${answerLine} of the answer was chosen in review`
      : rule === null
        ? `the text matches several places, and line ${line} was chosen in review`
        : `the text was not there exactly, and line ${line}, which the rule "${rule}" found, was accepted in review`,
  );
  return ` How it was placed: ${choices.join("; ")}.`;
}

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

function describe(facts: Facts): Described {
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
      if (outcome !== null) return changed(facts, outcome);
      return receipt === null
        ? { status: "VALIDATED", message: describeEdit(facts, "would") + noteOf(planned) }
        : { status: "APPLIED", message: describeEdit(facts, "did") };
    default:
      return planned satisfies never;
  }
}

/** A change that is "already there" may only be there because of earlier edits of the answer: were those written? */
function alreadyThere(facts: Facts, message: string): Described {
  const now = foundNow(facts);
  const already: Described = { status: "ALREADY_APPLIED", message };
  if (now === null) return already;
  const found = planOn(facts.edit, now, facts.show);
  if (found?.kind === "already") return { ...already, message: found.message };
  const { outcome, receipt } = facts;
  if (receipt === null && (outcome === null || outcome.kind === "held"))
    return { ...already, message: "An earlier edit of this answer makes the same change." };
  if (outcome === null || outcome.kind === "written") {
    const message = "The user changed this file in review, and this change is not in it as proposed.";
    return { status: "SKIPPED", message, error_type: "rejected", user_modified: true };
  }
  return changed(facts, outcome);
}

/** A miss on top of edits that were not written is diagnosed again, on the file as it is. */
function missedNow(facts: Facts, why: Miss): Described {
  const isPlanned = facts.receipt === null && (facts.outcome === null || facts.outcome.kind === "held");
  const now = isPlanned ? null : foundNow(facts);
  const found = now === null ? null : planOn(facts.edit, now, facts.show);
  if (found === null) return missed(why);
  if (found.kind === "already") return { status: "ALREADY_APPLIED", message: found.message };
  if (found.kind === "miss") return missed(whyOf(facts, found.why));
  const message = `It did not fit together with the other edits of ${facts.show(facts.edit.path)}, which were not written as proposed. It fits the file as it is now: send it again.`;
  return { ...missed(why), message, diagnostics: null };
}

function missed(why: Miss): Described {
  return {
    status: SKIPPED.has(why.error) ? "SKIPPED" : "FAILED",
    message: why.message,
    error_type: why.error,
    diagnostics: shown(why),
  };
}

/** Of a file that may not be read, only that the edit does not fit. */
function whyOf({ edit, show, hidden, reader }: Facts, why: Miss): Miss {
  if (hidden === null || why.diagnostics === null) return why;
  const { cause } = why.diagnostics;
  const how = reader === "user" && hidden.how !== null ? ` ${hidden.how}` : "";
  return {
    ...why,
    message: `The text to replace does not occur exactly once in ${show(edit.path)}. Its lines are not shown: ${hidden.why}.${how}`,
    diagnostics: { cause: cause === "ambiguous" ? cause : "not_found", nearest: [], matches: [], candidate: null },
  };
}

function staleMiss({ edit, show }: Facts, why: Miss): Described {
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
