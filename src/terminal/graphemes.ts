// The characters of a text as people count them. Node's segmenter takes longer for each character the longer the text is:
// a pasted line of 300 kB would hold the screen for minutes. So it gets short pieces.

export type Grapheme = { readonly segment: string; readonly index: number };

const PIECE = 256;

const ours = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The same as the segmenter gives for the whole text, in linear time. */
export function* graphemesOf(text: string, segmenter: Pick<Intl.Segmenter, "segment"> = ours): Generator<Grapheme> {
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
