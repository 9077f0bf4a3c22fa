// Where characters are in a file that edits have changed, from where they are in its base: what no edit has touched only
// moves, and written lines are searched with those around them. Never guesses: the result is that of a whole search.

import { lineAt, type Span } from "../../text/index.ts";
import type { Run } from "../plan/draft/edited-runs.ts";
import { lineNow } from "./edited-matches.ts";
import { charSpans } from "./locate.ts";

/** Characters in lines, a BOM not counted: the 0-based line and column they begin at, and how many they are. */
export type CharPlace = { readonly line: number; readonly column: number; readonly length: number };

/** `starts`: where the lines begin in the text that the span is in. `first`: the number of the first of them. */
export function placeOf(starts: ArrayLike<number>, { from, to }: Span, first = 0): CharPlace {
  const line = lineAt(starts, from);
  return { line: first + line, column: from - starts[line]!, length: to - from };
}

export type Edited = {
  readonly runs: readonly Readonly<Run>[];
  /** How many lines the file has now. */
  readonly length: number;
  readonly line: (at: number) => string;
};

// When more than this part of the lines would be put together anew, a search of the whole text is as fast.
const MOST = 0.25;

/** `inBase` gives every place in the base, ascending. Null when too much was written for this way. */
export function charsInEdited(
  find: string,
  edited: Edited,
  inBase: () => readonly CharPlace[],
): readonly CharPlace[] | null {
  const height = linesOf(find);
  const near = edited.runs.reduce((sum, { from, to }) => sum + to - from + 2 * height, 0);
  if (near > edited.length * MOST) return null;
  const places = new Map<string, CharPlace>();
  const add = (place: CharPlace): unknown => places.set(`${place.line}:${place.column}`, place);
  const now = lineNow(edited.runs, height);
  for (const place of inBase()) {
    const line = now(place.line);
    if (line !== null) add({ ...place, line });
  }
  for (const run of edited.runs) for (const place of placesAround(run, { find, height, edited })) add(place);
  return [...places.values()].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** How many lines the characters take at most: a break at their end does not reach into the next one. */
function linesOf(find: string): number {
  const lines = find.split("\n").length;
  return find.endsWith("\n") ? lines - 1 : lines;
}

function placesAround(
  run: Readonly<Run>,
  { find, height, edited }: { readonly find: string; readonly height: number; readonly edited: Edited },
): readonly CharPlace[] {
  const from = Math.max(0, run.from - height);
  const to = Math.min(edited.length, run.to + height);
  const starts = [0];
  let text = "";
  for (let at = from; at < to; at += 1) {
    text += edited.line(at);
    starts.push(text.length);
  }
  return charSpans(text, find).map((span) => placeOf(starts, span, from));
}
