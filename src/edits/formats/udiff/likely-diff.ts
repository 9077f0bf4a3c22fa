// Lines that look like a diff and say too little to be one: no names, or no numbers where a fence does not call it a diff.
// Never a list of words: signs before lines count only under a path, after "@@", or where no list would look like that.

import { isBlank } from "../blocks/path-line.ts";
import type { Answer } from "../answer.ts";
import { clearPathLine } from "../fences/fences.ts";
import { readNameLine } from "../fences/name-line.ts";
import { likely, type Passage } from "../passages.ts";
import { quote, sourceOf, type ScanContext } from "../scan.ts";
import { patchOf } from "./bare-diff.ts";

const WHY =
  'These lines look like a diff, but not like a whole one. Send it with "--- path", "+++ path" and "@@" lines before the changes.';
export const NO_FILE =
  'These lines look like a diff, but nothing says which file they change. Put "--- path" and "+++ path" before them.';

/** A run of such lines outside of fences, up to the next blank line. */
export function readLikelyDiff(context: ScanContext, at: number): Passage | null {
  const { answer, floor } = context;
  const first = answer.first(at);
  if (first !== 0x2d && first !== 0x2b && first !== 0x40) return null; // - + @
  const above = at > floor ? clearPathLine(answer.line(at - 1)) : null;
  if (first === 0x40 && !isHunk(answer, at)) return null;
  let next = at;
  while (next < answer.length && /^[-+ @]./.test(answer.line(next))) next += 1;
  if (!hasChange(answer, at, next)) return null;
  if (first !== 0x40 && above === null && !isNoList(context, at, next)) return null;
  const label = labelAbove(context, at);
  const path = above ?? label?.path ?? null;
  const from = above === null ? at : at - 1;
  const change = path === null ? null : patchOf(answer.content(at, next, { crlf: answer.isCrlf(at) }));
  const line = above === null ? (label?.line ?? at) : at - 1;
  const reading =
    path === null ? "looks like a diff" : `${quote(answer.line(line).trim())} names the file of these lines`;
  const about = { path, change, why: path === null ? NO_FILE : WHY, reading, line: (path === null ? at : line) + 1 };
  return { kind: "likely", block: likely(sourceOf(answer, "udiff", from, next), about), from, next };
}

/** The line above that names a file, past one blank line. */
function labelAbove({ answer, floor, known }: ScanContext, at: number): { path: string; line: number } | null {
  const line = at - 1 > floor && isBlank(answer.line(at - 1)) ? at - 2 : at - 1;
  if (line < floor) return null;
  const clear = clearPathLine(answer.line(line));
  if (clear !== null) return { path: clear, line };
  const named = readNameLine(answer.line(line), { known });
  return named.kind === "one" ? { path: named.path, line } : null;
}

/** A line that is taken out, and after it one that is put in; both behind the indentation of the fence they are in. */
export function hasChange(answer: Answer, from: number, to: number, indent = ""): boolean {
  for (let at = from + 1; at < to; at += 1)
    if (signAt(answer, at, indent) === 0x2b && signAt(answer, at - 1, indent) === 0x2d) return true;
  return false;
}

/** The first character of the line behind the indentation. */
export function signAt(answer: Answer, at: number, indent: string): number {
  if (indent === "") return answer.first(at);
  const line = answer.line(at);
  return line.startsWith(indent) ? line.charCodeAt(indent.length) : answer.first(at);
}

/** Lines that are no list: a line above them names a file, or no sign has a space after it and they hold words. */
function isNoList(context: ScanContext, at: number, next: number): boolean {
  const { answer } = context;
  if (labelAbove(context, at) !== null) return true;
  for (let line = at; line < next; line += 1)
    if (!/^[-+](?: {2,}|\t)?[^\s\d-].*\p{L}|^[ @]/u.test(answer.line(line))) return false;
  return true;
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
