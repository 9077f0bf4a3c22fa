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
  /** Found by a search; `at`: the one that was gone to. */
  readonly hit: "hit" | "at" | null;
};

/** Where a search found its text in the line. */
export type Hit = Span & { readonly isAt: boolean };

// Longer runs of spaces are counted in a mark: they carry what follows them out of sight.
const MOST_DOTS = 32;

/** The pieces of `line` between the two offsets, in order and without a gap; the ending is a piece only when it is marked. */
export function piecesOf(
  source: Source,
  { from, to }: Span,
  { changed: words, syntax: colours, hits = [] }: LineStyle & { readonly hits?: readonly Hit[] },
): readonly Piece[] {
  const pieces: Piece[] = [];
  const glyphs = new GlyphReader(source);
  const changedAt = pointer(words);
  const syntaxAt = pointer(colours);
  const hitAt = pointer(hits);
  for (let at = from; at < to && glyphs.read(at, 0); at = Math.min(glyphs.to, to)) {
    const end = Math.min(glyphs.to, to);
    const changed = changedAt(at, end) !== null;
    const own = source.line.slice(at, end);
    const kind = kindOf(glyphs, { own, changed });
    // A run of spaces that the part cuts off is counted anew.
    const shown = kind === "mark" ? (glyphs.to > to ? countedSpaces(own) : glyphs.shown) : own;
    const syntax = kind === "mark" ? null : (syntaxAt(at, end)?.kind ?? null);
    const found = hitAt(at, end);
    const piece: Piece = { kind, from: at, to: end, shown, changed, syntax, hit: found && (found.isAt ? "at" : "hit") };
    const last = pieces.at(-1);
    if (last !== undefined && canJoin(last, piece))
      pieces[pieces.length - 1] = { ...last, to: end, shown: last.shown + shown };
    else pieces.push(piece);
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
function canJoin(last: Piece, next: Piece): boolean {
  if (next.kind !== "text" && next.kind !== "space") return false;
  return (
    last.kind === next.kind && last.changed === next.changed && last.syntax === next.syntax && last.hit === next.hit
  );
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
