// Which row shows which line. Every shown line is looked at once; what is kept is four bytes per line, and the cuts of
// the lines that were drawn last.

import { Bug } from "../../base/index.ts";
import type { Span } from "../../text/index.ts";
import {
  isRun,
  lastAtMost,
  sourceOf,
  type Outline,
  type Run,
  type Side,
  type Source,
  type Words,
} from "../../review/index.ts";
import { cells } from "../wrap.ts";
import { isPlainRow, rowStarts } from "./layout.ts";

export type Place =
  | { readonly kind: "words"; readonly part: Words }
  | {
      readonly kind: "line";
      readonly part: Run;
      /** Counts lines in the part. */
      readonly index: number;
      readonly source: Source;
      /** Offsets in the line; `to` is null in its last row. Null: the row after it that says it has no line break. */
      readonly cut: { readonly from: number; readonly to: number | null } | null;
    };

export type RowIndex = {
  readonly count: number;
  /** A Bug when there is no such row. */
  find(row: number): Place;
  /** The first row of each part, and the count as a last entry. */
  readonly tops: readonly number[];
  /** The row of a line of a part that has this offset in it. */
  rowOf(part: number, line: number, offset: number): number;
};

type IndexOptions = Pick<Source, "reading"> & { readonly room: number; readonly usual: "\n" | "\r\n" };

type Layout = { readonly source: Source; readonly cuts: readonly number[] };

// A screen shows fewer lines than this.
const KEPT_LAYOUTS = 256;
// A line this long is not cut a second time: its cuts are kept for good, a number per row.
const LONG_LINE = 10_000;

export type Layouts = {
  layoutOf(part: Run, index: number): Layout;
  /** How many rows a line takes, with the one that says it has no line break. */
  heightOf(part: Run, index: number): number;
};

/** How lines are cut into rows; `index` counts lines in the part. */
export function createLayouts(outline: Outline, options: IndexOptions): Layouts {
  const recent = new Map<string, Layout>();
  const long = new Map<string, Layout>();

  function layoutOf(part: Run, index: number): Layout {
    const line = firstOf(part) + index;
    const key = `${part.kind} ${line}`;
    const kept = long.get(key) ?? recent.get(key);
    if (kept !== undefined) return kept;
    const source = sourceAt(part, sideOf(outline, part), line, options);
    const layout = { source, cuts: rowStarts(source, options.room) };
    if (recent.size >= KEPT_LAYOUTS) recent.clear();
    (source.line.length >= LONG_LINE ? long : recent).set(key, layout);
    return layout;
  }
  function heightOf(part: Run, index: number): number {
    // In a command, spaces inside a line are marked too.
    if (
      options.reading !== "exact" &&
      isPlainRow(sideOf(outline, part).text, spanOf(sideOf(outline, part), firstOf(part) + index), options)
    )
      return 1;
    const { source, cuts } = layoutOf(part, index);
    return cuts.length + (source.line.endsWith("\n") ? 0 : 1);
  }
  return { layoutOf, heightOf };
}

export function indexRows(outline: Outline, options: IndexOptions): RowIndex {
  const { parts } = outline;
  const { layoutOf, heightOf } = createLayouts(outline, options);

  // For a part of n lines: where each of them starts, counted in rows of the part, and how many rows there are. One
  // array for all parts, since there may be as many parts as lines; `first` says where a part's entries start.
  const first = new Int32Array(parts.length + 1);
  for (const [at, part] of parts.entries()) first[at + 1] = first[at]! + (isRun(part) ? part.count + 1 : 0);
  const inside = new Int32Array(first[parts.length]!);
  const tops: number[] = [0];
  for (const [at, part] of parts.entries()) {
    const from = first[at]!;
    const lines = isRun(part) ? part.count : 0;
    for (let line = 0; line < lines; line += 1)
      inside[from + line + 1] = inside[from + line]! + heightOf(part as Run, line); // Only runs have lines.
    tops.push(tops[at]! + (isRun(part) ? inside[from + lines]! : 1));
  }
  const count = tops.at(-1)!;

  return {
    count,
    tops,
    rowOf(at, line, offset) {
      const top = tops[at]! + inside[first[at]! + line]!;
      const part = parts[at]!;
      if (offset === 0 || !isRun(part)) return top;
      const { cuts } = layoutOf(part, line);
      return (
        top +
        Math.max(
          0,
          cuts.findLastIndex((cut) => cut <= offset),
        )
      );
    },
    find(row) {
      if (!(row >= 0 && row < count)) throw new Bug(`row ${row} of ${count} was asked for`);
      const at = lastAtMost(tops, row);
      const part = parts[at]!;
      if (!isRun(part)) return { kind: "words", part };
      const lines = inside.subarray(first[at], first[at + 1]);
      const offset = row - tops[at]!;
      const index = lastAtMost(lines, offset);
      const { source, cuts } = layoutOf(part, index);
      const from = cuts[offset - lines[index]!];
      const to = cuts[offset - lines[index]! + 1] ?? null;
      return { kind: "line", part, index, source, cut: from === undefined ? null : { from, to } };
    },
  };
}

function sourceAt(part: Run, side: Side, line: number, { usual, room, reading }: IndexOptions): Source {
  const { from, to } = spanOf(side, line);
  return sourceOf(side.text.slice(from, to), {
    cells,
    usual,
    strict: part.kind !== "context" || reading === "exact",
    room,
    reading,
  });
}

function sideOf(outline: Outline, part: Run): Side {
  return part.kind === "removed" ? outline.old : outline.new;
}

function firstOf(part: Run): number {
  return part.kind === "removed" ? part.old : part.new;
}

function spanOf({ text, starts }: Side, line: number): Span {
  return { from: starts[line] ?? text.length, to: starts[line + 1] ?? text.length };
}
