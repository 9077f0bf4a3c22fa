// Where lines are in a file that edits have changed, from where they are in its base: what no edit has touched only
// moves, and what touches written lines is compared line by line. Never guesses: the result is that of a whole search.

import type { Run } from "../plan/draft/edited-runs.ts";
import { NO_HITS, type Hits } from "./search.ts";

export type Wanted = {
  /** How many lines are wanted. */
  readonly length: number;
  /** How many lines the file has now. */
  readonly lines: number;
  /** How many places to keep. */
  readonly keep: number;
  /** False when this written line, ending included, cannot be the n-th of them. */
  readonly mayBe: (written: string, nth: number) => boolean;
  /** Whether they match at this line of the file as it is now. */
  readonly matchesAt: (line: number) => boolean;
};

// Comparing line by line is for a few written lines only: on texts made for that it takes length × length steps.
const MOST_STEPS = 20_000;

/** `places` gives every place in the base, ascending. Null when too much was written for this way. */
export function findInEdited(
  runs: readonly Readonly<Run>[],
  wanted: Wanted,
  places: () => readonly number[],
): Hits | null {
  if (wanted.length === 0) return NO_HITS;
  if (steps(runs, wanted.length) > MOST_STEPS) return null;
  const found = [...moved(runs, wanted.length, places()), ...across(runs, wanted)].sort((a, b) => a - b);
  if (found.length === 0) return NO_HITS;
  const overlapping = found.some((line, at) => at > 0 && line - found[at - 1]! < wanted.length);
  return { count: found.length, places: found.slice(0, wanted.keep), overlapping };
}

function steps(runs: readonly Readonly<Run>[], length: number): number {
  return runs.reduce((sum, { from, to }) => sum + (to - from + length) * length, 0);
}

/** Places of which every line is still there, without a gap, at their lines now. */
function moved(runs: readonly Readonly<Run>[], length: number, places: readonly number[]): number[] {
  const now = lineNow(runs, length);
  return places.flatMap((place) => now(place) ?? []);
}

/** Where that many lines of the base are now; null when not all of them are there without a gap. Asked in ascending order. */
export function lineNow(runs: readonly Readonly<Run>[], length: number): (place: number) => number | null {
  let next = 0;
  let shift = 0;
  return (place) => {
    for (; next < runs.length && runs[next]!.oldTo <= place; next += 1) shift = runs[next]!.to - runs[next]!.oldTo;
    const run = runs[next];
    return run === undefined || run.oldFrom >= place + length ? place + shift : null;
  };
}

/** Places that hold a written line, or lines that became neighbours. */
function across(runs: readonly Readonly<Run>[], { length, lines, mayBe, matchesAt }: Wanted): number[] {
  const found: number[] = [];
  let looked = 0;
  for (const run of runs) {
    const { from, to } = run;
    const last = Math.min(to - 1, lines - length);
    for (let line = Math.max(looked, from - length + 1); line <= last; line += 1) {
      // The first written line distinguishes most places; where lines were only removed there is none.
      const first = Math.max(line, from);
      if ((first === to || mayBe(run.lines[first - from]!, first - line)) && matchesAt(line)) found.push(line);
    }
    looked = Math.max(looked, last + 1);
  }
  return found;
}
