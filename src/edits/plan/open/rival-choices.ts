// Edits of one answer that exclude each other, as one thing to choose: every version with what it would change. Each is
// tried on a copy first, so one that does not fit is never offered. Only looks.

import { counted } from "../../../base/index.ts";
import { unifiedDiff, type Text } from "../../../text/index.ts";
import { ExplainContext } from "../../diagnose/explain-context.ts";
import { realOf } from "../draft/draft-files.ts";
import { textOf } from "../draft/draft.ts";
import type { EditStep, Outcome } from "../edit-step.ts";
import type { Choice, OpenEdit } from "./open-edit.ts";
import type { Edit } from "../../types.ts";

/** Whether a person may still choose between this edit and its rivals. */
export function isUndecided({ rivals, origin }: Edit): boolean {
  return rivals?.chosen === null && origin?.canConfirm === true;
}

/**
 * The versions to choose from, with the first of them as the one that names the question: null for every other one, and
 * where none fits. `edits`: all that are planned together.
 */
export function rivalChoices(
  applyEdit: (step: EditStep) => Outcome,
  step: EditStep,
  { edits, most }: { readonly edits: readonly Edit[]; readonly most: number },
): OpenEdit | null {
  const { edit, shown, drafts } = step;
  const all = edit.rivals?.all ?? [];
  if (all[0] !== edit.id) return null;
  const rivals = new Set(all);
  // Versions with the same change are offered once.
  const versions = [
    ...new Map(
      edits.flatMap((each) => (rivals.has(each.id) ? [[JSON.stringify(each.change), each] as const] : [])).toReversed(),
    ).values(),
  ].toReversed();
  const choices = versions.slice(0, most).flatMap((version) => choiceOf(applyEdit, { ...step, edit: version }) ?? []);
  if (choices.length === 0) return null;
  const lines = new Intl.ListFormat("en").format(versions.map(({ origin }) => String(origin!.line))); // Of one answer.
  const what = edit.change.kind === "overwrite" ? `all of ${shown}` : `the same text of ${shown}`;
  const cut = choices.length < versions.length ? ` ${counted(choices.length, "version")} can be chosen here.` : "";
  const message = `The answer changes ${what} in ${counted(versions.length, "way")} that exclude each other, on lines ${lines}.${cut}`;
  return { edit: edit.id, path: edit.path, real: realOf(drafts.entry(edit.path).found), message, choices };
}

function choiceOf(applyEdit: (step: EditStep) => Outcome, step: EditStep): Choice | null {
  const { edit, shown, drafts, context } = step;
  const answerLine = edit.origin!.line; // Only edits of an answer have rivals.
  const chosen: Edit = { ...edit, rivals: { ...edit.rivals!, chosen: { edit: edit.id, line: answerLine } } };
  const scratch = drafts.scratch(edit.path);
  const quiet = new ExplainContext({ disclose: context.disclose, show: context.show });
  const outcome = applyEdit({ edit: chosen, shown, drafts: scratch, context: quiet });
  const [before, after] = [drafts.entry(edit.path).draft, scratch.entry(edit.path).draft];
  if (outcome.kind !== "change" || after === null) return null;
  const paths = { oldPath: shown, newPath: shown };
  const { line } = outcome;
  return {
    line,
    rule: null,
    answerLine,
    unified_diff: unifiedDiff({ ...paths, before: before === null ? NOTHING : textOf(before), after: textOf(after) }),
    edit: { ...chosen, placed: { by: "person", asked: edit.change, choices: [{ rule: null, line, answerLine }] } },
  };
}

const NOTHING = "" as Text; // No text is well-formed text.
