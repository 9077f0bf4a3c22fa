// The changes of a file from its base to its draft, each with the edits that caused it. The draft knows who touched
// which lines, so the changes are found there; where a BOM blurs the first line, in a diff of the whole texts.

import { diffLines, lineStarts, splitLines, type LineChange, type LineRange, type Text } from "../../../text/index.ts";
import type { Draft, Touched } from "./draft.ts";
import { BOM } from "../../match/locate.ts";
import type { EditId } from "../../types.ts";

export type Caused = LineChange & { readonly edits: ReadonlySet<EditId> };

/**
 * In order, at least one equal line apart; all of them made give the draft's text. Every change has an edit, and an
 * edit is in none only when nothing of it is left.
 */
export function hunksOf(draft: Draft): readonly Caused[] {
  if (draft.bom !== "" || draft.base.startsWith(BOM))
    return named(draft, diffLines(draft.base as Text, draft.text as Text)); // Both are well-formed.
  const old = draft.baseStarts;
  return draft.touched().flatMap((run) => within(draft, run, draft.base.slice(old[run.old.from], old[run.old.to])));
}

/** The changes inside one run of touched lines; none when later edits put back what earlier ones took out. */
function within(draft: Draft, run: Touched, before: string): readonly Caused[] {
  const fresh: string[] = [];
  for (let line = run.new.from; line < run.new.to; line += 1) fresh.push(draft.line(line)!);
  const old = new Set(splitLines(before));
  // The common case: no line is on both sides.
  if (!fresh.some((line) => old.has(line))) return [run];
  const changes = diffLines(before as Text, fresh.join("") as Text).map((change) => ({
    old: shifted(change.old, run.old.from),
    new: shifted(change.new, run.new.from),
  }));
  if (changes.length === 1) return [{ ...changes[0]!, edits: run.edits }];
  const causes = changes.map((change) => new Set([...draft.whoRemoved(change.old), ...draft.whoWrote(change.new)]));
  const seen = new Set(causes.flatMap((edits) => [...edits]));
  return changes.map((change, at) => {
    const own = causes[at]!.size > 0 ? [...causes[at]!] : [...run.edits];
    // An edit of which only equal lines are left still had its part in the first change here.
    const rest = at === 0 ? [...run.edits].filter((edit) => !seen.has(edit)) : [];
    return { ...change, edits: new Set([...own, ...rest]) };
  });
}

function shifted({ from, to }: LineRange, by: number): LineRange {
  return { from: from + by, to: to + by };
}

/** Changes of the whole texts, each with the edits of its lines, else of the nearest touched run. */
function named(draft: Draft, changes: readonly LineChange[]): readonly Caused[] {
  const runs = draft.touched();
  const causes = changes.map(
    (change) => new Set<EditId>([...draft.whoRemoved(change.old), ...draft.whoWrote(change.new)]),
  );
  for (const [at, change] of changes.entries()) {
    if (causes[at]!.size > 0) continue;
    const run = nearestOf(runs, (each) => distance(each, change));
    for (const edit of run?.edits ?? []) causes[at]!.add(edit);
  }
  const seen = new Set(causes.flatMap((edits) => [...edits]));
  const unseen = runs.filter((run) => [...run.edits].some((edit) => !seen.has(edit)));
  const unchanged = unseen.length === 0 ? null : comparison(draft);
  for (const run of unseen) {
    if (unchanged!(run)) continue;
    const at = nearestOf([...changes.keys()], (each) => distance(run, changes[each]!));
    if (at !== null) for (const edit of run.edits) if (!seen.has(edit)) causes[at]!.add(edit);
  }
  return changes.map((change, at) => ({ ...change, edits: causes[at]! }));
}

/** Whether later edits restore what earlier ones of a run removed. */
function comparison(draft: Draft): (run: Touched) => boolean {
  const { base, text } = draft;
  const old = lineStarts(base);
  const now = lineStarts(text);
  return (run) => base.slice(old[run.old.from], old[run.old.to]) === text.slice(now[run.new.from], now[run.new.to]);
}

function nearestOf<T>(all: readonly T[], far: (each: T) => number): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const each of all) {
    const here = far(each);
    if (here < least) {
      least = here;
      best = each;
    }
  }
  return best;
}

type Ranges = Pick<LineChange, "old" | "new">;

function distance(run: Ranges, change: Ranges): number {
  return Math.min(gap(run.old, change.old), gap(run.new, change.new));
}

function gap(a: LineChange["old"], b: LineChange["old"]): number {
  return Math.max(0, a.from - b.to, b.from - a.to);
}
