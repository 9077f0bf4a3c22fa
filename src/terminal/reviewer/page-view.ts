// What a screen needs to know of one page of a review: a title, rows and a question.

import type { Hidden, LinePlace } from "../../review/index.ts";
import type { Plain, Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";

export type PageView = {
  readonly title: Plain;
  /** Cells of its rows. */
  readonly width: number;
  /** In how many columns a change is shown; `canBeTwo`: there is room for two. */
  readonly columns: 1 | 2;
  readonly canBeTwo: boolean;
  readonly count: number;
  /** How many of them are above what is asked about: a title too long for the border, warnings. */
  readonly lead: number;
  /** Painted, at most the given width. */
  row(at: number): Printable;
  /** What is asked, without keys. */
  readonly question: Plain;
  /** What v shows, or null where there is no more than this. */
  readonly more: Plain | null;
  /** Where the cursor is, on the frame; null where it is not used. */
  readonly where: Plain | null;
  /** Names how rows are counted. */
  readonly layout: string;
  /** The line that a row shows; null for what is no line of the change. */
  placeAt(row: number): LinePlace | null;
  /** The first row in the range that shows a changed line; null when there is none. */
  firstChange(range: { readonly from: number; readonly to: number }): number | null;
  /** The rows of a change, half open. */
  rowsOf(hunk: number): { readonly from: number; readonly to: number } | null;
  /** The changes it shows, from the top. */
  readonly hunks: readonly number[];
  /** The first row of a line, or the nearest after it. */
  rowOf(place: LinePlace, offset?: number): number;
  /** The lines that are folded into a row. */
  hiddenAt(row: number): Hidden | null;
};

/** A page that is no change of a file. */
export const NO_LINES = {
  rowsOf: () => null,
  placeAt: () => null,
  firstChange: () => null,
  where: null,
  columns: 1,
  canBeTwo: false,
  hunks: [],
  rowOf: () => 0,
  hiddenAt: () => null,
} as const;

export type ViewOptions = {
  readonly width: number;
  /** Cells there are for two columns. */
  readonly wide: number;
  readonly paint: Paint;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
};
