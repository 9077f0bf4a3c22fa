// Lines that look like a diff and say too little to be one: no names, or no numbers where a fence does not call it a diff.
// Never a list of words: signs before lines count only under a path, or after "@@".

import type { Answer } from "./answer.ts";
import { clearPathLine } from "./fences.ts";
import { likely, type Passage } from "./passages.ts";
import { sourceOf, type ScanContext } from "./scan.ts";

const WHY =
  'These lines look like a diff, but not like a whole one. Send it with "--- path", "+++ path" and "@@" lines before the changes.';
export const NO_FILE =
  'These lines look like a diff, but nothing says which file they change. Put "--- path" and "+++ path" before them.';

/** A run of such lines outside of fences, up to the next blank line. */
export function readLikelyDiff({ answer, floor }: ScanContext, at: number): Passage | null {
  const first = answer.first(at);
  if (first !== 0x2d && first !== 0x2b && first !== 0x40) return null; // - + @
  const path = at > floor ? clearPathLine(answer.line(at - 1)) : null;
  if (first === 0x40 ? !isHunk(answer, at) : path === null) return null;
  let next = at;
  while (next < answer.length && /^[-+ @]./.test(answer.line(next))) next += 1;
  if (!hasChange(answer, at, next)) return null;
  const from = path === null ? at : at - 1;
  const why = path === null ? NO_FILE : WHY;
  return {
    kind: "likely",
    block: likely(sourceOf(answer, "udiff", from, next), { path, text: null, why }),
    from,
    next,
  };
}

/** A line that is taken out, and after it one that is put in. */
export function hasChange(answer: Answer, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at += 1) if (answer.first(at) === 0x2b && answer.first(at - 1) === 0x2d) return true;
  return false;
}

const NEAR = 8;

/** "@@", with a changed line soon after it. */
function isHunk(answer: Answer, at: number): boolean {
  if (!answer.line(at).startsWith("@@")) return false;
  for (let line = at + 1; line <= at + NEAR; line += 1) {
    const first = answer.first(line);
    if (first === 0x2b || first === 0x2d) return true;
    if (first !== 0x20) return false;
  }
  return false;
}
