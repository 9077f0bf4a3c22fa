// A block that can be read in several ways: the file decides which of them is meant. Each is tried on a copy of the file.
// Never chooses between two that fit and differ.

import { ExplainContext } from "../diagnose/explain-context.ts";
import type { Draft } from "./draft/draft.ts";
import { missed, type EditStep, type Outcome } from "./edit-step.ts";
import { missOf, unsure } from "../diagnose/misses.ts";
import type { Change, Edit, Miss } from "../types.ts";

type ApplyEdit = (step: EditStep) => Outcome;
type Either = Extract<Change, { kind: "either" }>;

/** The edit with the one reading that fits its file; else why none is made. An edit with one reading is itself. */
export function chooseReading(
  applyEdit: ApplyEdit,
  step: EditStep,
): Edit | { readonly kind: "miss"; readonly why: Miss } {
  const { edit, shown, drafts, context } = step;
  const { change } = edit;
  if (change.kind !== "either") return edit;
  if (edit.likely?.canConfirm === false) return { kind: "miss", why: unsure(edit.likely.why) };
  if (!context.takeReadings()) return refused(`${change.why} The answer has too many blocks like this one.`);
  const { draft } = drafts.entry(edit.path);
  const attempt = (reading: Change): Tried => tried(applyEdit, step, reading);
  const fitting = change.readings.map(attempt).filter(fits);
  const isRuled = draft !== null && hasRules(draft);
  const rivals = change.rivals.filter(({ ifRuled }) => isRuled || !ifRuled).map((rival) => attempt(rival.change));
  const [first] = fitting;
  if (first === undefined) return nowhere(change, shown, attempt(change.readings[0]!));
  const isOne = [...fitting, ...rivals.filter(fits)].every(({ result }) => result !== null && result === first.result);
  if (!isOne && fitting.length + rivals.filter(fits).length > 1)
    return refused(`${change.why} More than one reading fits ${shown}, so none was taken.`);
  return { ...edit, change: first.change };
}

/** `result`: the text after it; null when the place is not clear. */
type Tried = { readonly change: Change; readonly outcome: Outcome; readonly result: string | null };

function tried(applyEdit: ApplyEdit, { edit, shown, drafts }: EditStep, change: Change): Tried {
  const scratch = drafts.scratch(edit.path);
  const trial = { edit: { ...edit, change }, shown, drafts: scratch, context: new ExplainContext({ disclose: false }) };
  const outcome = applyEdit(trial);
  return { change, outcome, result: outcome.kind === "miss" ? null : (scratch.entry(edit.path).draft?.text ?? null) };
}

/** Text that is in several places fits as well: which of them is meant is another question. */
function fits({ outcome }: Tried): boolean {
  return outcome.kind !== "miss" || outcome.why.error === "ambiguous_anchor";
}

/** Lines of signs alone, as under headings and around tables: in such a file a divider may be content. */
function hasRules(draft: Draft): boolean {
  return draft.lines.some((line) => RULE.test(line));
}

const RULE = /^([=\-~^*_#+])\1{4,}\s*$/;

function refused(message: string): Outcome & { readonly kind: "miss"; readonly why: Miss } {
  return { kind: "miss", why: missOf("INVALID_ARG", message, "malformed_block") };
}

/** Nothing fits. What the first reading lacks is reported; no softer rule may choose for it. */
function nowhere({ why }: Either, shown: string, { outcome }: Tried): { readonly kind: "miss"; readonly why: Miss } {
  if (outcome.kind !== "miss") return refused(why);
  if (outcome.why.error === "file_not_found") return { kind: "miss", why: outcome.why };
  return refused(`${why} None of its readings fits ${shown}.`);
}

/** For those who plan without settling readings first: such an edit is not made. */
export function readingNotChosen({ why }: Either): Outcome {
  return missed(missOf("INVALID_ARG", why, "malformed_block"));
}
