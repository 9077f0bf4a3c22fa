// The characters of a text as people count them. Node's segmenter takes longer for each character the longer the text is:
// a pasted line of 300 kB would hold the screen for minutes. So it gets short pieces. Making it takes as long as drawing the
// first screen, so it is made for the first text that needs one.

export type Grapheme = { readonly segment: string; readonly index: number };

const PIECE = 256;

let ours: Intl.Segmenter | null = null;

/** Each of these is a character of its own whatever is next to it, and takes one cell. */
const SIMPLE =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc\u26a0\u2713\u2717]*$/;

/** As many cells and characters as it has code units. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/** The same as the segmenter gives for the whole text, in linear time. */
export function* graphemesOf(text: string, given?: Pick<Intl.Segmenter, "segment">): Generator<Grapheme> {
  if (given === undefined && isSimple(text)) {
    for (let index = 0; index < text.length; index += 1) yield { segment: text.charAt(index), index };
    return;
  }
  const segmenter = given ?? (ours ??= new Intl.Segmenter(undefined, { granularity: "grapheme" }));
  let from = 0;
  for (let size = PIECE; from < text.length;) {
    // Half of a character would count as one of its own.
    const half = /[\ud800-\udbff]/.test(text.charAt(from + size - 1)) ? 1 : 0;
    const piece = text.slice(from, from + size + half);
    const isLast = from + piece.length >= text.length;
    let held: Grapheme | null = null;
    for (const { segment, index } of segmenter.segment(piece)) {
      if (held !== null) yield held;
      held = { segment, index: from + index };
    }
    if (isLast && held !== null) yield held;
    if (isLast || held === null) return;
    // What is at the end of a piece may continue in the next. One that fills the piece needs a longer one.
    size = held.index === from ? size * 2 : PIECE;
    from = held.index;
  }
}

/**
 * The characters, but those that take more than `width` cells in pieces: a run of some letters (Hangul, for one) is one
 * character of any length, and would leave its row.
 */
export function* fittingPieces(text: string, width: number, cells: (text: string) => number): Generator<Grapheme> {
  for (const grapheme of graphemesOf(text)) {
    if (cells(grapheme.segment) <= width) {
      yield grapheme;
      continue;
    }
    let { index } = grapheme;
    let held = "";
    for (const point of grapheme.segment) {
      // A code point without cells stays with the one before it.
      if (held !== "" && cells(point) > 0 && cells(held + point) > width) {
        yield { segment: held, index };
        index += held.length;
        held = "";
      }
      held += point;
    }
    yield { segment: held, index };
  }
}
