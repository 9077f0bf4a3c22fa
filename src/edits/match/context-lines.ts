// The lines a patch names to say where its change is ("@@ class Foo", "@@ def bar"). They narrow the place; they never
// make an inexact place fit. Compared exactly, else without whitespace around them, else as a part of a line: they are
// anchors, not content.

import type { Draft } from "../plan/draft/draft.ts";
import { withoutEnding } from "../../text/index.ts";

/** Where the named lines are, each searched after the one before it, from the top; null when one is missing. */
export function locateContextLines(draft: Draft, named: readonly string[]): readonly number[] | null {
  const found: number[] = [];
  let from = 0;
  for (const name of named) {
    const at = nextLine(draft, name, from);
    if (at === null) return null;
    found.push(at);
    from = at + 1;
  }
  return found;
}

/**
 * The lines that hold the named words, in the order of the names: "class Foo" names "export class Foo extends Bar {". Null
 * when one name has no such line.
 */
export function linesContaining(draft: Draft, named: readonly string[]): readonly (readonly number[])[] | null {
  const all = named.map((name) => {
    const words = name.trim();
    const found: number[] = [];
    for (let at = 0; at < draft.length; at += 1) if (holdsWords(draft.line(at)!, words)) found.push(at);
    return found;
  });
  return all.some((found) => found.length === 0) ? null : all;
}

/** Made when it is first called: the letters of every script take a third of a millisecond. */
function isWord(sign: string): boolean {
  return /[\p{L}\p{N}_$]/u.test(sign);
}

/** Whether the words are in the line and do not begin or end inside a longer word. */
function holdsWords(line: string, words: string): boolean {
  if (words === "") return false;
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    const isStart = at === 0 || !isWord(words.charAt(0)) || !isWord(line.charAt(at - 1));
    const after = line.charAt(at + words.length);
    if (isStart && (after === "" || !isWord(words.at(-1)!) || !isWord(after))) return true;
  }
  return false;
}

/** True when the named lines have only one reading: none occurs again after the one before it. */
export function areUnique(draft: Draft, named: readonly string[], found: readonly number[]): boolean {
  return named.every((name, at) => nextLine(draft, name, found[at]! + 1) === null);
}

/**
 * Whether the lines around the place that are indented less and less, up to the margin, include the named ones in order:
 * the place is inside `bar` inside `Foo`, not merely below them.
 */
export function enclose(draft: Draft, named: readonly string[], place: number): boolean {
  let depth = indentOf(withoutEnding(draft.lines[place] ?? ""));
  let left = named.length;
  for (let at = place - 1; at >= 0 && left > 0; at -= 1) {
    const line = withoutEnding(draft.lines[at]!);
    const indent = indentOf(line);
    if (line.trim() === "" || indent >= depth) continue;
    depth = indent;
    if (line.trim() === named[left - 1]!.trim()) left -= 1;
  }
  return left === 0;
}

function nextLine(draft: Draft, name: string, from: number): number | null {
  const exact = draft.find([name]).places.find((at) => at >= from);
  if (exact !== undefined) return exact;
  const trimmed = name.trim();
  for (let at = from; at < draft.lines.length; at += 1) if (draft.lines[at]!.trim() === trimmed) return at;
  return null;
}

const TAB = 8;

function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += TAB - (columns % TAB);
    else break;
  }
  return columns;
}
