// Renames of one git diff that need each other's places: a to b and b to a, or a to b and b to c. Git means all of them
// at once, so a place that one of them leaves is free for another. All of them are made or, here, none.

import { Bug, type WorkspacePath } from "../../base/index.ts";
import { Desk } from "../diagnose/explain-context.ts";
import type { Making, Outcome } from "./edit-step.ts";
import { destinationProblem } from "./plan-file.ts";
import type { Change, Edit, EditId } from "../types.ts";
import type { Workbench } from "./draft-files.ts";

type Make = (making: Making) => Outcome;
type Renaming = Edit & { readonly change: Extract<Change, { kind: "move" | "patch" }> };

/** The renames that need each other, by the first of them. Others touch none of their paths. */
export function tradesIn(edits: readonly Edit[]): ReadonlyMap<EditId, readonly Edit[]> {
  const trades = new Map<EditId, readonly Edit[]>();
  const renames = edits.filter(isRename);
  if (renames.length < 2) return trades;
  const leaving = new Map(renames.map((edit) => [edit.path, edit]));
  const arriving = new Map(renames.map((edit) => [edit.change.to, edit]));
  const seen = new Set<Edit>();
  for (const edit of renames) {
    const trade: Renaming[] = [];
    // Everyone who waits for this place, and whose place this one waits for.
    for (const open = [edit]; open.length > 0;) {
      const next = open.pop()!;
      if (seen.has(next)) continue;
      seen.add(next);
      trade.push(next);
      for (const other of [leaving.get(next.change.to as WorkspacePath), arriving.get(next.path)])
        if (other !== undefined) open.push(other);
    }
    if (trade.length > 1 && areAlone(trade, edits)) {
      const ordered = edits.filter((each) => trade.includes(each as Renaming)); // Only to look it up.
      trades.set(ordered[0]!.id, ordered);
    }
  }
  return trades;
}

function isRename(edit: Edit): edit is Renaming {
  const { change, path, source } = edit;
  if (source.format !== "udiff" || (change.kind !== "move" && change.kind !== "patch")) return false;
  return change.to !== null && change.to !== path;
}

/** Each path is left once and reached once at most, and by no other edit. */
function areAlone(trade: readonly Renaming[], edits: readonly Edit[]): boolean {
  const places = new Set(trade.flatMap(({ path, change }) => [path as string, change.to!]));
  const touching = edits.filter(({ path, change }) => {
    const to = change.kind === "move" || change.kind === "patch" ? change.to : null;
    return places.has(path) || (to !== null && places.has(to));
  });
  const isOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;
  return (
    touching.length === trade.length &&
    isOnce(trade.map(({ path }) => path)) &&
    isOnce(trade.map(({ change }) => change.to!))
  );
}

/** What becomes of each of them; null when one of them cannot be made, and then nothing has changed. */
export function madeTogether(
  make: Make,
  trade: readonly Edit[],
  { bench, desk }: { readonly bench: Workbench; readonly desk: Desk },
): ReadonlyMap<EditId, Outcome> | null {
  const renames = trade.filter(isRename);
  const left = new Set(renames.map(({ path }) => path as string));
  const making = (edit: Edit, on: Workbench, by: Desk): Making => ({
    edit,
    shown: desk.show(edit.path),
    bench: on,
    desk: by,
  });
  for (const edit of renames) {
    if (bench.entry(edit.path).draft === null) return null;
    const to = edit.change.to as WorkspacePath; // Checked with the edit.
    if (!left.has(to) && destinationProblem(making(edit, bench, desk), to) !== null) return null;
    if (edit.change.kind === "move") continue;
    const trial = making(inPlace(edit), bench.scratch(edit.path), new Desk({ disclose: false }));
    if (make(trial).kind !== "change") return null;
  }
  const outcomes = new Map<EditId, Outcome>(
    renames.map((edit) => [edit.id, edit.change.kind === "move" ? MOVED : make(making(inPlace(edit), bench, desk))]),
  );
  if ([...outcomes.values()].some(({ kind }) => kind !== "change"))
    throw new Bug("what fitted on a copy of the file must fit on the file");
  bench.trade(renames.map(({ id, path, change }) => ({ edit: id, from: path, to: change.to as WorkspacePath })));
  return outcomes;
}

const MOVED: Outcome = { kind: "change", line: 1, matchLine: 1, linesChanged: 0, replacements: 0 };

function inPlace(edit: Renaming): Edit {
  return edit.change.kind === "patch" ? { ...edit, change: { ...edit.change, to: null } } : edit;
}
