// A patch whose file has several headers in one answer, as when the diffs of several commits are put together, or a
// model comes back to a file. A later part is for the file as it was, or as the parts before it leave it: it is read in
// the way that fits. Never chooses between two ways that both fit and differ.

import { Bug, type WorkspacePath } from "../../base/index.ts";
import { ExplainContext } from "../diagnose/explain-context.ts";
import { missed, type EditStep, type Outcome } from "./edit-step.ts";
import { twoReadingsMiss } from "../diagnose/patch-misses.ts";
import { destinationProblem } from "./plan-file.ts";
import { applyPatch } from "./plan-patch.ts";
import type { Change, Chunk } from "../types.ts";

type Patch = Extract<Change, { kind: "patch" }>;

export function applyParts(step: EditStep, change: Patch): Outcome {
  const { found, draft, removedBy } = step.drafts.entry(step.edit.path);
  if (change.inQuote && draft === null && found.kind === "absent" && removedBy === null) {
    const message = `There is no ${step.shown}, and the diff of it begins on a quoted line, so it was read as a quotation, not as an edit.`;
    return { kind: "already", line: null, message, isQuoted: true };
  }
  if (change.chunks.every(({ part = 0 }) => part === 0)) return applyPatch(step, change);
  const parts = partsOf(change);
  // A place that a person chose is one in the file as it was.
  const isPinned = change.chunks.some(({ at }) => at.pin !== undefined);
  if (parts.length < 2 || isPinned || draft === null) return applyPatch(step, change);
  const inTurn = tried(step, parts);
  const atOnce = inTurn === null ? null : tried(step, [change]);
  if (inTurn === null || inTurn.text === atOnce?.text || atOnce?.isThere === true) return applyPatch(step, change);
  if (atOnce !== null) return missed(twoReadingsMiss(step));
  return madeInTurn(step, parts, change.to);
}

function partsOf({ chunks }: Patch): readonly Patch[] {
  const parts = new Map<number, Chunk[]>();
  for (const chunk of chunks) {
    const part = parts.get(chunk.part ?? 0);
    if (part === undefined) parts.set(chunk.part ?? 0, [chunk]);
    else part.push(chunk);
  }
  return [...parts.values()].map((own) => ({ kind: "patch", chunks: own, to: null }));
}

/** `isThere`: the only part was made already. */
type Tried = { readonly text: string; readonly isThere: boolean };

/** The file after the parts, on a copy of it; null when one of them has no place. */
function tried(step: EditStep, parts: readonly Patch[]): Tried | null {
  const drafts = step.drafts.scratch(step.edit.path);
  for (const part of parts) {
    const trial = {
      ...step,
      drafts,
      context: new ExplainContext({ disclose: false }),
      edit: { ...step.edit, change: part },
    };
    const { kind } = applyPatch(trial, { ...part, to: null });
    if (kind === "miss" || (kind === "already" && parts.length > 1)) return null;
    if (kind === "already") return { text: step.drafts.entry(step.edit.path).draft!.text, isThere: true };
  }
  // A scratch copy has the file, and nothing here removes it.
  return { text: drafts.entry(step.edit.path).draft!.text, isThere: false };
}

/** The parts one after another, of which it is known that they fit. The last one moves the file. */
function madeInTurn(step: EditStep, parts: readonly Patch[], to: string | null): Outcome {
  const isMove = to !== null && to !== step.edit.path;
  const problem = isMove ? destinationProblem(step, to as WorkspacePath) : null; // Checked with the edit.
  if (problem !== null) return problem;
  const made = parts.map((part, at) => {
    const change = at === parts.length - 1 ? { ...part, to } : part;
    const outcome = applyPatch({ ...step, edit: { ...step.edit, change } }, change);
    if (outcome.kind !== "change") throw new Bug("a part that fitted on a copy of the file must fit on the file");
    return outcome;
  });
  return made.reduce((sum, { linesChanged, replacements, note }) => ({
    ...sum,
    linesChanged: sum.linesChanged + linesChanged,
    replacements: sum.replacements + replacements,
    ...(note === undefined ? {} : { note }),
  }));
}
