// The sum of all edits: one plan per file that ends up different, each change naming the edits that caused it.
// Checks that every byte outside the touched lines is the file's own.

import { Bug, digestOf, type WorkspacePath } from "../../base/index.ts";
import { diffLines, versionOfText, type Text } from "../../text/index.ts";
import { textOf, type Draft } from "./draft/draft.ts";
import { hunksOf, type Caused } from "./draft/draft-hunks.ts";
import { BOM } from "../match/locate.ts";
import type { Edit, EditId, FilePlan } from "../types.ts";
import { realOf, type Entry, type DraftFiles } from "./draft/draft-files.ts";

export type Combined = {
  readonly files: readonly FilePlan[];
  /** Edits that were made and of which nothing is left. */
  readonly cancelled: ReadonlySet<EditId>;
};

/** `made`: the edits that changed something when they were made. */
export function combine(drafts: DraftFiles, edits: readonly Edit[], made: ReadonlySet<EditId>): Combined {
  const entries = drafts.entries();
  const movedTo = new Map<WorkspacePath, Entry>();
  for (const entry of entries) {
    const { draft, home, path, found } = entry;
    if (draft === null || home === null || home === path || found.kind !== "absent") continue;
    if (drafts.entry(home).draft === null) movedTo.set(home, entry);
  }
  const arrived = new Set(movedTo.values());
  const order = new Map(edits.map((edit, at) => [edit.id, { edit, at }]));
  const files: FilePlan[] = [];
  const alive = new Set<EditId>();
  for (const entry of entries) {
    if (entry.edits.size === 0 || arrived.has(entry)) continue;
    const plan = planOf(entry, movedTo.get(entry.path) ?? entry, order);
    if (plan === null) continue;
    files.push(plan);
    for (const edit of plan.edits) alive.add(edit);
  }
  return { files, cancelled: new Set([...made].filter((edit) => !alive.has(edit))) };
}

type Order = ReadonlyMap<EditId, { readonly edit: Edit; readonly at: number }>;

/** `there` is where the entry's file is now: the entry itself unless the file was moved. */
function planOf(entry: Entry, there: Entry, order: Order): FilePlan | null {
  const { found, path } = entry;
  const snapshot = found.kind === "text" ? found.snapshot : null;
  const before = snapshot?.text ?? null;
  const result = there.draft === null ? null : textOf(there.draft);
  const to = there === entry ? null : there.path;
  if (before === result && to === null) return null;
  const [real, toReal] = [realOf(found), to === null ? null : realOf(there.found)];
  const touching = new Set([...entry.edits, ...there.edits]);
  // A draft that began as another file cannot say who changed the lines of this one.
  const isOwn = there.draft !== null && there.home === (snapshot === null ? null : path);
  if (isOwn) checkOutside(there.draft!);
  const changes = isOwn ? hunksOf(there.draft!) : wholeDiff(before ?? NO_TEXT, result ?? NO_TEXT, touching);
  const base = snapshot?.version ?? null;
  const after = result === null ? null : versionOfText(result);
  const inHunks = new Set(changes.flatMap((change) => [...change.edits]));
  const edits = inOrder(touching, order).filter(
    (id) => inHunks.has(id) || concernsWholeFile(order.get(id)!.edit, snapshot === null),
  );
  return {
    path,
    to,
    real,
    toReal,
    base,
    after,
    before,
    result,
    mode: snapshot?.mode ?? null,
    links: snapshot?.links ?? 1,
    hunks: changes.map((change, index) => ({
      index,
      old: change.old,
      new: change.new,
      edits: inOrder(change.edits, order),
    })),
    edits,
    digest: digestOf([path, to, real, toReal, base, after]),
  };
}

const NO_TEXT = "" as Text; // No file has no lines.

function wholeDiff(before: Text, after: Text, edits: ReadonlySet<EditId>): readonly Caused[] {
  return diffLines(before, after).map((change) => ({ ...change, edits }));
}

/** Edits that matter even when no line of theirs differs: a file that is moved, made or taken away. */
function concernsWholeFile({ change }: Edit, isNew: boolean): boolean {
  if (change.kind === "overwrite") return isNew;
  return change.kind === "patch" ? change.to !== null : change.kind !== "replace";
}

function inOrder(ids: ReadonlySet<EditId>, order: Order): readonly EditId[] {
  return [...ids].toSorted((a, b) => order.get(a)!.at - order.get(b)!.at);
}

/** The promise that only named places change, checked on the very text that will be shown and written. */
function checkOutside(draft: Draft): void {
  const base = draft.base.startsWith(BOM) ? draft.base.slice(BOM.length) : draft.base;
  const text = draft.text.slice(draft.bom.length);
  const starts = draft.baseStarts;
  let old = 0;
  let at = 0;
  for (const run of draft.touched()) {
    const kept = base.slice(starts[old], starts[run.old.from]);
    // Not startsWith: that one compares character by character.
    if (kept !== text.slice(at, at + kept.length)) throw new Bug(OUTSIDE);
    at = afterLines(text, at + kept.length, run.new.to - run.new.from);
    old = run.old.to;
  }
  if (base.slice(starts[old]) !== text.slice(at)) throw new Bug(OUTSIDE);
}

const OUTSIDE = "a byte outside the places the edits name would change";

/** The offset so many lines further on. */
function afterLines(text: string, from: number, lines: number): number {
  let at = from;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end + 1;
  }
  return at;
}
