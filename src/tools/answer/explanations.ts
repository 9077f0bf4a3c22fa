// What a model says about its edits, right above each of them in its answer. Words for the reviewer to read beside the
// change: they are never an edit, and nothing depends on them.

import type { ParsedAnswer } from "../../edits/index.ts";
import { lineStarts } from "../../text/index.ts";

// Enough for a paragraph; the answer itself has the rest.
const MOST = 600;

/** By where a block begins in the answer. What follows the last edits is about those. */
export function explanationsOf(
  text: string,
  { passages }: Pick<ParsedAnswer, "passages">,
): ReadonlyMap<number, string> {
  const starts = lineStarts(text);
  const explanations = new Map<number, string>();
  const linesIn = (from: number, to: number): string =>
    text.slice(starts[from] ?? text.length, starts[to] ?? text.length);
  let words = "";
  let at = 0;
  let last: readonly number[] = [];
  for (const passage of passages) {
    words += linesIn(at, passage.from);
    at = Math.max(at, passage.next);
    if (passage.kind === "plain") continue;
    const blocks = passage.kind === "certain" ? passage.blocks : [passage.block];
    last = blocks.map(({ source }) => source.from);
    const above = lastWords(words);
    if (above !== "") for (const from of last) explanations.set(from, above);
    words = "";
  }
  const below = firstOf(words + linesIn(at, starts.length));
  if (below !== "")
    for (const from of last) explanations.set(from, [explanations.get(from) ?? [], below].flat().join("\n"));
  return explanations;
}

/** The end of what a model said before an edit or a call, at most a paragraph. */
export function lastWords(words: string): string {
  const text = words.trim();
  if (text.length <= MOST) return text;
  const cut = text.slice(-MOST).toWellFormed();
  return `…${cut.slice(cut.search(/\s/) + 1)}`;
}

function firstOf(words: string): string {
  const text = words.trim();
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1).toWellFormed()}…`;
}
