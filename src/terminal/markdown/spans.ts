// Styled words into rows of a width. Every character of the spans is in the rows, except spaces where a row is broken.

import { plain, printable, revealed, type Printable } from "../../text/index.ts";
import { fittingPieces } from "../graphemes.ts";
import { breaksIn, mayBreakInside } from "../line-breaks.ts";
import type { Paint } from "../paint.ts";
import { cells, roomIn } from "../wrap.ts";

export type Style = "bold" | "italic" | "struck" | "code" | "link" | "dim" | "heading";

/** `text` was revealed; what cut it into pieces cannot hide anything in them, because they are looked at again. */
export type Piece = { readonly text: string; readonly styles: readonly Style[] };

export type WrapOptions = {
  readonly width: number;
  readonly paint: Paint;
  /**
   * What happens to a word, or a line of code, that is longer than a row. "cut" (default): it goes on in the next row.
   * "whole": it stays one row, and the terminal folds it, so that copying it gives it back as it was.
   */
  readonly longWords?: "cut" | "whole";
};

/** At least one row. A "\n" in a span begins a new row. */
export function wrapSpans(spans: readonly Piece[], { width, paint, longWords = "cut" }: WrapOptions): Printable[] {
  const rows: Printable[] = [];
  let row: Piece[] = [];
  let used = 0;
  const end = (): void => {
    // A space behind the last word is seen only by those who copy it.
    while (row.length > 0 && row.at(-1)!.text.trim() === "") row.pop();
    rows.push(draw(row, paint));
    row = [];
    used = 0;
  };
  for (const word of wordsOf(spans)) {
    if (word.kind === "break") {
      end();
      continue;
    }
    if (word.kind === "blank") {
      // Spaces at the end of a row are left out; at the start of a line they are its indentation.
      if (used + word.width > width) continue;
      row.push(...word.pieces);
      used += word.width;
      continue;
    }
    if (used > 0 && used + word.width > width) {
      // Spaces alone are no row.
      if (row.some(({ text }) => text.trim() !== "")) end();
      row = [];
      used = 0;
    }
    const isCut = longWords === "cut" && word.width > width;
    for (const piece of isCut ? cutToFit(word.pieces, width) : word.pieces) {
      const size = proseCells(piece.text);
      if (isCut && used > 0 && used + size > width) end();
      row.push(piece);
      used += size;
    }
  }
  end();
  return rows;
}

type Word =
  | { readonly kind: "break" }
  | { readonly kind: "blank" | "word"; readonly pieces: readonly Piece[]; readonly width: number };

/** Neighbours without a place for a break between them are one word, whatever their styles. */
function wordsOf(spans: readonly Piece[]): readonly Word[] {
  const words: Word[] = [];
  let word: Piece[] = [];
  let width = 0;
  const flush = (): void => {
    if (word.length > 0) words.push({ kind: "word", pieces: word, width });
    word = [];
    width = 0;
  };
  for (const { text, styles } of spans) {
    for (let at = 0; at < text.length;) {
      const from = at;
      const first = text[at];
      if (first === "\n") {
        at += 1;
        flush();
        words.push({ kind: "break" });
        continue;
      }
      const isBlank = first === " ";
      while (at < text.length && text[at] !== "\n" && (text[at] === " ") === isBlank) at += 1;
      const piece = { text: text.slice(from, at), styles };
      if (isBlank) {
        flush();
        words.push({ kind: "blank", pieces: [piece], width: at - from });
      } else {
        for (const part of partsOf(piece, word.at(-1)?.text ?? "")) {
          if (part.mayStart) flush();
          word.push(part.piece);
          width += proseCells(part.piece.text);
        }
      }
    }
  }
  flush();
  return words;
}

type WordPart = {
  readonly piece: Piece;
  /** A row may begin with it. */
  readonly mayStart: boolean;
};

/** Chinese and Japanese have no spaces, and are broken between characters. Code stays whole: it is copied. */
function partsOf(piece: Piece, before: string): readonly WordPart[] {
  const { text, styles } = piece;
  const breaks = mayBreakInside(text) || mayBreakInside(before) ? breaksIn(text, before) : [];
  const allowed = styles.includes("code") ? breaks.filter((at) => at === 0) : breaks;
  const starts = allowed[0] === 0 ? allowed : [0, ...allowed];
  return starts.map((from, index) => ({
    piece: starts.length === 1 ? piece : { text: text.slice(from, starts[index + 1]), styles },
    mayStart: index > 0 || allowed[0] === 0,
  }));
}

function* cutToFit(pieces: readonly Piece[], given: number): Generator<Piece> {
  for (const { text, styles } of pieces) {
    const width = roomIn(text, given);
    let held = "";
    let size = 0;
    for (const { segment } of fittingPieces(text, width, proseCells)) {
      const next = proseCells(segment);
      if (held !== "" && size + next > width) {
        yield { text: held, styles };
        held = "";
        size = 0;
      }
      held += segment;
      size += next;
    }
    if (held !== "") yield { text: held, styles };
  }
}

/** A sign with emoji style takes two cells on some terminals and one on others: two are kept free. */
export function proseCells(text: string): number {
  const wide = text.includes("\ufe0f") ? text.split("\ufe0f").length - 1 : 0;
  return cells(text) + wide;
}

const PAINTED: Readonly<Record<Style, keyof Paint>> = {
  bold: "bold",
  italic: "italic",
  struck: "struck",
  code: "cyan",
  link: "underline",
  dim: "dim",
  heading: "bold",
};

function draw(pieces: readonly Piece[], paint: Paint): Printable {
  let row: Printable = plain``;
  for (let at = 0; at < pieces.length;) {
    const { styles } = pieces[at]!;
    let text = "";
    for (; at < pieces.length && pieces[at]!.styles === styles; at += 1) text += pieces[at]!.text;
    if (styles.length === 0) {
      row = printable`${row}${revealed(text, "prose")}`;
      continue;
    }
    const names = new Set(styles.map((style) => PAINTED[style]));
    // Both end with the same code: of the two the stronger counts.
    if (names.has("bold")) names.delete("dim");
    const shown = revealed(text, "prose");
    const painted = [...names].reduce<Printable>((inner, name) => paint[name](inner), shown);
    row = printable`${row}${painted}`;
  }
  return row;
}
