// Whether an edit was applied before: its new text is there, as whole lines, exactly where the old would have been.
// Short text must not fool it: the new lines must be there once, hold a letter or digit, and the old ones must be gone.

import type { Draft } from "../plan/draft/draft.ts";
import { LineIndex } from "./line-index.ts";

/** 0-based line of the new text in a file that no longer has the old one; null when that cannot be determined. */
export function replacedAlready(
  draft: Draft,
  { find, put }: { readonly find: readonly string[]; readonly put: readonly string[] },
): number | null {
  if (!hasSubstance(put)) return null;
  const { count, places } = draft.find(put, { keep: 1 });
  if (count !== 1) return null;
  const place = places[0]!;
  // New text that is part of the old was there before, too: it proves nothing while other lines are where the rest was.
  const couldHoldRest = (lead: number): boolean =>
    (lead > 0 && place > 0) || (lead + put.length < find.length && place + put.length < draft.length);
  return new LineIndex(find).find(put).places.some(couldHoldRest) ? null : place;
}

export type Inserted = {
  readonly find: readonly string[];
  readonly put: readonly string[];
  /** 0-based line of the anchor, or before which lines are added. */
  readonly place: number;
  /** How many lines come before the anchor; missing where only a comparison can show it. */
  readonly lead?: number;
  /** The lines are to be added at the end, wherever that is. */
  readonly atEnd?: boolean;
};

/** The same for lines added around an anchor found at `place`: the new text is there, anchor included. */
export function insertedAlready(draft: Draft, { find, put, place, lead, atEnd = false }: Inserted): number | null {
  if (put.length <= find.length) return null;
  if (find.length === 0) {
    // Lines added at the end are before it once they are there, lines added elsewhere at their place.
    const at = atEnd ? draft.length - put.length : place;
    return hasSubstance(put) && draft.matchesAt(put, at) ? at : null;
  }
  for (const each of new LineIndex(put).find(find).places) {
    if ((lead === undefined || each === lead) && draft.matchesAt(put, place - each)) return place - each;
  }
  return null;
}

function hasSubstance(lines: readonly string[]): boolean {
  return lines.some((line) => /[\p{L}\p{N}]/u.test(line));
}
