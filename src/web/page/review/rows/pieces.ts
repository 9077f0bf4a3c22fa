// One line of a file, or a part of a long one, as pieces to draw: text, hidden characters as marks, tabs, right-to-left
// runs. Every character of the line is in exactly one piece, so that copying gives the line back.

import { RUN_START, type Span } from "../../../../text/index.ts";
import { GlyphReader, type Coloured, type LineStyle, type Source } from "../../../../review/index.ts";

export type Piece = Span & {
  /** `space`: spaces that could be overlooked, drawn as dots. `run`: right-to-left text, kept apart from what is around it. */
  readonly kind: "text" | "mark" | "tab" | "space" | "run";
  /** What is drawn. For all kinds but `mark` it is what the line has. */
  readonly shown: string;
  /** It differs from the line that it replaces. */
  readonly changed: boolean;
  readonly syntax: Coloured["kind"] | null;
};

// Longer runs of spaces are counted in a mark: they carry what follows them out of sight.
const MOST_DOTS = 32;

/** The pieces of `line` between the two offsets, in order and without a gap; the ending is a piece only when it is marked. */
export function piecesOf(source: Source, { from, to }: Span, style: LineStyle): readonly Piece[] {
  const pieces: Piece[] = [];
  const glyphs = new GlyphReader(source);
  const changedAt = pointer(style.changed);
  const syntaxAt = pointer(style.syntax);
  for (let at = from; at < to && glyphs.read(at, 0); at = Math.min(glyphs.to, to)) {
    const end = Math.min(glyphs.to, to);
    const changed = changedAt(at, end) !== null;
    const own = source.line.slice(at, end);
    const kind = kindOf(glyphs, { own, changed });
    // A run of spaces that the part cuts off is counted anew.
    const shown = kind === "mark" ? (glyphs.to > to ? countedSpaces(own) : glyphs.shown) : own;
    const syntax = kind === "mark" ? null : (syntaxAt(at, end)?.kind ?? null);
    const last = pieces.at(-1);
    if (last !== undefined && last.kind === kind && canJoin(kind) && last.changed === changed && last.syntax === syntax)
      pieces[pieces.length - 1] = { ...last, to: end, shown: last.shown + shown };
    else pieces.push({ kind, from: at, to: end, shown, changed, syntax });
  }
  return pieces;
}

type Glyph = { readonly own: string; readonly changed: boolean };

function kindOf({ kind, shown }: GlyphReader, { own, changed }: Glyph): Piece["kind"] {
  if (kind === "tab" || own === "\t") return "tab";
  if (kind === "mark") return /^ +$/.test(own) && own.length <= MOST_DOTS ? "space" : "mark";
  if (shown.startsWith(RUN_START)) return "run";
  return changed && own === " " ? "space" : "text";
}

function countedSpaces(own: string): string {
  return own.length === 1 ? "⟨SP⟩" : `⟨SP×${own.length}⟩`;
}

/** Each mark and each tab is one element; neighbours in one run are one already. */
function canJoin(kind: Piece["kind"]): boolean {
  return kind === "text" || kind === "space";
}

/** The first span that has something of a range, for ranges that follow each other. */
function pointer<Of extends Span>(spans: readonly Of[]): (from: number, to: number) => Of | null {
  let next = 0;
  return (from, to) => {
    while (next < spans.length && spans[next]!.to <= from) next += 1;
    const span = spans[next];
    return span !== undefined && span.from < to ? span : null;
  };
}
