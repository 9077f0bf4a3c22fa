// Which row shows which line. Every shown line is looked at once; what is kept is four bytes per line, and the cuts of
// the lines that were drawn last.

import { Bug } from "../../base/index.ts";
import type { Span } from "../../text/index.ts";
import type { Source } from "./glyphs.ts";
import { isPlainRow, rowStarts, sourceOf } from "./layout.ts";
import { isRun, type Outline, type Part, type Run, type Side } from "./outline.ts";

export type Place =
  | { readonly kind: "words"; readonly part: Exclude<Part, Run> }
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
  /** The first row of a line of a part. */
  topOf(part: number, line: number): number;
};

type IndexOptions = { readonly room: number; readonly usual: "\n" | "\r\n" };

// A screen shows fewer lines than this.
const KEPT_LAYOUTS = 256;

export function indexRows(outline: Outline, options: IndexOptions): RowIndex {
  const { parts } = outline;
  const tops: number[] = [0];
  const inside = parts.map((part) => {
    const lines = isRun(part) ? lineTops(part, sideOf(outline, part), options) : null;
    tops.push(tops.at(-1)! + (lines === null ? 1 : lines.at(-1)!));
    return lines;
  });
  const count = tops.at(-1)!;
  const layouts = new Map<string, { readonly source: Source; readonly cuts: readonly number[] }>();

  function layoutOf(part: Run, index: number): { readonly source: Source; readonly cuts: readonly number[] } {
    const line = firstOf(part) + index;
    const key = `${part.kind} ${line}`;
    let layout = layouts.get(key);
    if (layout === undefined) {
      const source = sourceAt(part, sideOf(outline, part), line, options);
      layout = { source, cuts: rowStarts(source, options.room) };
      if (layouts.size >= KEPT_LAYOUTS) layouts.clear();
      layouts.set(key, layout);
    }
    return layout;
  }

  return {
    count,
    tops,
    topOf: (part, line) => tops[part]! + inside[part]![line]!,
    find(row) {
      if (!(row >= 0 && row < count)) throw new Bug(`row ${row} of ${count} was asked for`);
      const at = lastAtMost(tops, row);
      const part = parts[at]!;
      const lines = inside[at];
      if (!isRun(part) || !lines) return { kind: "words", part: part as Exclude<Part, Run> }; // Runs have lines.
      const offset = row - tops[at]!;
      const index = lastAtMost(lines, offset);
      const { source, cuts } = layoutOf(part, index);
      const from = cuts[offset - lines[index]!];
      const to = cuts[offset - lines[index]! + 1] ?? null;
      return { kind: "line", part, index, source, cut: from === undefined ? null : { from, to } };
    },
  };
}

/** lines[k] is the row of the part at which its line k starts; the last entry is how many rows it has. */
function lineTops(part: Run, side: Side, options: IndexOptions): Int32Array {
  const lines = new Int32Array(part.count + 1);
  for (let at = 0; at < part.count; at += 1) {
    const line = firstOf(part) + at;
    lines[at + 1] = lines[at]! + heightOf(part, side, line, options);
  }
  return lines;
}

function heightOf(part: Run, side: Side, line: number, options: IndexOptions): number {
  if (isPlainRow(side.text, spanOf(side, line), options)) return 1;
  const source = sourceAt(part, side, line, options);
  return rowStarts(source, options.room).length + (source.line.endsWith("\n") ? 0 : 1);
}

function sourceAt(part: Run, side: Side, line: number, { usual }: IndexOptions): Source {
  const { from, to } = spanOf(side, line);
  return sourceOf(side.text.slice(from, to), { usual, strict: part.kind !== "context" });
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

/** The index of the last entry that is at most `value`, by bisection; entries rise, the last is beyond it. */
function lastAtMost(entries: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = entries.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entries[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
