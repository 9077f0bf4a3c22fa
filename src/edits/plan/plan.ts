// One pure planner for every format: edits and files in, exact changes or explanations out. Edits are made one after
// another in memory, each on the result of those before. Exact or refused; nothing is guessed and nothing is written.

import { Bug, type WorkspacePath } from "../../base/index.ts";
import { isReadable } from "../../text/index.ts";
import { ExplainContext, type ExplainOptions } from "../diagnose/explain-context.ts";
import { verifiedOutcome } from "./verify-candidate.ts";
import { DRAFT, EXPLANATION, explanationsIn, settleQuotation } from "./quotation.ts";
import { chooseReading, readingNotChosen } from "./readings.ts";
import { missed, type EditStep, type Outcome } from "./edit-step.ts";
import { applyCreate, applyDelete, applyMove, applyOverwrite } from "./plan-file.ts";
import { applyParts } from "./plan-parts.ts";
import { applyReplace } from "./plan-replace.ts";
import { cancelledOut, earlyNul, halfCharacter, newNul, notChosen, unsure } from "../diagnose/misses.ts";
import { doubtRivals, draftsIn } from "../diagnose/rival-edits.ts";
import { doubtElision, doubtRemark } from "./doubts/left-out.ts";
import { doubtCutOff } from "./doubts/cut-off.ts";
import { doubtDamage } from "./doubts/damaged-text.ts";
import { doubtShown } from "./doubts/shown-text.ts";
import { doubtWrapped } from "./doubts/wrapped-text.ts";
import { readLikelyFile } from "./likely-file.ts";
import { combine } from "./combine.ts";
import { renameTogether, renameCyclesIn } from "./rename-cycle.ts";
import type { Candidate, ChangePlan, Edit, EditId, EditPlan, FilePlan, Found } from "../types.ts";
import { DraftFiles } from "./draft/draft-files.ts";

export type PlanOptions = ExplainOptions & {
  /** The edit to make in place of one that misses and has a candidate; null to leave it a miss. */
  readonly accept?: (edit: Edit, candidate: Candidate) => Edit | null;
};

/**
 * `files` must say what is at every path in pathsOf(edits), else this throws a Bug. Every edit has one result, in order;
 * an edit that misses leaves everything as it was. Outside the places edits name, each file's bytes stay the same, or
 * this throws a Bug. The plan's edits have the reading that was taken.
 */
export function planEdits(
  given: readonly Edit[],
  files: ReadonlyMap<WorkspacePath, Found>,
  options: PlanOptions = {},
): ChangePlan {
  const drafts = new DraftFiles(files);
  const context = new ExplainContext(options);
  const { show } = context;
  const edits = doubtRivals(given, {
    show,
    textOf: (path) => drafts.entry(path).draft?.text ?? null,
    timesIn: (path, text) => drafts.entry(path).draft?.findChars(text).length ?? 0,
    read: (edit) => readLikelyFile({ edit, shown: show(edit.path), drafts, context }),
  });
  const cycles = renameCyclesIn(edits);
  const renamed = new Map<EditId, Outcome>();
  const explanations = explanationsIn(edits);
  const thoughts = draftsIn(edits);
  const settled: Edit[] = [];
  const results = edits.map((asked): EditPlan => {
    const cycle = cycles.get(asked.id);
    const together = cycle === undefined ? null : renameTogether(applyEdit, cycle, { drafts, context });
    for (const [id, outcome] of together ?? []) renamed.set(id, outcome);
    const asStep = { edit: asked, shown: context.show(asked.path), drafts, context };
    const step = { ...asStep, edit: readLikelyFile(asStep) };
    const isShown = explanations.has(asked.id) ? EXPLANATION : thoughts.has(asked.id) ? DRAFT : null;
    const chosen = isShown ?? chooseReading(applyEdit, step);
    const edit = "kind" in chosen ? step.edit : doubted({ ...step, edit: chosen });
    const first = "kind" in chosen ? chosen : (renamed.get(edit.id) ?? verifiedOutcome(applyEdit, { ...step, edit }));
    const { edit: made, outcome } = accepted({ ...step, edit }, first, options.accept);
    settled.push(made);
    return { edit: edit.id, ...(edit.likely === undefined ? outcome : quotedIfThere(outcome)) };
  });
  const sum = combine(
    drafts,
    settled,
    new Set(results.flatMap((result) => (result.kind === "change" ? [result.edit] : []))),
  );
  const isWritable = ({ result }: FilePlan): boolean => result === null || isReadable(result);
  const refused = new Set(sum.files.filter((file) => !isWritable(file)).flatMap((file) => file.edits));
  return {
    edits: settled,
    files: refused.size === 0 ? sum.files : sum.files.filter(isWritable),
    results: results.map((result, at) => {
      const edit = settled[at]!;
      const { id, path } = edit;
      if (sum.cancelled.has(id)) return { edit: id, kind: "miss", why: cancelledOut(context.show(path)) };
      if (refused.has(id)) return { edit: id, kind: "miss", why: earlyNul(context.show(path)) };
      // What an answer shows before the edit that makes it is in the file only now.
      return settleQuotation(result, edit, { entry: drafts.entry(path), shown: context.show(path) });
    }),
  };
}

/** The edit and its outcome; where its candidate is accepted, the edit that is made instead, with that one's. */
function accepted(
  step: EditStep,
  outcome: Outcome,
  accept: PlanOptions["accept"],
): { readonly edit: Edit; readonly outcome: Outcome } {
  const candidate = outcome.kind === "miss" ? outcome.why.diagnostics?.candidate : null;
  const edit = candidate && accept ? accept(step.edit, candidate) : null;
  return edit === null ? { edit: step.edit, outcome } : { edit, outcome: applyEdit({ ...step, edit }) };
}

/** The edit, as a likely one if its new text leaves code out, is written for a reader, or was damaged on its way. */
function doubted(step: EditStep): Edit {
  const whole = doubtRemark({ ...step, edit: doubtElision(step) });
  const read = doubtShown({ ...step, edit: doubtDamage({ ...step, edit: whole }) });
  return doubtCutOff({ ...step, edit: doubtWrapped({ ...step, edit: read }) });
}

/** Every path a plan of these edits must know about, each once. */
export function pathsOf(edits: readonly Edit[]): readonly WorkspacePath[] {
  const paths = new Set<WorkspacePath>();
  for (const { path, change } of edits) {
    paths.add(path);
    if ((change.kind === "patch" || change.kind === "move") && change.to !== null)
      paths.add(change.to as WorkspacePath); // Checked with the edit.
  }
  return [...paths];
}

/** Applies one edit to the drafts; a miss leaves them as they were. */
export function applyEdit(step: EditStep): Outcome {
  const { edit, shown } = step;
  const { change } = edit;
  if (!newText(edit).every(({ put }) => put.isWellFormed())) return missed(halfCharacter(shown));
  if (newText(edit).some(addsNul)) return missed(newNul(shown));
  const { rivals, likely } = edit;
  if (rivals !== undefined && rivals.chosen?.edit !== edit.id)
    return rivals.chosen === null ? unconfirmed(step, likely!.why) : missed(notChosen(rivals.chosen)); // Rivals are likely.
  // What a file has already is only shown: applyOverwrite sees that first.
  if (likely?.canConfirm === false && change.kind !== "overwrite") return unconfirmed(step, likely.why);
  switch (change.kind) {
    case "replace":
      return applyReplace(step, change);
    case "patch":
      return applyParts(step, change);
    case "create":
      return applyCreate(step, change);
    case "overwrite":
      return applyOverwrite(step, change);
    case "delete":
      return applyDelete(step, change);
    case "move":
      return applyMove(step, change.to as WorkspacePath); // Checked with the edit.
    case "either":
      return readingNotChosen(change);
  }
  change satisfies never;
  throw new Bug("an edit of an unknown kind");
}

/** A change that no one confirms is not made; one that is made already was only explained. */
function unconfirmed({ edit, shown, drafts }: EditStep, why: string): Outcome {
  const { likely: _, rivals: __, ...certain } = edit;
  const { change } = edit;
  const isMove = change.kind === "move" || change.kind === "delete" || (change.kind === "patch" && change.to !== null);
  if (isMove || drafts.entry(edit.path).draft === null) return missed(unsure(why));
  const trial = {
    edit: certain,
    shown,
    drafts: drafts.scratch(edit.path),
    context: new ExplainContext({ disclose: false }),
  };
  const outcome = applyEdit(trial);
  return outcome.kind === "already" ? quotedIfThere(outcome) : missed(unsure(why));
}

/** A likely edit that is made already was only shown. */
function quotedIfThere(outcome: Outcome): Outcome {
  if (outcome.kind !== "already" || outcome.isQuoted === true) return outcome;
  return { ...outcome, message: `${outcome.message} It was read as a quotation, not as an edit.`, isQuoted: true };
}

type NewText = { readonly find: string; readonly put: string };

/** Each new text with the text whose place it takes; "" where there is none. */
function newText({ change }: Edit): readonly NewText[] {
  switch (change.kind) {
    case "replace":
      return [change];
    case "patch":
      return change.chunks;
    case "create":
    case "overwrite":
      return [{ find: "", put: change.content }];
    default:
      return [];
  }
}

/** A NUL that is in the old text too was in the file before. */
function addsNul({ find, put }: NewText): boolean {
  return put.includes("\0") && put.split("\0").length > find.split("\0").length;
}
