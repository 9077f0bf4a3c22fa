// What a model says about its edits, above or below each of them in its answer. Words for the reviewer to read beside the
// change: they are never an edit, and nothing depends on them.

import type { ParsedAnswer } from "../../edits/index.ts";
import { lineStarts } from "../../text/index.ts";
import { divideWords } from "./divide-words.ts";

// Enough for a paragraph; the answer itself has the rest.
const MOST = 600;

/** Tags around edits are no words. */
const TAG_ALONE = /^[ \t]*<\/?[A-Za-z][^<>\n]*>[ \t]*$/gm;

/** By where a block begins in the answer. What follows the last edits is about those. */
export function explanationsOf(
  text: string,
  { passages }: Pick<ParsedAnswer, "passages">,
): ReadonlyMap<number, string> {
  const starts = lineStarts(text);
  const linesIn = (from: number, to: number): string =>
    text.slice(starts[from] ?? text.length, starts[to] ?? text.length);
  /** The edits in order, and what is said before each; `gaps` has one more, for what follows the last. */
  const groups: { readonly from: readonly number[]; readonly paths: readonly string[] }[] = [];
  const gaps: string[] = [];
  let words = "";
  let at = 0;
  for (const passage of passages) {
    words += linesIn(at, passage.from);
    at = Math.max(at, passage.next);
    if (passage.kind === "plain") continue;
    const blocks = passage.kind === "certain" ? passage.blocks : [passage.block];
    groups.push({ from: blocks.map(({ source }) => source.from), paths: blocks.flatMap(({ path }) => path ?? []) });
    gaps.push(words);
    words = "";
  }
  gaps.push(words + linesIn(at, starts.length));
  // Where nothing is said above the first edit and something below the last, words come after what they are about.
  const isAfter = gaps[0]!.trim() === "" && gaps.at(-1)!.trim() !== "";
  const explanations = new Map<number, string[]>();
  for (const [index, gap] of gaps.entries()) gaps[index] = gap.replaceAll(TAG_ALONE, "");
  const say = (group: (typeof groups)[number], said: string): void => {
    if (said !== "") for (const from of group.from) explanations.set(from, [...(explanations.get(from) ?? []), said]);
  };
  for (const [index, gap] of gaps.entries()) {
    const [before, next] = [groups[index - 1], groups[index]];
    if (before === undefined && next !== undefined) say(next, lastWords(gap));
    else if (before !== undefined && next === undefined) say(before, firstOf(gap));
    else if (before !== undefined && next !== undefined) {
      const divided = divideWords(gap, { before: before.paths, next: next.paths, isAfter });
      say(before, firstOf(divided.before));
      say(next, lastWords(divided.next));
    }
  }
  return new Map([...explanations].map(([from, said]) => [from, said.join("\n")]));
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
