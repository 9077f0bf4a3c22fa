// Lines that look like a diff and say too little to be one: no names, or no numbers where a fence does not call it a diff.
// Never a list of words: signs before lines count only under a path, after "@@", or where no list would look like that.

import { isBlank } from "../blocks/path-line.ts";
import type { Answer } from "../answer.ts";
import { clearPathLine } from "../fences/fences.ts";
import { readNameLine } from "../fences/name-line.ts";
import { likely, type Passage } from "../passages.ts";
import { SignSet } from "../lines/sign-set.ts";
import { quote, sourceOf, type ScanContext } from "../scan.ts";
import { patchOf } from "./bare-diff.ts";

const WHY =
  'These lines look like a diff, but not like a whole one. Send it with "--- path", "+++ path" and "@@" lines before the changes.';
export const NO_FILE =
  'These lines look like a diff, but nothing says which file they change. Put "--- path" and "+++ path" before them.';

/** The first characters of such lines. */
export const DIFF_SIGNS = "-+@";

/** A run of such lines outside of fences, up to the next blank line. */
export function readLikelyDiff(context: ScanContext, at: number): Passage | null {
  const { answer, floor } = context;
  const first = answer.first(at);
  if (first !== 0x2d && first !== 0x2b && first !== 0x40) return null; // - + @
  if (first === 0x40 && !isHunk(answer, at)) return null;
  const run = runAt(answer, at);
  if (run === null || run.lastChange <= at) return null;
  const { next } = run;
  const above = at > floor ? clearPathLine(answer.line(at - 1)) : null;
  if (first !== 0x40 && above === null && labelAbove(context, at) === null && isList(answer, run, at)) return null;
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

/** Lines with signs, one after the other. Each of them may be looked at as the first one, so it is read once. */
type Run = {
  readonly from: number;
  readonly next: number;
  /** The last line of the run that is put in and comes after one that is taken out; -1 when there is none. */
  readonly lastChange: number;
  /** The last line that looks like one of a list; -1 when there is none, null before it is looked for. */
  lastOfList: number | null;
};

const RUNS = new WeakMap<Answer, Run>();

/** The run that line `at` is in; null when it is in none. */
function runAt(answer: Answer, at: number): Run | null {
  const known = RUNS.get(answer);
  if (known !== undefined && known.from <= at && at < known.next) return known;
  let next = at;
  let lastChange = -1;
  for (; next < answer.length && SIGNS.has(answer.first(next)) && hasMore(answer, next); next += 1)
    if (next > at && answer.first(next) === 0x2b && answer.first(next - 1) === 0x2d) lastChange = next; // + -
  if (next === at) return null;
  const run: Run = { from: at, next, lastChange, lastOfList: null };
  RUNS.set(answer, run);
  return run;
}

const SIGNS = new SignSet(`${DIFF_SIGNS} `);

/** Whether something comes after the sign that a line begins with. */
function hasMore(answer: Answer, at: number): boolean {
  const unit = answer.text.charCodeAt(answer.from(at) + 1);
  return !(unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029 || Number.isNaN(unit));
}

/** Whether a line from `at` on looks like one of a list. */
function isList(answer: Answer, run: Run, at: number): boolean {
  if (run.lastOfList === null) {
    let last = run.next - 1;
    while (last >= run.from && NO_LIST.test(answer.line(last))) last -= 1;
    run.lastOfList = last >= run.from ? last : -1;
  }
  return run.lastOfList >= at;
}

/** No line of a list: its sign has no space after it, and it holds words. */
const NO_LIST = /^[-+](?: {2,}|\t)?[^\s\d-].*\p{L}|^[ @]/u;

/** The line above that names a file, past one blank line. */
function labelAbove({ answer, floor, known }: ScanContext, at: number): { path: string; line: number } | null {
  const line = at - 1 > floor && isBlank(answer.line(at - 1)) ? at - 2 : at - 1;
  if (line < floor) return null;
  const clear = clearPathLine(answer.line(line));
  if (clear !== null) return { path: clear, line };
  const named = readNameLine(answer.line(line), { known });
  return named.kind === "one" ? { path: named.path, line } : null;
}

/** Whether every line has a sign of a diff before it, behind the indentation of its fence, and one of them is changed. */
export function isSigned(answer: Answer, from: number, to: number, indent = ""): boolean {
  for (let at = from; at < to; at += 1) {
    const first = signAt(answer, at, indent);
    if (!SIGNS.has(first) && !isBlank(answer.line(at))) return false;
  }
  return hasChange(answer, from, to, indent);
}

/** A line that is taken out, and after it one that is put in; both behind the indentation of the fence they are in. */
function hasChange(answer: Answer, from: number, to: number, indent = ""): boolean {
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
