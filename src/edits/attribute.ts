// Which edits caused which change of a file. The diff of before and after knows nothing of edits, and may show a change
// a few equal lines away from where it was made; the draft knows who touched which line. This brings the two together.

import { lineStarts, type LineChange } from "../text/index.ts";
import type { Draft, Touched } from "./draft.ts";
import type { EditId } from "./types.ts";

/** For each change its edits, never none; an edit is in none of them only when nothing of it is left. */
export function attribute(draft: Draft, changes: readonly LineChange[]): readonly ReadonlySet<EditId>[] {
  const runs = draft.touched();
  const named = changes.map(
    (change) => new Set<EditId>([...draft.whoRemoved(change.old), ...draft.whoWrote(change.new)]),
  );
  for (const [at, change] of changes.entries()) {
    if (named[at]!.size > 0) continue;
    const run = nearestOf(runs, (each) => distance(each, change));
    for (const edit of run?.edits ?? []) named[at]!.add(edit);
  }
  const seen = new Set(named.flatMap((edits) => [...edits]));
  const unseen = runs.filter((run) => [...run.edits].some((edit) => !seen.has(edit)));
  const unchanged = unseen.length === 0 ? null : comparison(draft);
  for (const run of unseen) {
    if (unchanged!(run)) continue;
    const at = nearestOf([...changes.keys()], (each) => distance(run, changes[each]!));
    if (at !== null) for (const edit of run.edits) if (!seen.has(edit)) named[at]!.add(edit);
  }
  return named;
}

/** Tells whether later edits put back what earlier ones of a run took out. */
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
