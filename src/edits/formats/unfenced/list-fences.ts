// Edits in code fences that are indented, as in lists: their markers are not at the start of a line. Such an answer is read
// once more without the indentation of these fences. Lines keep their numbers. What is found in them is never certain: what
// is indented as a part of a list may be indented on purpose.

import type { Likely } from "../../types.ts";
import { Answer } from "../answer.ts";
import { closesFence, readFence } from "../fences/fences.ts";
import type { Passage } from "../passages.ts";
import { isSearchStart } from "../search-replace/body.ts";

export type ListFences = {
  readonly answer: Answer;
  /** Whether a line of the passage was indented. */
  readonly isInside: (passage: Passage) => boolean;
};

/**
 * The answer without the indentation of fences that hold edits; null when it has none. `passages`: what the answer has as it
 * is. Only fences that are likely edits of their own are taken: any other is a part of something.
 */
export function withoutListIndent(answer: Answer, passages: readonly Passage[]): ListFences | null {
  const inside = new Map<number, string>();
  for (const { kind, from, next } of passages) {
    if (kind !== "likely") continue;
    for (let at = from; at < Math.min(next, from + MOST_ABOVE); at += 1)
      if (takeFence(answer, at, { next, inside })) break;
  }
  if (inside.size === 0) return null;
  const parts: string[] = [];
  let from = 0;
  for (const [line, indent] of [...inside].toSorted(([a], [b]) => a - b)) {
    parts.push(answer.text.slice(from, answer.from(line)));
    from = answer.from(line) + indent.length;
  }
  parts.push(answer.text.slice(from));
  return { answer: new Answer(parts.join("")), isInside: (passage) => hasIndented(passage, inside) };
}

/** A passage begins with the name of its file, or with the fence. */
const MOST_ABOVE = 3;

function hasIndented({ from, next }: Passage, inside: ReadonlyMap<number, string>): boolean {
  for (let at = from; at < next; at += 1) if (inside.has(at)) return true;
  return false;
}

/** Whether an indented fence with an edit begins on this line; its lines are noted then. */
function takeFence(
  answer: Answer,
  at: number,
  { next, inside }: { readonly next: number; readonly inside: Map<number, string> },
): boolean {
  const sign = answer.firstSign(at);
  if ((sign !== 0x60 && sign !== 0x7e) || sign === answer.first(at)) return false; // ` ~
  const line = answer.line(at);
  const indent = /^[ \t]*/.exec(line)![0]; // It matches everywhere.
  const fence = readFence(line.slice(indent.length));
  if (fence === null) return false;
  const bare = (each: number): string => withoutIndent(answer.line(each), indent);
  let close = at + 1;
  while (close < next && !closesFence(bare(close), fence)) close += 1;
  let first = at + 1;
  while (first < close && answer.isBlank(first)) first += 1;
  if (close === next || !(STARTS.test(bare(first)) || isSearchStart(bare(first)))) return false;
  // The name of the file may be a part of the list as well.
  const above = answer.isBlank(at - 1) ? at - 2 : at - 1;
  for (const each of [above, ...Array.from({ length: close + 1 - at }, (_, index) => at + index)])
    if (each >= 0 && answer.line(each).startsWith(indent)) inside.set(each, indent);
  return true;
}

const STARTS = /^(?:--- \S|diff --git |Index: |\*\*\* Begin Patch)/;

function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line;
}

export function listDoubt(line: number): Likely {
  return {
    reading: "its code fence is indented, as in a list; the indentation was taken off",
    line,
    why: "Its code fence is indented, so how far its lines are to be indented is not certain. Send it in a code fence at the start of the line.",
  };
}
