// Which lines of a file a review's suggestion replaces (```suggestion), as the words above it say: "line 12", "lines 4 to 5",
// `src/a.ts:4-5`, `#L4-L5`, in the languages that answers come in. Never a whole file: a suggestion is a part of one.

import type { LineRange } from "../../../text/index.ts";

const SUGGESTION = /^suggestion\b/i;

export function isSuggestion(info: string): boolean {
  return SUGGESTION.test(info);
}

const LINES =
  /(?:(?<!\p{L})(?:lines?|zeilen?|lignes?|líneas?|lineas?|rig(?:a|he)|linhas?|строк[аи]|regels?)\s*|第\s*|#L|(?<=[\w)\]`]):|(?<![\p{L}\d])[LR])[+LR]?(\d{1,6})(?:\s*(?:-|–|—|to|through|bis|à|al?|do|до|到|至|t\/m)\s*(?:[+LR]|line\s*)?(\d{1,6}))?(?!\d|\.\d)/giu;
const LONGEST = 1_000;

/** The one range that the words name; null when they name none, or two. */
export function linesIn(words: string): LineRange | null {
  const found = new Set<string>();
  for (const [, first, last] of words.slice(0, LONGEST).matchAll(LINES)) found.add(`${first}-${last ?? first}`);
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  const [first, last] = only.split("-").map(Number) as [number, number]; // It was made of two numbers.
  return first > 0 && first <= last ? { from: first - 1, to: last } : null;
}
