// The shape of a change on the screen, shared by every reviewer of the terminal.
//
//   const rows = createRows(shownOf(payload), { width, paint });        the diff; `as: "whole"` for the full file
//   for (let at = top; at < Math.min(rows.count, top + height); at += 1) print(rows.row(at, state).text);
//
// Making Rows reads the texts once; drawing a row costs what that row shows, wherever it is.

import type { Hidden, LinePlace, Match, OutlineOptions } from "../../review/index.ts";
import type { Printable, Span } from "../../text/index.ts";
import type { Paint } from "../paint.ts";

export type RowsOptions = OutlineOptions & {
  /** Cells per row. No row is wider, as long as this is at least 24. */
  readonly width: number;
  readonly paint: Paint;
  /** Keeps four cells on the left for `[x] ` or `[ ] ` at each hunk. */
  readonly choosing?: boolean;
};

/** What may change between two paintings of the same rows. */
export type HunkState = {
  /** Only looked at with `choosing`. */
  readonly isChosen: (hunk: number) => boolean;
  /** The hunk under the cursor. */
  readonly current: number | null;
  /** What a search found. */
  readonly found?: Found | null;
};

export type Found = {
  /** In order, apart; offsets in the line. */
  spansOf(place: LinePlace): readonly Span[];
  /** The match under the cursor. */
  readonly current: Match | null;
};

export type Row = {
  /** Painted; at most `width` cells; no control character but our own colours. */
  readonly text: Printable;
  /** "fold" is where equal lines are left out; "note" is our own words. Neither is content. */
  readonly kind: "fold" | "context" | "removed" | "added" | "note";
  /** The index of the hunk this row belongs to; null for what does not change. */
  readonly hunk: number | null;
  /** 1-based numbers of the line in each text, where it is there. Null for fold and note. */
  readonly line: { readonly old: number | null; readonly new: number | null } | null;
};

export type Rows = {
  /** Exact. */
  readonly count: number;
  /** `at` is from 0 to count - 1, else a Bug. */
  row(at: number, state?: HunkState): Row;
  hunkAt(at: number): number | null;
  /** The rows of a hunk's changed lines, half open; null when this view does not show it. */
  rowsOfHunk(hunk: number): Span | null;
  /** The hunks this view shows, from the top. */
  readonly hunks: readonly number[];
  /** The first row of a line, or the row of an offset in it; the nearest row after it that shows a line of that side. */
  rowOf(place: LinePlace, offset?: number): number;
  /** The lines that this row represents and does not show. */
  hiddenAt(at: number): Hidden | null;
};
