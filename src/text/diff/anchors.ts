// Lines that occur exactly once on both sides, in one order: where a tangled region can be cut without guessing.

export type Anchor = { readonly old: number; readonly new: number };

/** As many as are in the same order on both sides (a longest increasing subsequence), ascending. */
export function uniqueAnchors(old: Int32Array, fresh: Int32Array): readonly Anchor[] {
  const newAt = onlyPlaces(fresh);
  const oldAt = onlyPlaces(old);
  const candidates: Anchor[] = [];
  old.forEach((id, at) => {
    const place = newAt.get(id);
    if (place !== undefined && place >= 0 && oldAt.get(id) === at) candidates.push({ old: at, new: place });
  });
  return longestAscending(candidates);
}

/** Where each number is, or -1 when it occurs several times. */
function onlyPlaces(ids: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  ids.forEach((id, at) => places.set(id, places.has(id) ? -1 : at));
  return places;
}

/** Patience sorting: `ends[n]` is the candidate with the smallest `new` that ends an ascending row of n + 1. */
function longestAscending(candidates: readonly Anchor[]): readonly Anchor[] {
  const ends: number[] = [];
  const previous = new Int32Array(candidates.length);
  candidates.forEach((candidate, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (candidates[ends[middle]!]!.new < candidate.new) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = at;
  });
  const row: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) row.push(candidates[at]!);
  return row.reverse();
}
