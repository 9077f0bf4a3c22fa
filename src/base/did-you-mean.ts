// The known name that a mistyped one is closest to, for messages that suggest what to write instead.

/** " (did you mean X?)" if a known name is close enough to be a typo of it, else "". `prefix` is written before X. */
export function didYouMean(name: string, known: readonly string[], { prefix = "" } = {}): string {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = slips(name, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  // A name that is cut short is further away than a slip.
  if (best === null && name.length >= 3) best = known.find((candidate) => candidate.startsWith(name)) ?? null;
  return best === null ? "" : ` (did you mean ${prefix}${best}?)`;
}

// Levenshtein's distance, one row at a time; two neighbours that changed places are one slip.
function slips(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwapped ? Math.min(least, before[j - 2]! + 1) : least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
