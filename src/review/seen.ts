// Which rows of a page were on the screen. "Always" is offered only when all of them were.

import type { RowRange, Seen } from "./types.ts";

export const UNSEEN: Seen = { layout: "", rows: 0, height: 0, ranges: [], all: false, start: false, end: false };

export type Shown = {
  /** Names the way rows are counted: a width, a view. */
  readonly layout: string;
  readonly rows: number;
  /** How many of them are above the first row of what is asked about: a long title, warnings. */
  readonly lead: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
};

/** Rows seen in another layout do not count in this one: their numbers mean something else. */
export function see(seen: Seen, { layout, rows, lead, height, from, to }: Shown): Seen {
  const known = seen.layout === layout && seen.rows === rows ? seen.ranges : [];
  const ranges = join(known, { from: Math.max(0, from), to: Math.min(rows, to) });
  const [first] = ranges;
  const whole = rows === 0 || (ranges.length === 1 && first!.from === 0 && first!.to === rows);
  const start = seen.start || rows === 0 || (first?.from === 0 && first.to > Math.min(lead, rows - 1));
  const end = seen.end || rows === 0 || (from < to && to >= rows);
  return { layout, rows, height, ranges, all: seen.all || whole, start, end };
}

/** With one more range, still in order and apart. */
export function join(ranges: readonly RowRange[], fresh: RowRange): readonly RowRange[] {
  if (fresh.from >= fresh.to) return ranges;
  const before = ranges.filter(({ to }) => to < fresh.from);
  const after = ranges.filter(({ from }) => from > fresh.to);
  const met = ranges.filter(({ from, to }) => to >= fresh.from && from <= fresh.to);
  const from = Math.min(fresh.from, ...met.map((range) => range.from));
  const to = Math.max(fresh.to, ...met.map((range) => range.to));
  return [...before, { from, to }, ...after];
}
