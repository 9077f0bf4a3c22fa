// One hunk of a unified diff. Its header may lack numbers or count wrong, as models do: then the lines decide.
// Never drops a line of a hunk: what is neither context nor change makes the hunk broken.
//
//   hunk   = header 1*( " " text / "+" text / "-" text / "" / "\ " note )
//   header = "@@ -" start [ "," count ] " +" start [ "," count ] " @@" …  /  "@@" anything
//
// The first hunk of a file may lack its header.

import type { Chunk } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { ChunkLines } from "../chunk-lines.ts";
import { closesFence, FENCE_SIGNS, type Fence } from "../fences/fences.ts";
import { answerLine, capital, quote } from "../scan.ts";
import { SignSet } from "../lines/sign-set.ts";
import { hasNames } from "./header.ts";

export type HunkRead = { readonly next: number } & (
  | {
      readonly kind: "chunk";
      readonly chunk: Chunk;
      readonly hasOld: boolean;
      /** The answer ends with it, in a line that is taken out or not whole, and no counts say that this is all. */
      readonly mayGoOn: boolean;
    }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "cut-off" }
);

const NUMBERED = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const HALF_NUMBERED = /^@@ -(\d+)(?:,\d+)?(?=[ @]|$)/;

export function isNumberedHunk(line: string): boolean {
  return NUMBERED.test(line);
}

export function readHunk(
  answer: Answer,
  at: number,
  options: { readonly fence: Fence | null; readonly crlf: boolean },
): HunkRead {
  const first = answer.line(at);
  const header = first.startsWith("@@") ? first : "";
  if (header.startsWith("@@@")) {
    const why = `${capital(answerLine(at))} is a hunk of a merge (${quote(header)}), which has two old sides. Send a diff against one.`;
    return { kind: "broken", why, next: at + 1 };
  }
  const counts = readCounts(header);
  const from = header === "" ? at : at + 1;
  const short = readLines(answer, from, { ...options, counts });
  const body = pastFenceLine(answer, from, { ...options, counts, short }) ?? short;
  const { lines, next } = body;
  const isMet = counts !== null && lines.oldCount === counts.old && lines.newCount === counts.new;
  // With counts that fit, empty lines at the end are context; else they may only divide the hunk from what follows.
  const divided = isMet ? 0 : lines.dropEmptyEnd();
  if (body.stray && !isMet && divided === 0) {
    const why = `${capital(answerLine(next))} (${quote(answer.line(next))}) is in a hunk but starts with none of " ", "+" and "-".`;
    return { kind: "broken", why, next: body.next };
  }
  if (next === answer.length && isCutOff(answer, { fence: options.fence, counts, lines }))
    return { kind: "cut-off", next };
  if (lines.isEmpty) return { kind: "broken", why: `The hunk on ${answerLine(at)} has no lines.`, next };
  if (lines.isContradictory)
    return {
      kind: "broken",
      why: `The hunk on ${answerLine(at)} continues after "\\ No newline at end of file".`,
      next,
    };
  if (!isMet && options.fence !== null && goesOnBehind(answer, next, options.fence)) {
    const why = `The hunk on ${answerLine(at)} seems to continue after the fence line in it (${answerLine(next)}). Send the diff again in a longer fence (\`\`\`\`).`;
    return { kind: "broken", why, next };
  }
  const chunk = lines.toChunk({ line: lineOf(header, lines), after: [], end: false });
  // "--- x" may also be a line of this hunk that is taken out: then the file has that line after the others.
  const isBefore = !isMet && lines.hasOld && hasNames(answer, next);
  const rival = isBefore ? chunk.find + "\n".repeat(divided) + answer.signedLine(next, options) : null;
  const isShort = counts !== null && (lines.oldCount < counts.old || lines.newCount < counts.new);
  const isOpenEnd = counts === null && (!answer.text.endsWith("\n") || lines.lastStep === "-");
  const mayGoOn = next === answer.length && (isShort || isOpenEnd);
  return { kind: "chunk", chunk: rival === null ? chunk : { ...chunk, rival }, hasOld: lines.hasOld, mayGoOn, next };
}

/** A hunk with more lines left than this is not read past a line that closes its fence. */
const MOST_LEFT = 500;

/**
 * A context line that looks like the end of the fence, such as " ```" in a diff of a document: it is a line of the hunk where
 * the counts are met exactly with the lines behind it, and the fence is closed directly after them. Else null.
 */
function pastFenceLine(
  answer: Answer,
  from: number,
  {
    fence,
    crlf,
    counts,
    short: { lines, next },
  }: { readonly fence: Fence | null; readonly crlf: boolean; readonly counts: Counts | null; readonly short: Body },
): Body | null {
  if (fence === null || counts === null || answer.first(next) !== 0x20 || !closesFence(answer.line(next), fence))
    return null;
  const left = counts.old - lines.oldCount + (counts.new - lines.newCount);
  if (left <= 0 || left > MOST_LEFT) return null;
  const body = readLines(answer, from, { fence: null, crlf, counts });
  const isMet = body.lines.oldCount === counts.old && body.lines.newCount === counts.new;
  const end = answer.line(body.next);
  return isMet && !end.startsWith(" ") && (closesFence(end, fence) || NUMBERED.test(end)) ? body : null;
}

type Counts = { readonly old: number; readonly new: number };

function readCounts(header: string): Counts | null {
  const found = NUMBERED.exec(header);
  return found === null ? null : { old: Number(found[2] ?? 1), new: Number(found[4] ?? 1) };
}

type Body = { readonly lines: ChunkLines; readonly next: number; readonly stray: boolean };

function readLines(
  answer: Answer,
  from: number,
  { fence, crlf, counts }: { fence: Fence | null; crlf: boolean; counts: Counts | null },
): Body {
  const lines = new ChunkLines();
  let at = from;
  for (; at < answer.length; at += 1) {
    const isFull = counts !== null && lines.oldCount >= counts.old && lines.newCount >= counts.new;
    const first = answer.first(at);
    if (!isFull && isSurelyInside(answer, at, first)) {
      const text = answer.signedLine(at, { crlf });
      if (first === 0x20) lines.keep(text);
      else if (first === 0x2b) lines.add(text);
      else lines.remove(text);
      continue;
    }
    const line = answer.line(at);
    const sign = line.charAt(0);
    if (sign === "\\") {
      if (!lines.endsWithoutBreak()) return { lines, next: at, stray: true };
      continue;
    }
    if (isFull ? !goesOn(answer, at, line) : isOver(answer, at, { line, fence, counts }))
      return { lines, next: at, stray: false };
    if (sign === " ") lines.keep(answer.signedLine(at, { crlf }));
    else if (sign === "+") lines.add(answer.signedLine(at, { crlf }));
    else if (sign === "-") lines.remove(answer.signedLine(at, { crlf }));
    else if (line === "") lines.keepEmpty();
    else return { lines, next: at, stray: true };
  }
  return { lines, next: at, stray: false };
}

/** Nearly every line of a hunk: its first characters show that it ends neither the hunk nor the fence around it. */
function isSurelyInside(answer: Answer, at: number, first: number): boolean {
  if (first === 0x20) return !FENCES.has(answer.firstSign(at));
  return first === 0x2b || (first === 0x2d && answer.text.charCodeAt(answer.from(at) + 1) !== 0x2d); // + -
}

const FENCES = new SignSet(FENCE_SIGNS);

/** All counted lines are there. A line with a sign directly after them shows that the counts are too small. */
function goesOn(answer: Answer, at: number, line: string): boolean {
  return /^[+\- ]/.test(line) && line.trim() !== "" && !/^-- ?$/.test(line) && !hasNames(answer, at);
}

/** Lines are missing by the counts, or there are none: only what cannot be a line of the hunk ends it. */
function isOver(
  answer: Answer,
  at: number,
  { line, fence, counts }: { line: string; fence: Fence | null; counts: Counts | null },
): boolean {
  if (fence !== null && closesFence(line, fence)) return true;
  if (line.startsWith(" ")) return false;
  if (line.startsWith("@@") || line.startsWith("diff --git ") || line.startsWith("Index: ")) return true;
  // "--- x" and "+++ y" may be a line that was removed and one that was added: with counts, a hunk must follow.
  return hasNames(answer, at) && (counts === null || answer.line(at + 2).startsWith("@@"));
}

/**
 * The answer ends with the hunk. Counts that ask for more lines may be wrong, or the answer may be cut off: it is when
 * its fence is open, its last line is not whole, nothing has changed yet, or the last change still lacks new lines.
 */
function isCutOff(
  answer: Answer,
  { fence, counts, lines }: { fence: Fence | null; counts: Counts | null; lines: ChunkLines },
): boolean {
  if (fence !== null) return true;
  // Without counts, a changed line that is not whole is all there is to go by.
  if (counts === null) return !answer.text.endsWith("\n") && /[+-]/.test(lines.lastStep ?? "");
  const missing = { old: counts.old - lines.oldCount, new: counts.new - lines.newCount };
  if (missing.old <= 0 && missing.new <= 0) return false;
  if (!answer.text.endsWith("\n") || !lines.hasChange || lines.lastStep === "-") return true;
  return lines.lastStep === "+" && missing.new > Math.max(missing.old, 0);
}

/** Lines with signs directly after the close of a fence, and one more fence line: the close may be a line of the file. */
function goesOnBehind(answer: Answer, close: number, fence: Fence): boolean {
  if (!closesFence(answer.line(close), fence)) return false;
  let hasSign = false;
  for (let at = close + 1; at < answer.length; at += 1) {
    const line = answer.line(at);
    if (closesFence(line, fence)) return hasSign;
    if (!/^[-+ @\\]/.test(line)) return false;
    hasSign ||= /^[-+]/.test(line);
  }
  return false;
}

/** The line the hunk begins at; for pure additions, the line they are inserted before. */
function lineOf(header: string, lines: ChunkLines): number | null {
  const start = Number((NUMBERED.exec(header) ?? HALF_NUMBERED.exec(header))?.[1] ?? 0);
  if (lines.hasOld) return start === 0 ? null : start;
  // "-4,0" means after line 4. Any other count is wrong here, and whether its line is meant before or after unknown.
  return readCounts(header)?.old === 0 ? start + 1 : null;
}
