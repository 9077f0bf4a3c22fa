// A change cut into smaller ones that can be taken or left alone. Whatever is taken, the result is made of whole lines:
// a line without a line break is only ever in the last part.

import { type LineChange, type LineRange } from "../../text/index.ts";
import type { Side } from "./outline.ts";
import { pairLines } from "./pairs.ts";

type Sides = { readonly old: Side; readonly new: Side };
type Row = { readonly old: LineRange; readonly new: LineRange };

/**
 * At blank lines; else where lines that are replaced, removed and added meet; else line by line; else what is removed and
 * what is added. The first of these that gives more than one part. Null for a change that cannot be split.
 */
export function splitChange(change: LineChange, sides: Sides): readonly LineChange[] | null {
  const rows = rowsOf(change, sides);
  const cuts: readonly ((row: Row, next: Row) => boolean)[] = [
    (row, next) => isBlank(row, sides) && !isBlank(next, sides),
    (row, next) => shapeOf(row) !== shapeOf(next),
    () => true,
  ];
  for (const isCut of cuts) {
    const parts = ended(group(rows, isCut), sides);
    if (parts.length > 1) return parts;
  }
  const { old, new: fresh } = change;
  const apart = ended(
    [
      { old, new: { from: fresh.from, to: fresh.from } },
      { old: { from: old.to, to: old.to }, new: fresh },
    ].filter((part) => size(part.old) + size(part.new) > 0),
    sides,
  );
  return apart.length > 1 ? apart : null;
}

/** Lines next to each other, as they are shown side by side. */
function rowsOf({ old, new: fresh }: LineChange, sides: Sides): readonly Row[] {
  const paired = pairLines(
    { kind: "removed", old: old.from, new: fresh.from, count: size(old), hunk: 0 },
    { kind: "added", old: old.from, new: fresh.from, count: size(fresh), hunk: 0 },
    sides,
  );
  let [oldAt, newAt] = [old.from, fresh.from];
  return Array.from({ length: paired.count }, (_, at) => {
    const [oldTo, newTo] = [oldAt + (paired.oldAt(at) === null ? 0 : 1), newAt + (paired.newAt(at) === null ? 0 : 1)];
    const row = { old: { from: oldAt, to: oldTo }, new: { from: newAt, to: newTo } };
    [oldAt, newAt] = [oldTo, newTo];
    return row;
  });
}

function group(rows: readonly Row[], isCut: (row: Row, next: Row) => boolean): LineChange[] {
  const parts: LineChange[] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    const last = parts.at(-1);
    if (before === undefined || last === undefined || isCut(before, row)) parts.push(row);
    else parts[parts.length - 1] = joined(last, row);
  }
  return parts;
}

/** Nothing may come after a line without a line break, so everything from there on is one part. */
function ended(parts: readonly LineChange[], { old, new: fresh }: Sides): readonly LineChange[] {
  const first = parts.findIndex((part) => isOpen(part.old, old) || isOpen(part.new, fresh));
  if (first < 0 || first === parts.length - 1) return parts;
  return [...parts.slice(0, first), parts.slice(first).reduce(joined)];
}

/** It has the last line of the text, and that has no line break. */
function isOpen({ from, to }: LineRange, { text, starts }: Side): boolean {
  return from < to && to === starts.length - 1 && !text.endsWith("\n");
}

function isBlank({ old, new: fresh }: Row, sides: Sides): boolean {
  const isEmpty = ({ from, to }: LineRange, { text, starts }: Side): boolean =>
    text.slice(starts[from], starts[to]).trim() === "";
  return isEmpty(old, sides.old) && isEmpty(fresh, sides.new);
}

function shapeOf(row: Row): string {
  return `${size(row.old)} ${size(row.new)}`;
}

function joined(first: LineChange, last: LineChange): LineChange {
  return { old: { from: first.old.from, to: last.old.to }, new: { from: first.new.from, to: last.new.to } };
}

function size({ from, to }: LineRange): number {
  return to - from;
}
