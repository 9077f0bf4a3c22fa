// Text that an answer shows for a file and that the file has already: a quotation, no edit. Models show what they talk
// about. Never takes a whole file for a quotation of itself: that one is an edit which is already made.

import { Draft } from "./draft/draft.ts";
import { replacedAlready } from "../match/already-applied.ts";
import { contentsOf } from "../match/locate.ts";
import type { Outcome } from "./edit-step.ts";
import { isBlank } from "../diagnose/soften.ts";
import type { Edit, EditId, EditPlan } from "../types.ts";
import type { Entry } from "./draft/draft-files.ts";
import { isTelling } from "../diagnose/line-kinds.ts";
import { linesAt } from "../diagnose/wording.ts";

/** The outcome for text that is a part of the file, as it is now or as it was before the answer; null when it is not. */
export function quotedIn({ draft, found }: Entry, shown: string, content: string): Outcome | null {
  const lines = contentsOf(content);
  if (lines.every(isBlank)) return null;
  const now = draft === null ? null : firstPlace(draft, lines);
  const before = now ?? (found.kind === "text" ? firstPlace(new Draft(found.snapshot.text), lines) : null);
  if (before === null) return null;
  const where = linesAt(before, before + lines.length, "L");
  const message = `${where} of ${shown} ${lines.length === 1 ? "has" : "have"} this text already, so it was read as a quotation, not as an edit.`;
  return { kind: "already", line: before + 1, message, isQuoted: true };
}

/** Whether so few lines of a file can only be a part of it, and not what it is to become. */
export function isSmallPart(draft: Draft, content: string): boolean {
  return contentsOf(content).length * 2 < draft.length;
}

/** A file of this many lines or more is hardly made this many times shorter. */
const LONG = 40;
const SHARE = 4;

export function isFarLess(draft: Draft, content: string): boolean {
  return draft.length >= LONG && contentsOf(content).length * SHARE < draft.length;
}

/** A shorter file has too few lines to tell a part from the whole. */
const SHORT = 4;
const MOST = 0.6;

/** Whether text says so much less than the file that it may be a part of it. Blank lines and brackets say nothing. */
export function isMuchLess(draft: Draft, content: string): boolean {
  if (draft.length < SHORT) return false;
  return contentsOf(content).filter(isTelling).length < draft.lines.filter(isTelling).length * MOST;
}

/**
 * The result of an edit once all edits of the answer are made: text that missed when its turn came, and that the other
 * edits have made, is a quotation.
 */
export function settleQuotation(
  result: EditPlan,
  { change, likely }: Edit,
  { entry, shown }: { readonly entry: Entry; readonly shown: string },
): EditPlan {
  if (result.kind !== "miss") return result;
  if (change.kind === "replace" && likely !== undefined && result.why.error === "unsure")
    return settleExplained(result, change, { entry, shown });
  if (change.kind !== "overwrite") return result;
  if (change.doubt === undefined && likely === undefined) return result;
  const quoted = quotedIn(entry, shown, change.content);
  return quoted === null ? result : { edit: result.edit, ...quoted };
}

/** Likely edits that say in words what a certain edit of the answer does: they explain it. */
export function explanationsIn(edits: readonly Edit[]): ReadonlySet<EditId> {
  if (edits.every(({ likely }) => likely === undefined)) return new Set();
  const keyOf = ({ path, change }: Edit): string | null =>
    change.kind === "replace" ? JSON.stringify([path, change.find.trim(), change.put.trim()]) : null;
  const certain = new Set(edits.filter(({ likely }) => likely === undefined).map(keyOf));
  certain.delete(null);
  return new Set(edits.filter((edit) => edit.likely !== undefined && certain.has(keyOf(edit))).map(({ id }) => id));
}

/** What is said of an edit among a model's thoughts that its answer has in another form. */
export const DRAFT: Outcome = {
  kind: "already",
  line: null,
  message: "It is among the thoughts of the model, and the answer changes the same text, so it was read as a draft.",
  isQuoted: true,
};

/** What is said of one. */
export const EXPLANATION: Outcome = {
  kind: "already",
  line: null,
  message: "Another edit of this answer makes this change, so it was read as an explanation.",
  isQuoted: true,
};

/** A change that was only explained, and that another edit of the answer makes. */
function settleExplained(
  result: EditPlan,
  { find, put }: { readonly find: string; readonly put: string },
  { entry: { draft }, shown }: { readonly entry: Entry; readonly shown: string },
): EditPlan {
  if (draft === null) return result;
  const line = replacedAlready(draft, { find: contentsOf(find), put: contentsOf(put) });
  const isLeft = draft.find(contentsOf(find), { keep: 1 }).count > 0;
  if (line === null || isLeft) return result;
  const message = `Another edit of this answer makes this change, at line ${line + 1} of ${shown}, so it was read as an explanation.`;
  return { edit: result.edit, kind: "already", line: line + 1, message, isQuoted: true };
}

function firstPlace(draft: Draft, lines: readonly string[]): number | null {
  const { count, places } = draft.find(lines, { keep: 1 });
  return count === 0 ? null : places[0]!;
}
