// The ink on a row: numbers, signs, colours. Colour only repeats or adds to what a sign says already, so that the form
// without colour is complete; no colour changes, hides or moves a character.

import { plain, printable, revealed, spaces, type Plain, type Printable, type Span } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { CONTINUES, GlyphReader, type Coloured, type LineStyle, type Run, type Source } from "../../review/index.ts";
import { CONTINUED } from "./signed-rows.ts";
import type { HunkState, Row } from "./types.ts";

export type Drawing = {
  /** Null for a row that continues a line. `mark` is one cell, right before the sign. */
  numbers(line: Row["line"], mark: Plain): Printable;
  line(source: Source, place: LinePlace): Printable;
  words(kind: "fold" | "note", text: Plain): Printable;
  /** Null for a row that does not start a hunk. */
  choice(hunk: number | null, state: HunkState | undefined): Printable;
};

/** Offsets in the line; `to` is null in its last row. `index` counts lines in the part. */
export type LinePlace = {
  readonly from: number;
  readonly to: number | null;
  readonly part: Run;
  readonly index: number;
  /** The person leaves this change out: it is dimmed. */
  readonly isLeft: boolean;
  /** What a search found in the line. */
  readonly hits: readonly Span[];
};

export type DrawingOptions = {
  readonly paint: Paint;
  readonly digits: number;
  /** Old and new numbers, or one of them. */
  readonly both: boolean;
  /** Whether whole lines are coloured, as in a diff. */
  readonly isDiff: boolean;
  readonly styleOf: (part: Run, index: number) => LineStyle;
};

const SIGNS = { added: plain`+`, removed: plain`-`, context: plain` ` } as const;
const NO_STYLE: LineStyle = { changed: [], syntax: [] };

export function createDrawing({ paint, digits, both, isDiff, styleOf }: DrawingOptions): Drawing {
  const colours = { added: paint.green, removed: paint.red, context: asIs };
  return {
    numbers(line, mark) {
      const column = (number: number | null): Plain => {
        const shown = line === null ? CONTINUED : number === null ? plain`` : plain`${number}`;
        return plain`${spaces(digits - shown.length)}${shown}`;
      };
      const [old, fresh] = [line?.old ?? null, line?.new ?? null];
      const numbers = both ? plain`${column(old)} ${column(fresh)}` : column(fresh ?? old);
      return mark === " " ? paint.dim(plain`${numbers} `) : printable`${paint.dim(numbers)}${paint.bold(mark)}`;
    },
    line(source, { from, to, part, index, isLeft, hits }) {
      const own = isLeft ? paint.dim : colours[part.kind];
      const colour = isLeft || isDiff || part.kind === "removed" ? own : asIs;
      const style = isLeft ? NO_STYLE : styleOf(part, index);
      const drawn = drawGlyphs(source, { from, to, colour, style, hits, paint });
      return printable`${own(SIGNS[part.kind])}${drawn}${to === null ? plain`` : paint.dim(CONTINUES)}`;
    },
    words(kind, text) {
      return kind === "fold" ? paint.cyan(text) : paint.dim(text);
    },
    choice(hunk, state) {
      if (hunk === null || state === undefined) return spaces(4);
      const box = state.isChosen(hunk) ? plain`[x]` : plain`[ ]`;
      return state.current === hunk ? paint.bold(plain`${box}>`) : plain`${box} `;
    },
  };
}

type Ink = (text: Printable) => Printable;
type GlyphOptions = {
  readonly from: number;
  readonly to: number | null;
  readonly colour: Ink;
  readonly style: LineStyle;
  readonly hits: readonly Span[];
  readonly paint: Paint;
};

function drawGlyphs(source: Source, { from, to, colour, style, hits, paint }: GlyphOptions): Printable {
  const glyphs = new GlyphReader(source);
  const changed = pointer(style.changed);
  const syntax = pointer(style.syntax);
  const hit = pointer(hits);
  let drawn: Printable = plain``;
  let run = "";
  let ink = colour;
  let inverse = false;
  const flush = (): void => {
    if (run === "") return;
    const inked = ink(revealed(run, source.reading));
    drawn = printable`${drawn}${inverse ? paint.inverse(inked) : inked}`;
    run = "";
  };
  let column = 0;
  for (let at = from; (to === null || at < to) && glyphs.read(at, column); at = glyphs.to) {
    const isHit = hit(at, glyphs.to) !== null;
    const nextInk = isHit ? paint.yellow : glyphs.kind === "mark" ? paint.yellow : inkOf(syntax(at), { colour, paint });
    const nextInverse = changed(at, glyphs.to) !== null || isHit;
    if (nextInk !== ink || nextInverse !== inverse) {
      flush();
      [ink, inverse] = [nextInk, nextInverse];
    }
    run += glyphs.shown;
    column += glyphs.width;
  }
  flush();
  return drawn;
}

function inkOf(found: Coloured | null, { colour, paint }: { readonly colour: Ink; readonly paint: Paint }): Ink {
  switch (found?.kind) {
    case "comment":
      return paint.dim;
    case "literal":
      return paint.cyan;
    case "keyword":
      return paint.magenta;
    default:
      return colour;
  }
}

/** The first span that has something of a range, for ranges that follow each other. */
function pointer<Of extends Span>(spans: readonly Of[]): (from: number, to?: number) => Of | null {
  let next = 0;
  return (from, to = from + 1) => {
    while (next < spans.length && spans[next]!.to <= from) next += 1;
    const span = spans[next];
    return span && span.from < to ? span : null;
  };
}

function asIs(text: Printable): Printable {
  return text;
}
