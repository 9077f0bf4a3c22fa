// Renames of one git diff that need each other's places: a to b and b to a, or a to b and b to c. Git means all of them
// at once, so a place that one of them leaves is free for another. All of them are made or, here, none.

import { Bug, type WorkspacePath } from "../../base/index.ts";
import { ExplainContext } from "../diagnose/explain-context.ts";
import type { EditStep, Outcome } from "./edit-step.ts";
import { destinationProblem } from "./plan-file.ts";
import type { Change, Edit, EditId } from "../types.ts";
import type { DraftFiles } from "./draft/draft-files.ts";

type ApplyEdit = (step: EditStep) => Outcome;
type Renaming = Edit & { readonly change: Extract<Change, { kind: "move" | "patch" }> };

/** The renames that need each other, by the first of them. Others touch none of their paths. */
export function renameCyclesIn(edits: readonly Edit[]): ReadonlyMap<EditId, readonly Edit[]> {
  const cycles = new Map<EditId, readonly Edit[]>();
  const renames = edits.filter(isRename);
  if (renames.length < 2) return cycles;
  const leaving = new Map(renames.map((edit) => [edit.path, edit]));
  const arriving = new Map(renames.map((edit) => [edit.change.to, edit]));
  const seen = new Set<Edit>();
  for (const edit of renames) {
    const cycle: Renaming[] = [];
    // Everyone who waits for this place, and whose place this one waits for.
    for (const open = [edit]; open.length > 0;) {
      const next = open.pop()!;
      if (seen.has(next)) continue;
      seen.add(next);
      cycle.push(next);
      for (const other of [leaving.get(next.change.to as WorkspacePath), arriving.get(next.path)])
        if (other !== undefined) open.push(other);
    }
    if (cycle.length > 1 && areAlone(cycle, edits)) {
      const ordered = edits.filter((each) => cycle.includes(each as Renaming)); // Only to look it up.
      cycles.set(ordered[0]!.id, ordered);
    }
  }
  return cycles;
}

function isRename(edit: Edit): edit is Renaming {
  const { change, path, source } = edit;
  if (source.format !== "udiff" || (change.kind !== "move" && change.kind !== "patch")) return false;
  return change.to !== null && change.to !== path;
}

/** Each path is left once and reached once at most, and by no other edit. */
function areAlone(cycle: readonly Renaming[], edits: readonly Edit[]): boolean {
  const places = new Set(cycle.flatMap(({ path, change }) => [path as string, change.to!]));
  const touching = edits.filter(({ path, change }) => {
    const to = change.kind === "move" || change.kind === "patch" ? change.to : null;
    return places.has(path) || (to !== null && places.has(to));
  });
  const isOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;
  return (
    touching.length === cycle.length &&
    isOnce(cycle.map(({ path }) => path)) &&
    isOnce(cycle.map(({ change }) => change.to!))
  );
}

/** What becomes of each of them; null when one of them cannot be made, and then nothing has changed. */
export function renameTogether(
  applyEdit: ApplyEdit,
  cycle: readonly Edit[],
  { drafts, context }: { readonly drafts: DraftFiles; readonly context: ExplainContext },
): ReadonlyMap<EditId, Outcome> | null {
  const renames = cycle.filter(isRename);
  const left = new Set(renames.map(({ path }) => path as string));
  const stepFor = (edit: Edit, on: DraftFiles, by: ExplainContext): EditStep => ({
    edit,
    shown: context.show(edit.path),
    drafts: on,
    context: by,
  });
  for (const edit of renames) {
    if (drafts.entry(edit.path).draft === null) return null;
    const to = edit.change.to as WorkspacePath; // Checked with the edit.
    if (!left.has(to) && destinationProblem(stepFor(edit, drafts, context), to) !== null) return null;
    if (edit.change.kind === "move") continue;
    const trial = stepFor(inPlace(edit), drafts.scratch(edit.path), new ExplainContext({ disclose: false }));
    if (applyEdit(trial).kind !== "change") return null;
  }
  const outcomes = new Map<EditId, Outcome>(
    renames.map((edit) => [
      edit.id,
      edit.change.kind === "move" ? MOVED : applyEdit(stepFor(inPlace(edit), drafts, context)),
    ]),
  );
  if ([...outcomes.values()].some(({ kind }) => kind !== "change"))
    throw new Bug("what fitted on a copy of the file must fit on the file");
  drafts.moveTogether(
    renames.map(({ id, path, change }) => ({ edit: id, from: path, to: change.to as WorkspacePath })),
  );
  return outcomes;
}

const MOVED: Outcome = { kind: "change", line: 1, matchLine: 1, linesChanged: 0, replacements: 0 };

function inPlace(edit: Renaming): Edit {
  return edit.change.kind === "patch" ? { ...edit, change: { ...edit.change, to: null } } : edit;
}
