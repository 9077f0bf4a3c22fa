// Edits that missed and that a person could place: every exact match, the candidate of a softer rule, or versions that
// exclude each other, each with what it would change there. Every place is tried on a copy first, so one that does not work is never offered. Only looks.

import { counted, type WorkspacePath } from "../../../base/index.ts";
import { ExplainContext, type ExplainOptions } from "../../diagnose/explain-context.ts";
import { changeDiff } from "../change-diff.ts";
import type { EditStep, Outcome } from "../edit-step.ts";
import { applyEdit } from "../plan.ts";
import { verifiedOutcome } from "../verify-candidate.ts";
import type { Change, Edit, EditPlan, Found, Miss } from "../../types.ts";
import { candidatePlace, exactPlaces, type PossiblePlace, type PossiblePlaces } from "./possible-places.ts";
import { subjectOf } from "../../diagnose/wording.ts";
import { realOf, DraftFiles } from "../draft/draft-files.ts";
import type { Choice, OpenEdit } from "./open-edit.ts";
import { isUndecided, rivalChoices } from "./rival-choices.ts";

export type { Choice, OpenEdit } from "./open-edit.ts";

// More places than this are not useful to a reader; each is tried on a copy of its file.
const MOST_CHOICES = 30;
const MOST_CHOICES_IN_ALL = 300;
// Characters of all diffs of one edit, but for the last: lines may be very long.
const MOST_SHOWN = 200_000;

/** True for a miss that openEdits would look into. */
export function isOpen(edit: Edit, result: EditPlan): boolean {
  return result.kind === "miss" && isOpenMiss(edit, result.why);
}

/** The edits that miss and could be placed, in their order. `files` as for planEdits. */
export function openEdits(
  edits: readonly Edit[],
  files: ReadonlyMap<WorkspacePath, Found>,
  options: ExplainOptions = {},
): readonly OpenEdit[] {
  const drafts = new DraftFiles(files);
  const context = new ExplainContext(options);
  const open: OpenEdit[] = [];
  let left = MOST_CHOICES_IN_ALL;
  for (const edit of edits) {
    const step = { edit, shown: context.show(edit.path), drafts, context };
    const outcome = verifiedOutcome(applyEdit, step);
    if (outcome.kind !== "miss" || !isOpenMiss(edit, outcome.why) || left === 0) continue;
    const most = Math.min(left, MOST_CHOICES);
    const found = isUndecided(edit)
      ? rivalChoices(applyEdit, step, { edits, most })
      : lookInto(step, outcome.why, most);
    if (found === null) continue;
    left -= found.choices.length;
    open.push(found);
  }
  return open;
}

function isOpenMiss(edit: Edit, { error, code, diagnostics }: Miss): boolean {
  if (isUndecided(edit)) return error === "unsure";
  if (code === "STALE") return edit.placed !== undefined;
  if (diagnostics === null) return false;
  return diagnostics.candidate !== null || (error === "ambiguous_anchor" && diagnostics.matches.length > 1);
}

function lookInto(step: EditStep, why: Miss, most: number): OpenEdit | null {
  const { edit, drafts } = step;
  if (why.code === "STALE") return lookAgain(step, most);
  const { draft } = drafts.entry(edit.path);
  if (draft === null) return null;
  const candidate = why.diagnostics?.candidate ?? null;
  if (candidate === null) return opened(step, exactPlaces(draft, edit.change, most));
  return opened(step, { possible: [candidatePlace(draft, edit.change, candidate)], count: 1, hunk: null });
}

/** The place that was chosen is gone: start over with the edit as written in the answer. */
function lookAgain(step: EditStep, most: number): OpenEdit | null {
  const { edit, drafts } = step;
  const { placed, ...rest } = edit;
  if (placed === undefined || drafts.entry(edit.path).draft === null) return null;
  const afresh = { ...step, edit: { ...rest, change: placed.asked } };
  const outcome = verifiedOutcome(applyEdit, { ...afresh, drafts: drafts.scratch(edit.path), context: quiet(step) });
  if (outcome.kind === "already") return null;
  if (outcome.kind === "miss") {
    if (outcome.why.code === "STALE" || !isOpenMiss(afresh.edit, outcome.why)) return null;
    return again(step, lookInto(afresh, outcome.why, most));
  }
  const { draft } = drafts.entry(edit.path);
  return again(step, draft && opened(afresh, exactPlaces(draft, placed.asked, most)));
}

function again({ shown }: EditStep, open: OpenEdit | null): OpenEdit | null {
  return open && { ...open, message: `${shown} changed after a place was chosen. ${open.message}` };
}

function opened(step: EditStep, { possible, count, hunk }: PossiblePlaces): OpenEdit | null {
  const { edit, shown } = step;
  const asked = edit.placed?.asked ?? edit.change;
  const before = edit.placed?.by === "person" ? edit.placed.choices : [];
  const choices: Choice[] = [];
  let size = 0;
  for (const place of possible) {
    const diff = size > MOST_SHOWN ? null : diffOf(step, place);
    if (diff === null) continue;
    size += diff.length;
    const { line, rule } = place;
    const placed = { by: "person", asked, choices: [...before, { line, rule }] } as const;
    choices.push({ line, rule, unified_diff: diff, edit: { ...edit, change: place.change, placed } });
  }
  if (choices.length === 0) return null;
  const { rule } = choices[0]!;
  const why =
    rule !== null
      ? `is not exactly in ${shown}; the rule "${rule}" finds a place for it.`
      : `matches ${counted(count, "place")} in ${shown}.`;
  const cut = choices.length < count ? ` ${choices.length} of them can be chosen here.` : "";
  const real = realOf(step.drafts.entry(edit.path).found);
  return { edit: edit.id, path: edit.path, real, message: `${subjectOf(edit, hunk)} ${why}${cut}`, choices };
}

/** Null when the edit cannot be made there, even with more choices. */
function diffOf(step: EditStep, { change, own }: PossiblePlace): string | null {
  const { edit, shown, drafts } = step;
  const attempt = (tried: Change): { readonly outcome: Outcome; readonly scratch: DraftFiles } => {
    const scratch = drafts.scratch(edit.path);
    const trial = { ...edit, change: tried.kind === "patch" ? { ...tried, to: null } : tried };
    return {
      outcome: verifiedOutcome(applyEdit, { edit: trial, shown, drafts: scratch, context: quiet(step) }),
      scratch,
    };
  };
  const whole = attempt(change);
  const { outcome } = whole;
  if (outcome.kind === "already" || (outcome.kind === "miss" && !isOpenMiss(edit, outcome.why))) return null;
  const { scratch, outcome: alone } = own === change ? whole : attempt(own);
  if (alone.kind !== "change") return null;
  // Only a file that is there is searched, and only one that stays is changed.
  return changeDiff(drafts.entry(edit.path).draft!, scratch.entry(edit.path).draft!, shown);
}

/** Trials explain themselves on a budget of their own. */
function quiet({ context }: EditStep): ExplainContext {
  return new ExplainContext({ disclose: context.disclose, show: context.show });
}
