// The ink on a row: numbers, marks, colours. Colour only repeats what a sign says already, so that the form without
// colour is complete; no colour changes, hides or moves a character.

import type { Paint } from "../paint.ts";
import { GlyphReader, GOES_ON, type Source } from "./glyphs.ts";
import type { Run } from "./outline.ts";
import type { HunkState, Row } from "./types.ts";

export type Drawing = {
  /** Null for a row that goes on with a line. */
  numbers(line: Row["line"]): string;
  line(source: Source, place: { readonly from: number; readonly to: number | null; readonly part: Run }): string;
  words(kind: "fold" | "note", text: string): string;
  /** Null for a row that does not start a hunk. */
  choice(hunk: number | null, state: HunkState | undefined): string;
};

export type DrawingOptions = {
  readonly paint: Paint;
  readonly digits: number;
  readonly both: boolean;
  readonly room: number;
};

const MARKS = { added: "+", removed: "-", context: " " } as const;
const CONTINUED = "·";

export function createDrawing({ paint, digits, both }: DrawingOptions): Drawing {
  return {
    numbers(line) {
      const column = (number: number | null): string =>
        `${(line === null ? CONTINUED : (number ?? "")).toString().padStart(digits)} `;
      const [old, fresh] = [line?.old ?? null, line?.new ?? null];
      return paint.dim(both ? column(old) + column(fresh) : column(fresh ?? old));
    },
    line(source, { from, to, part }) {
      const colour = part.kind === "added" ? paint.green : part.kind === "removed" ? paint.red : plain;
      return colour(MARKS[part.kind]) + drawGlyphs(source, { from, to, colour, paint });
    },
    words(kind, text) {
      return kind === "fold" ? paint.cyan(text) : paint.dim(text);
    },
    choice(hunk, state) {
      if (hunk === null || state === undefined) return "    ";
      const box = state.isChosen(hunk) ? "[x]" : "[ ]";
      return state.current === hunk ? paint.bold(`${box}>`) : `${box} `;
    },
  };
}

function drawGlyphs(
  source: Source,
  { from, to, colour, paint }: { from: number; to: number | null; colour: (text: string) => string; paint: Paint },
): string {
  const glyphs = new GlyphReader(source);
  let drawn = "";
  let run = "";
  let isMark = false;
  const flush = (): void => {
    if (run !== "") drawn += isMark ? paint.yellow(run) : colour(run);
    run = "";
  };
  let column = 0;
  for (let at = from; (to === null || at < to) && glyphs.read(at, column); at = glyphs.to) {
    const mark = glyphs.kind === "mark";
    if (mark !== isMark) flush();
    isMark = mark;
    run += glyphs.shown;
    column += glyphs.width;
  }
  flush();
  return to === null ? drawn : drawn + paint.dim(GOES_ON);
}

function plain(text: string): string {
  return text;
}
