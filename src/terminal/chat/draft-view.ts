// The typed text as rows, and where the cursor stands in them. What cannot be seen is shown by name; a long text is seen
// through a window around the cursor, which says how much is above and below.

import { reveal } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { proseCells } from "../markdown/spans.ts";
import { revealProse } from "../markdown/prose.ts";

export type DraftViewOptions = { readonly width: number; readonly height: number; readonly paint: Paint };

export type DraftView = { readonly rows: readonly string[]; readonly cursor: Place };

export type Place = { readonly row: number; readonly column: number };

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const MARK = "> ";
const BLANK = "  ";
// Far from the cursor nothing is drawn of a text like a book.
const NEAR = 16_384;

export function drawDraft(text: string, at: number, { width, height, paint }: DraftViewOptions): DraftView {
  const from = Math.max(0, text.lastIndexOf("\n", Math.max(0, at - NEAR)) + 1, at - 2 * NEAR);
  const near = text.slice(from, at + NEAR);
  const { rows, cursor } = lay(near, at - from, Math.max(4, width - MARK.length));
  const top = Math.max(0, Math.min(cursor.row - Math.floor(height / 2), rows.length - height));
  const window = rows.slice(top, top + height);
  const above = countBreaks(text.slice(0, from)) + top;
  const below = rows.length - top - window.length + countBreaks(text.slice(at + NEAR));
  const drawn = window.map((row, index) => (top + index === 0 && from === 0 ? paint.bold(MARK) : BLANK) + row);
  const notes = [above > 0 ? `${above} lines above` : "", below > 0 ? `${below} lines below` : ""].filter(Boolean);
  return {
    rows: notes.length === 0 ? drawn : [...drawn, paint.dim(`${BLANK}… ${notes.join(", ")}`.slice(0, width))],
    cursor: { row: cursor.row - top, column: cursor.column + MARK.length },
  };
}

function lay(text: string, at: number, width: number): { readonly rows: readonly string[]; readonly cursor: Place } {
  const rows: string[] = [];
  let row = "";
  let used = 0;
  let cursor: Place = { row: 0, column: 0 };
  const end = (): void => {
    rows.push(row);
    row = "";
    used = 0;
  };
  for (const { segment, index } of graphemes.segment(text)) {
    const shown = segment === "\n" ? "" : glyph(segment);
    const size = proseCells(shown);
    if (segment !== "\n" && used > 0 && used + size > width) end();
    if (index <= at) cursor = { row: rows.length, column: used };
    if (segment === "\n") end();
    else {
      row += shown;
      used += size;
    }
  }
  if (at >= text.length) {
    if (used >= width) end();
    cursor = { row: rows.length, column: used };
  }
  end();
  return { rows, cursor };
}

function glyph(segment: string): string {
  if (segment === "\t") return "    ";
  return /^[\x20-\x7e]$/.test(segment)
    ? segment
    : revealProse(segment.replaceAll("\n", reveal("\n", { oneLine: true })));
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
