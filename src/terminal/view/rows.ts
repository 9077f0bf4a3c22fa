// A change as rows. Making them reads each shown line once to know how many rows it takes; a row is drawn when it is
// asked for. What a row shows can be read back to the exact characters of its line.

import type { ChangePayload } from "../../approval/index.ts";
import { plain, printable, spaces, type Plain, type Span } from "../../text/index.ts";
import { keepStart } from "../shorten.ts";
import { createDrawing } from "./draw.ts";
import {
  createStyles,
  isProse,
  isRun,
  outlineOf,
  type Hidden,
  type LinePlace,
  type Part,
  type Shown,
} from "../../review/index.ts";
import { indexRows } from "./row-index.ts";
import type { Found, Row, Rows, RowsOptions } from "./types.ts";

// Below this a second column of numbers takes more than it gives.
const TWO_NUMBERS_FROM = 60;
const MIN_ROOM = 12;
export const CHOICE_CELLS = 4;
export const NO_BREAK = plain`\\ no line break at the end of the file`;
export const NO_MARK = plain` `;
/** Before the sign of the first row of the change under the cursor. */
export const HERE = plain`▸`;

export function createRows(shown: Shown, options: RowsOptions): Rows {
  const outline = outlineOf(shown, options);
  const digits = String(Math.max(outline.old.starts.length, outline.new.starts.length) - 1).length;
  const both = outline.isDiff && options.width >= TWO_NUMBERS_FROM;
  const choice = options.choosing ? CHOICE_CELLS : 0;
  const gutter = (both ? 2 : 1) * (digits + 1);
  const room = Math.max(MIN_ROOM, options.width - choice - gutter - 1);
  const { usual } = outline;
  const reading = options.reading ?? (isProse(shown.path) ? "prose" : "code");
  const index = indexRows(outline, { room, usual, reading });
  const spans = hunkSpans(outline.parts, index.tops);
  const styleOf = createStyles(outline, shown.path);
  const draw = createDrawing({ paint: options.paint, digits, both, isDiff: outline.isDiff, styleOf });

  return {
    count: index.count,
    hunks: [...spans.keys()],
    row(at, state): Row {
      const found = index.find(at);
      if (found.kind === "words") {
        const text = draw.words(found.part.kind, keepStart(found.part.text, options.width - choice));
        return { text: printable`${spaces(choice)}${text}`, kind: found.part.kind, hunk: null, line: null };
      }
      const { part, cut } = found;
      const isFirst = part.hunk !== null && spans.get(part.hunk)?.from === at;
      const marker = choice === 0 ? plain`` : draw.choice(isFirst ? part.hunk : null, state);
      const line = {
        old: part.kind === "added" ? null : part.old + found.index + 1,
        new: part.kind === "removed" ? null : part.new + found.index + 1,
      };
      const side = part.kind === "removed" ? "old" : "new";
      const hits = state?.found?.spansOf({ side, line: line[side]! }) ?? []; // It has a line of its own side.
      const mark =
        markOf(hits, cut, { side, line: line[side]!, found: state?.found ?? null }) ??
        (choice === 0 && isFirst && state?.current === part.hunk ? HERE : NO_MARK);
      if (cut === null) {
        const text = printable`${marker}${spaces(gutter)}${draw.words("note", keepStart(NO_BREAK, room))}`;
        return { text, kind: "note", hunk: part.hunk, line: null };
      }
      const isLeft = choice > 0 && part.hunk !== null && state !== undefined && !state.isChosen(part.hunk);
      const numbers = draw.numbers(cut.from === 0 ? line : null, mark);
      const drawn = draw.line(found.source, { ...cut, part, index: found.index, isLeft, hits });
      return { text: printable`${marker}${numbers}${drawn}`, kind: part.kind, hunk: part.hunk, line };
    },
    hunkAt(at): number | null {
      const found = index.find(at);
      return found.kind === "line" ? found.part.hunk : null;
    },
    rowsOfHunk: (hunk) => spans.get(hunk) ?? null,
    rowOf({ side, line }, offset = 0): number {
      const other = side === "old" ? "added" : "removed";
      for (const [at, part] of outline.parts.entries()) {
        if (!isRun(part) || part.kind === other || part[side] + part.count < line) continue;
        const isThere = line - 1 >= part[side];
        return index.rowOf(at, isThere ? line - 1 - part[side] : 0, isThere ? offset : 0);
      }
      return Math.max(0, index.count - 1);
    },
    hiddenAt(at): Hidden | null {
      const found = index.find(at);
      return found.kind === "words" && found.part.kind === "fold" ? found.part.hidden : null;
    },
  };
}

/** What the payload of one file shows. Of a large write that was not fetched it is the beginning. */
export function shownOf(payload: ChangePayload): Shown {
  const { path, original_content: before, suggested_content: after } = payload;
  if (payload.type === "write_large" && after === null) return { path, before: null, after: payload.content_preview };
  const changes = payload.hunks.map((hunk) => ({
    old: { from: hunk.old_start - 1, to: hunk.old_start - 1 + hunk.old_lines },
    new: { from: hunk.new_start - 1, to: hunk.new_start - 1 + hunk.new_lines },
  }));
  return { path, before, after, changes };
}

/** What precedes the sign of a row with a match; null where there is none. */
export function markOf(
  hits: readonly Span[],
  cut: { readonly from: number; readonly to: number | null } | null,
  { side, line, found }: LinePlace & { readonly found: Found | null },
): Plain | null {
  if (cut === null) return null;
  const isHere = ({ from }: Span): boolean => from >= cut.from && (cut.to === null || from < cut.to);
  const current = found?.current ?? null;
  if (current !== null && current.side === side && current.line === line && isHere(current)) return MATCH_HERE;
  return hits.some(isHere) ? MATCH : null;
}

const MATCH = plain`›`;
const MATCH_HERE = plain`»`;

function hunkSpans(parts: readonly Part[], tops: readonly number[]): ReadonlyMap<number, Span> {
  const spans = new Map<number, Span>();
  for (const [at, part] of parts.entries()) {
    if (!isRun(part) || part.hunk === null) continue;
    spans.set(part.hunk, { from: spans.get(part.hunk)?.from ?? tops[at]!, to: tops[at + 1]! });
  }
  return spans;
}
