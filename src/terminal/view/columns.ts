// A change in two columns: what was on the left, what will be on the right. A row is as high as the higher of its two
// lines, so that both are on the screen together; what a column shows can be read back to the exact lines of its side.

import {
  createStyles,
  isPaired,
  isProse,
  lastAtMost,
  outlineOf,
  pairedParts,
  type Hidden,
  type PairedRun,
  type Run,
  type Shown,
} from "../../review/index.ts";
import { plain, printable, spaces, type Plain, type Printable, type Span } from "../../text/index.ts";
import { keepStart } from "../shorten.ts";
import { cells } from "../wrap.ts";
import { createDrawing } from "./draw.ts";
import { createLayouts } from "./row-index.ts";
import { CHOICE_CELLS, HERE, markOf, NO_BREAK, NO_MARK } from "./rows.ts";
import type { HunkState, Row, Rows, RowsOptions } from "./types.ts";

const BETWEEN = plain` │ `;

export function createColumns(shown: Shown, options: RowsOptions): Rows {
  const { paint } = options;
  const outline = outlineOf(shown, options);
  const parts = pairedParts(outline);
  const digits = String(Math.max(outline.old.starts.length, outline.new.starts.length) - 1).length;
  const choice = options.choosing ? CHOICE_CELLS : 0;
  const column = Math.floor((options.width - choice - BETWEEN.length) / 2);
  const room = Math.max(1, column - digits - 2);
  const reading = isProse(shown.path) ? "prose" : "code";
  const layouts = createLayouts(outline, { room, usual: outline.usual, reading });
  const draw = createDrawing({ paint, digits, both: false, isDiff: true, styleOf: createStyles(outline, shown.path) });

  const height = (run: Run | null, line: number | null, first: number): number =>
    run === null || line === null ? 0 : layouts.heightOf(run, line - first);
  // As in row-index.ts: for each part where its rows of lines start, in rows of the screen, and how many there are.
  const inside = parts.map((part) => {
    if (!isPaired(part)) return Int32Array.of(0, 1);
    const starts = new Int32Array(part.count + 1);
    for (let at = 0; at < part.count; at += 1) {
      const old = part.kind === "context" ? 0 : height(part.removed, part.oldAt(at), part.removed?.old ?? 0);
      starts[at + 1] = starts[at]! + Math.max(old, height(part.added, part.newAt(at), part.added?.new ?? 0));
    }
    return starts;
  });
  const tops = [0];
  for (const [at, starts] of inside.entries()) tops.push(tops[at]! + starts.at(-1)!);
  const count = tops.at(-1)!;
  const spans = new Map<number, Span>();
  for (const [at, part] of parts.entries())
    if (isPaired(part) && part.hunk !== null)
      spans.set(part.hunk, { from: spans.get(part.hunk)?.from ?? tops[at]!, to: tops[at + 1]! });

  type Half = { readonly run: Run; readonly line: number; readonly side: "old" | "new"; readonly offset: number };
  /** One column of a row, without padding. */
  function half({ run, line, side, offset }: Half, state: HunkState | undefined, isHere: boolean): Printable {
    const index = line - (side === "old" ? run.old : run.new);
    const { source, cuts } = layouts.layoutOf(run, index);
    const from = cuts[offset];
    if (from === undefined) {
      if (offset > cuts.length || source.line.endsWith("\n")) return plain``;
      return printable`${spaces(digits + 1)}${draw.words("note", keepStart(NO_BREAK, room))}`;
    }
    const cut = { from, to: cuts[offset + 1] ?? null };
    const place = { side, line: line + 1 };
    // A line that stays is found once, in the new text.
    const found = run.kind === "context" && side === "old" ? null : (state?.found ?? null);
    const hits = found?.spansOf(place) ?? [];
    const isLeft = choice > 0 && run.hunk !== null && state !== undefined && !state.isChosen(run.hunk);
    const mark: Plain = markOf(hits, cut, { ...place, found }) ?? (isHere ? HERE : NO_MARK);
    const numbers = draw.numbers(from === 0 ? { old: line + 1, new: null } : null, mark);
    return printable`${numbers}${draw.line(source, { ...cut, part: run, index, isLeft, hits })}`;
  }

  function pairRow(part: PairedRun, place: { at: number; offset: number; isFirst: boolean }, state?: HunkState): Row {
    const { at, offset, isFirst } = place;
    const [old, fresh] = [part.oldAt(at), part.newAt(at)];
    const isHere = choice === 0 && isFirst && state?.current === part.hunk;
    const left =
      old === null || part.removed === null
        ? plain``
        : half({ run: part.removed, line: old, side: "old", offset }, state, isHere);
    const right =
      fresh === null || part.added === null
        ? plain``
        : half({ run: part.added, line: fresh, side: "new", offset }, state, isHere && old === null);
    const marker = choice === 0 ? plain`` : draw.choice(isFirst ? part.hunk : null, state);
    const text = printable`${marker}${left}${spaces(column - cells(left))}${paint.dim(BETWEEN)}${right}`;
    const kind = part.kind === "context" ? "context" : fresh === null ? "removed" : "added";
    const line = { old: old === null ? null : old + 1, new: fresh === null ? null : fresh + 1 };
    return { text, kind, hunk: part.hunk, line };
  }

  const partAt = (row: number): number => lastAtMost(tops, row);
  return {
    count,
    hunks: [...spans.keys()],
    row(row, state): Row {
      const index = partAt(row);
      const part = parts[index]!;
      if (!isPaired(part)) {
        const text = draw.words(part.kind, keepStart(part.text, options.width - choice));
        return { text: printable`${spaces(choice)}${text}`, kind: part.kind, hunk: null, line: null };
      }
      const offset = row - tops[index]!;
      const at = lastAtMost(inside[index]!, offset);
      const isFirst = part.hunk !== null && spans.get(part.hunk)?.from === row;
      return pairRow(part, { at, offset: offset - inside[index]![at]!, isFirst }, state);
    },
    hunkAt(row): number | null {
      const part = parts[partAt(row)]!;
      return isPaired(part) ? part.hunk : null;
    },
    rowsOfHunk: (hunk) => spans.get(hunk) ?? null,
    rowOf({ side, line }, offset = 0): number {
      for (const [index, part] of parts.entries()) {
        const run = !isPaired(part) ? null : side === "old" ? part.removed : part.added;
        if (!isPaired(part) || run === null || run[side] + run.count < line) continue;
        const lineAt = (at: number): number | null => (side === "old" ? part.oldAt(at) : part.newAt(at));
        let at = 0;
        while (at < part.count - 1 && (lineAt(at) ?? -1) < line - 1) at += 1;
        const cuts = lineAt(at) === line - 1 && offset > 0 ? layouts.layoutOf(run, line - 1 - run[side]).cuts : [];
        return (
          tops[index]! +
          inside[index]![at]! +
          Math.max(
            0,
            cuts.findLastIndex((cut) => cut <= offset),
          )
        );
      }
      return Math.max(0, count - 1);
    },
    hiddenAt(row): Hidden | null {
      const part = parts[partAt(row)]!;
      return part.kind === "fold" ? part.hidden : null;
    },
  };
}
