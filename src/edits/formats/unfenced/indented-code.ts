// Code that is set off by its indentation instead of a fence, as forums, mails and comments have it. An answer without any
// fence or marker is read once more with fences in place of the blank lines around such code, so that every reader takes it
// as it takes a fence. Lines keep their numbers. What is found so is never certain: indentation says little.
//
//   block = words blank-line 1*( 4 spaces or a tab, then text / blank-line ) ( blank-line / end )

import type { Likely, Proposed } from "../../types.ts";
import { Answer } from "../answer.ts";
import type { Passage } from "../passages.ts";

const FENCE = "```";

/** The answer with fences; null when it has no such code. */
export function withFences(answer: Answer): Answer | null {
  const lines: string[] = [];
  let found = false;
  for (let at = 0; at < answer.length;) {
    const end = at > 0 && answer.isBlank(at) && isWords(answer, at - 1) ? endOfCode(answer, at + 1) : at;
    if (end <= at + 1) {
      lines.push(answer.line(at));
      at += 1;
      continue;
    }
    found = true;
    lines.push(FENCE);
    for (let line = at + 1; line < end; line += 1) lines.push(answer.line(line).replace(INDENT, ""));
    lines.push(FENCE);
    // The blank line after it has become its end.
    at = end + 1;
  }
  return found ? new Answer(`${lines.join("\n")}\n`) : null;
}

const INDENT = /^(?: {4}|\t)/;

function isWords(answer: Answer, at: number): boolean {
  return !answer.isBlank(at) && !isIndented(answer, at);
}

function isIndented(answer: Answer, at: number): boolean {
  const first = answer.first(at);
  return (first === 0x20 || first === 0x09) && INDENT.test(answer.line(at)); // space and tab
}

/** The line after the code that begins at `from`; `from` when there is none. It ends before a blank line or the end. */
function endOfCode(answer: Answer, from: number): number {
  let end = from;
  for (let at = from; at < answer.length && (answer.isBlank(at) || isIndented(answer, at)); at += 1)
    if (!answer.isBlank(at)) end = at + 1;
  return end === answer.length || answer.isBlank(end) ? end : from;
}

/** A passage of the answer as it was read, in the answer as it is; its edits have this doubt, unless they have another. */
export function inOwnLines(
  {
    answer,
    fenced,
    doubt,
  }: { readonly answer: Answer; readonly fenced: Answer; readonly doubt: ((line: number) => Likely) | null },
  passage: Passage,
): Passage {
  const place = (offset: number): number =>
    offset >= fenced.text.length ? answer.text.length : answer.from(fenced.lineAt(offset));
  const own = (block: Proposed): Proposed => {
    const source = { ...block.source, from: place(block.source.from), to: place(block.source.to) };
    if (doubt === null || block.kind === "broken" || block.likely !== undefined) return { ...block, source };
    return { ...block, source, likely: doubt(passage.from + 1) };
  };
  const lines = { from: passage.from, next: Math.min(passage.next, answer.length) };
  if (passage.kind === "plain") return { ...passage, ...lines };
  if (passage.kind === "likely") return { ...passage, ...lines, block: own(passage.block) };
  return { ...passage, ...lines, blocks: passage.blocks.map(own) };
}

export function indentedDoubt(line: number): Likely {
  return {
    reading: "it is in an indented block, not in a code fence",
    line,
    why: "It is in an indented block, so that it is code is not certain. Send it in a code fence, or as an edit.",
  };
}
