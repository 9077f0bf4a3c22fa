// Which lines of a change are shown and which are folded: those near a change, and those the person opened. Every line
// of both texts is in exactly one run or one fold, in order.

import { counted } from "../../base/index.ts";
import { plain, reveal, type LineChange, type LineRange, type Plain } from "../../text/index.ts";

export type Run = {
  readonly kind: "context" | "removed" | "added";
  /** 0-based first line in the old and in the new text; `count` lines from there. */
  readonly old: number;
  readonly new: number;
  readonly count: number;
  readonly hunk: number | null;
};

/** Our own words about the lines around them. */
export type Words =
  | { readonly kind: "note"; readonly text: Plain }
  /** Where lines follow that are not next to those above. `hidden`: the equal lines left out here. */
  | { readonly kind: "fold"; readonly text: Plain; readonly hidden: Hidden | null };

/** Equal lines that are not shown; 0-based first line in each text. */
export type Hidden = {
  readonly old: number;
  readonly new: number;
  readonly count: number;
  /** They are the last of the file: no change follows. */
  readonly isLast: boolean;
};

export type Part = Words | Run;

/** Equal lines around a change, unless the person asks for more or fewer. */
export const USUAL_CONTEXT = 3;

export function isRun(part: Part): part is Run {
  return part.kind !== "fold" && part.kind !== "note";
}

/** The file as it will be: equal lines and added ones, without a gap. */
export function wholeParts(changes: readonly LineChange[], newLines: number): Part[] {
  const parts: Part[] = [];
  let [old, at] = [0, 0];
  for (const [hunk, change] of changes.entries()) {
    const { from, to } = change.new;
    if (from > at) parts.push({ kind: "context", old, new: at, count: from - at, hunk: null });
    if (to > from) parts.push({ kind: "added", old: 0, new: from, count: to - from, hunk });
    [old, at] = [change.old.to, to];
  }
  if (newLines > at) parts.push({ kind: "context", old, new: at, count: newLines - at, hunk: null });
  return parts;
}

export type DiffOptions = {
  readonly oldLines: number;
  /** Equal lines around a change; Infinity for all. */
  readonly context: number;
  /** Lines of the old text that are shown as well. */
  readonly opened: readonly LineRange[];
};

export function diffParts(changes: readonly LineChange[], options: DiffOptions): Part[] {
  const { oldLines } = options;
  const parts: Part[] = [];
  let next = 0; // The first change that is not shown yet.
  let shownTo = 0; // Lines of the old text that are shown or folded so far.
  let shift = 0; // A line of the new text less the same one of the old, after the changes so far.
  const equal = (from: number, to: number): void => {
    if (to > from) parts.push({ kind: "context", old: from, new: from + shift, count: to - from, hunk: null });
  };
  for (const { from, to } of shownRanges(changes, options)) {
    const before = shift;
    const first = parts.length;
    let old = from;
    for (let change; (change = changes[next]) !== undefined && change.old.from <= to; next += 1) {
      equal(old, change.old.from);
      const at = { old: change.old.from, new: change.new.from, hunk: next };
      const removed = change.old.to - change.old.from;
      const added = change.new.to - change.new.from;
      if (removed > 0) parts.push({ kind: "removed", ...at, count: removed });
      if (added > 0) parts.push({ kind: "added", ...at, count: added });
      old = change.old.to;
      shift = change.new.to - change.old.to;
    }
    equal(old, to);
    const range = plain`@@ -${place(from, to)} +${place(from + before, to + shift)} @@`;
    const hidden =
      from > shownTo ? { old: shownTo, new: shownTo + before, count: from - shownTo, isLast: false } : null;
    const text = hidden === null ? range : plain`${range}  ⋯ ${unchanged(hidden.count)}`;
    parts.splice(first, 0, { kind: "fold", text, hidden });
    shownTo = to;
  }
  const count = oldLines - shownTo;
  if (count > 0)
    parts.push({
      kind: "fold",
      text: plain`⋯ ${unchanged(count)}`,
      hidden: { old: shownTo, new: shownTo + shift, count, isLast: true },
    });
  return parts;
}

/** Ranges of the old text, in order, apart by at least one line. A change that only adds lines can make an empty one. */
function shownRanges(changes: readonly LineChange[], { oldLines, context, opened }: DiffOptions): LineRange[] {
  const around = changes.map(({ old }) => ({
    from: Math.max(0, old.from - context),
    to: Math.min(oldLines, old.to + context),
  }));
  const asked = opened
    .map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(oldLines, to) }))
    .filter(({ from, to }) => from < to);
  const all = asked.length === 0 ? around : [...around, ...asked].sort((a, b) => a.from - b.from || a.to - b.to);
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of all) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** As in a patch: with no lines, the line before the place. */
function place(from: number, to: number): Plain {
  return plain`${to === from ? from : from + 1},${to - from}`;
}

function unchanged(count: number): Plain {
  return reveal(counted(count, "unchanged line"));
}
