// The one matcher. Finds where wanted text is in a file: exactly, or not at all. Spans are in the original text.
// A line break in the wanted text, "\n" or "\r\n", matches either in the file; nothing else is softened.

import { lineAt, lineStarts, splitLines, withoutEnding, type Span } from "../../text/index.ts";
import { findText, NO_HITS, type Hits, type Meter, type SearchOptions } from "./search.ts";

/** `line` is 1-based: where the place begins. */
export type Place = { readonly span: Span; readonly line: number };

/** Where a text is in a file: in one exact place, in several, or nowhere, and then why. */
export type Located =
  | { readonly kind: "one"; readonly place: Place }
  /** `count` is exact, with overlap; `places` holds the first of them. */
  | {
      readonly kind: "many";
      readonly places: readonly Place[];
      readonly count: number;
      readonly overlapping: boolean;
    }
  | { readonly kind: "none" };

export type LocateOptions = {
  /** `chars`: any run of characters. `lines`: whole lines, compared without their endings. */
  readonly match: "chars" | "lines";
  /** How many places to keep of many. Default: 100. */
  readonly keep?: number;
  readonly meter?: Meter;
};

export const BOM = "\uFEFF" as const;

/**
 * Where `find` is in the text. A BOM at the text's start counts only when `find` begins with one. In `lines` the
 * ending of the last wanted line does not matter, and a last line without a newline is still a line; the span covers
 * the lines with their endings. An empty `find` matches nowhere.
 */
export function locate(text: string, find: string, { match, keep = 100, meter }: LocateOptions): Located {
  const options = meter === undefined ? {} : { meter };
  const spans = match === "chars" ? charSpans(text, find, options) : lineSpans(text, find, options);
  if (spans.length === 0) return { kind: "none" };
  const starts = lineStarts(text);
  const placeOf = (span: Span): Place => ({ span, line: lineAt(starts, span.from) + 1 });
  if (spans.length === 1) return { kind: "one", place: placeOf(spans[0]!) };
  return {
    kind: "many",
    places: spans.slice(0, keep).map(placeOf),
    count: spans.length,
    overlapping: spans.some((span, at) => at > 0 && span.from < spans[at - 1]!.to),
  };
}

/** Every span of the text that holds the wanted characters, ascending, overlapping ones included. */
export function charSpans(text: string, find: string, options: { readonly meter?: Meter } = {}): readonly Span[] {
  if (find === "") return [];
  const wanted = withPlainBreaks(find);
  // Without a "\r" in play a break is "\n" on both sides, and offsets are the same in both texts.
  if (!text.includes("\r\n") || !/[\r\n]/.test(wanted)) return spansOf(findText(text, wanted, options), wanted.length);
  const folded = foldBreaks(text);
  return spansOf(findText(folded.text, wanted, options), wanted.length).map(({ from, to }) => ({
    from: folded.original(from),
    to: folded.original(to),
  }));
}

/** "\r\n" as "\n". A "\r" elsewhere is a character like any other. */
export function withPlainBreaks(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

/** The wanted lines without their endings; a last line without one counts. */
export function contentsOf(text: string): string[] {
  return splitLines(text).map(withoutEnding);
}

/**
 * The 0-based lines at which these lines, given without endings, match whole and in order. `body` is a text without its
 * BOM. An empty list matches nowhere.
 */
export function findWholeLines(body: string, contents: readonly string[], options: SearchOptions = {}): Hits {
  const text = withPlainBreaks(body);
  let starts: readonly number[] | null = null;
  return findPlainLines(text, contents, { ...options, starts: () => (starts ??= lineStarts(text)) });
}

/** The same where every break is "\n" already; `starts` gives the text's line starts and is asked when there is a hit. */
export function findPlainLines(
  text: string,
  contents: readonly string[],
  { starts, ...options }: SearchOptions & { readonly starts: () => readonly number[] },
): Hits {
  if (contents.length === 0 || text === "") return NO_HITS;
  const wanted = contents.join("\n");
  // A line is between two breaks, except the first line, and a last one without a newline.
  const inside = findText(text, `\n${wanted}\n`, options);
  const isUnterminated = !text.endsWith("\n");
  const lines = text.startsWith(`${wanted}\n`) || (isUnterminated && text === wanted) ? [0] : [];
  for (const place of inside.places) lines.push(lineAt(starts(), place + 1));
  let count = inside.count + lines.length - inside.places.length;
  if (isUnterminated && text.endsWith(`\n${wanted}`)) {
    lines.push(starts().length - 1 - contents.length);
    count += 1;
  }
  if (lines.length === 0) return NO_HITS;
  const overlapping = lines.some((each, index) => index > 0 && each - lines[index - 1]! < contents.length);
  return { count, places: lines, overlapping };
}

function lineSpans(text: string, find: string, options: { readonly meter?: Meter }): readonly Span[] {
  const shift = text.startsWith(BOM) && !find.startsWith(BOM) ? BOM.length : 0;
  const body = text.slice(shift);
  const starts = lineStarts(body);
  const wanted = contentsOf(find);
  return findWholeLines(body, wanted, options).places.map((line) => ({
    from: starts[line]! + shift,
    to: starts[line + wanted.length]! + shift,
  }));
}

function spansOf(hits: Hits, length: number): readonly Span[] {
  return hits.places.map((from) => ({ from, to: from + length }));
}

/** The text with plain breaks, and the way back from an offset in it to the offset in the original. */
function foldBreaks(text: string): { readonly text: string; readonly original: (offset: number) => number } {
  if (!text.includes("\r\n")) return { text, original: (offset) => offset };
  // In the folded text, the offset of each break that lost its "\r".
  const lost: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) lost.push(at - lost.length);
  return {
    text: text.replaceAll("\r\n", "\n"),
    original(offset) {
      let low = 0;
      let high = lost.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (lost[middle]! < offset) low = middle + 1;
        else high = middle;
      }
      return offset + low;
    },
  };
}
