// Long pastes in a prompt, each drawn as one mark. Pure. The text of a prompt is always whole: a fold is only a range of
// it that is stepped over, deleted and drawn like one character, so nothing has to be put back before it is sent.

import { grouped, nounFor } from "../../../base/index.ts";
import { plain, reveal, type Plain } from "../../../text/index.ts";

export type Paste = { readonly number: number; readonly text: string };

/** Where in the text a paste is. */
export type Fold = { readonly from: number; readonly to: number; readonly number: number };

export type Folded = {
  /** Pastes that are folded wherever they are, also in a text that comes back. */
  readonly pastes: readonly Paste[];
  /** In their order; none touches the inside of another. */
  readonly folds: readonly Fold[];
};

export const NOTHING_FOLDED: Folded = { pastes: [], folds: [] };

// More than the prompt shows of a text at once.
const MAX_LINES = 10;
const MAX_CHARACTERS = 1_000;

export function isLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || linesIn(text) > MAX_LINES;
}

/** The pastes with this one among them. A text that was pasted before keeps its number. */
export function withPaste(pastes: readonly Paste[], text: string): readonly Paste[] {
  if (!isLong(text) || pastes.some((each) => each.text === text)) return pastes;
  return [...pastes, { number: (pastes.at(-1)?.number ?? 0) + 1, text }];
}

/** Where a text contains pastes, the longest first where they overlap. Linear in the text for each paste. */
export function foldsIn(text: string, pastes: readonly Paste[]): readonly Fold[] {
  const found: Fold[] = [];
  for (const paste of pastes.toSorted((one, other) => other.text.length - one.text.length)) {
    if (paste.text.length > text.length) continue;
    for (const from of placesOf(paste.text, text)) {
      const to = from + paste.text.length;
      if (found.every((other) => to <= other.from || from >= other.to)) found.push({ from, to, number: paste.number });
    }
  }
  return found.toSorted((one, other) => one.from - other.from);
}

/** The folds after a part of the text was replaced. One that lost a part of its paste is none any more. */
export function foldsAfter(
  { pastes, folds }: Folded,
  { from, to, text }: { readonly from: number; readonly to: number; readonly text: string },
): readonly Fold[] {
  const moved = (fold: Fold, by: number): Fold => ({ ...fold, from: fold.from + by, to: fold.to + by });
  return [
    ...folds.filter((fold) => fold.to <= from),
    ...foldsIn(text, pastes).map((fold) => moved(fold, from)),
    ...folds.filter((fold) => fold.from >= to).map((fold) => moved(fold, text.length - (to - from))),
  ];
}

/** The paste before the cursor, else the next one, is text from now on. */
export function unfolded({ pastes, folds }: Folded, at: number): Folded {
  const fold = folds.findLast(({ to }) => to <= at) ?? folds[0];
  return {
    pastes: pastes.filter(({ number }) => number !== fold?.number),
    folds: folds.filter(({ number }) => number !== fold?.number),
  };
}

/** One of them in place of each fold. A control character is never joined with a letter next to it. */
export const FOLD_MARK = "\u0001";

/** A text with one character for each fold: the form in which it is moved through, and drawn. */
export type Shape = {
  readonly text: string;
  /** Places in it, of places in the text and the other way round. */
  readonly toShape: (at: number) => number;
  readonly toText: (at: number) => number;
  /** What is drawn in place of the character here; null for a character of the text. */
  readonly labelAt: (at: number) => Plain | null;
};

export function shapeOf(text: string, { pastes, folds }: Folded): Shape {
  if (folds.length === 0) return { text, toShape: same, toText: same, labelAt: () => null };
  let shape = "";
  let end = 0;
  const marks = folds.map((fold) => {
    shape += text.slice(end, fold.from);
    const at = shape.length;
    shape += FOLD_MARK;
    end = fold.to;
    return { at, hidden: fold.to - fold.from - 1, fold };
  });
  const labels = new Map(
    marks.flatMap(({ at, fold }) => {
      const paste = pastes.find(({ number }) => number === fold.number);
      return paste === undefined ? [] : [[at, labelOf(paste)] as const];
    }),
  );
  return {
    text: shape + text.slice(end),
    toShape: (at) => marks.reduce((place, { fold, hidden }) => (fold.to <= at ? place - hidden : place), at),
    toText: (at) => marks.reduce((place, mark) => (mark.at < at ? place + mark.hidden : place), at),
    labelAt: (at) => labels.get(at) ?? null,
  };
}

/** The text as it is seen in the prompt. */
export function shownText(text: string, folded: Folded): string {
  if (folded.folds.length === 0) return text;
  const shape = shapeOf(text, folded);
  return Array.from({ length: shape.text.length }, (_, at) => shape.labelAt(at) ?? shape.text[at]!).join("");
}

function same(at: number): number {
  return at;
}

function labelOf({ number, text }: Paste): Plain {
  const lines = linesIn(text);
  const [count, noun] = lines === 1 ? [text.length, "character"] : [lines, "line"];
  return plain`[pasted ${reveal(grouped(count))} ${reveal(nounFor(count, noun))} #${number}]`;
}

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/**
 * Every place that does not overlap the one before (Knuth, Morris, Pratt): `indexOf` takes a step for each pair of
 * characters where a long paste nearly repeats itself.
 */
function* placesOf(part: string, text: string): Generator<number> {
  const back = new Int32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at += 1) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = back[length - 1]!;
    if (part.charCodeAt(at) === part.charCodeAt(length)) length += 1;
    back[at] = length;
  }
  for (let at = 0, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== part.charCodeAt(length)) length = back[length - 1]!;
    if (text.charCodeAt(at) === part.charCodeAt(length)) length += 1;
    if (length < part.length) continue;
    yield at - part.length + 1;
    length = 0;
  }
}
