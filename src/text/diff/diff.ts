// Which lines differ between two texts. Lines are compared with their endings: CRLF to LF is a change, and so is a
// final newline that comes or goes. Exact always (old lines with the changes applied are the new lines), minimal on
// ordinary input, never slower than linear in the number of lines times a constant on any input.

import { withoutCommonEnds } from "./common-ends.ts";
import { splitLines } from "../lines.ts";
import { pairLines } from "./pair.ts";
import { slideChanges, SLIDE_LIMIT } from "./slide.ts";
import type { LineChange, Text } from "../types.ts";

/**
 * The runs of lines to take out of `before` and to put in from `after`, in order, at least one equal line apart, none
 * empty on both sides. Equal texts have no changes. Every line outside the runs is equal, byte for byte.
 */
export function diffLines(before: Text, after: Text): readonly LineChange[] {
  if (before === after) return [];
  return replacedRun(before, after) ?? searchChanges(before, after);
}

/**
 * The short way for the common case, one small run of lines replaced by others: what differs shares no line, so the
 * search would pair all around it and nothing in it, and such a run cannot slide. Null for everything else.
 */
export function replacedRun(before: Text, after: Text): readonly LineChange[] | null {
  const middle = withoutCommonEnds(before, after, 0);
  if (middle.before === "" || middle.after === "" || middle.before.length + middle.after.length > SMALL) return null;
  const old = splitLines(middle.before);
  const fresh = splitLines(middle.after);
  const known = new Set(old);
  if (fresh.some((line) => known.has(line))) return null;
  const change = { old: { from: 0, to: old.length }, new: { from: 0, to: fresh.length } };
  return [shift(change, middle.firstLine)];
}

/** In characters: more than this is not worth a look ahead. */
const SMALL = 8192;

/** What `diffLines` promises, for any two texts that differ. */
export function searchChanges(before: Text, after: Text): readonly LineChange[] {
  const middle = withoutCommonEnds(before, after, SLIDE_LIMIT + 1);
  const oldLines = splitLines(middle.before);
  const newLines = splitLines(middle.after);
  const numbers = new Map<string, number>();
  const old = { lines: oldLines, ids: numberLines(oldLines, numbers) };
  const fresh = { lines: newLines, ids: numberLines(newLines, numbers) };
  const changes = runsBetween(pairLines(old.ids, fresh.ids));
  return slideChanges(changes, old, fresh).map((change) => shift(change, middle.firstLine));
}

/** Equal lines get equal numbers, so that everything after this compares numbers. */
function numberLines(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  const ids = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    let id = numbers.get(line);
    if (id === undefined) numbers.set(line, (id = numbers.size));
    ids[at] = id;
  }
  return ids;
}

/** Pairs are in the same order on both sides: what lies between two of them is one change. */
function runsBetween(paired: { readonly old: Uint8Array; readonly new: Uint8Array }): LineChange[] {
  const changes: LineChange[] = [];
  let oldAt = 0;
  let newAt = 0;
  while (oldAt < paired.old.length || newAt < paired.new.length) {
    const oldFrom = oldAt;
    const newFrom = newAt;
    while (paired.old[oldAt] === 0) oldAt += 1;
    while (paired.new[newAt] === 0) newAt += 1;
    if (oldAt > oldFrom || newAt > newFrom)
      changes.push({ old: { from: oldFrom, to: oldAt }, new: { from: newFrom, to: newAt } });
    while (paired.old[oldAt] === 1 && paired.new[newAt] === 1) {
      oldAt += 1;
      newAt += 1;
    }
  }
  return changes;
}

function shift(change: LineChange, by: number): LineChange {
  return {
    old: { from: change.old.from + by, to: change.old.to + by },
    new: { from: change.new.from + by, to: change.new.to + by },
  };
}
