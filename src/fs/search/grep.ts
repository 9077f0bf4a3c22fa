// Lines that match, in one file at a time, in time linear in the text. Knows no tree and no disk.
// Long lines are cut around the match and say so; nothing else of a line is changed but one "\r" at its end.

import { counted } from "../../base/index.ts";
import { spell, refusePattern } from "./dialect.ts";
import { rustExpression } from "./rust-expression.ts";

export type LineMatcher = {
  /** Where the first match in the line starts and ends, or null. */
  find(line: string): readonly [number, number] | null;
  /** False only if no line of the text can match: lets most files be dismissed in one go. */
  mayMatch(text: string): boolean;
  /** For a finder: takes every line that matches, and maybe more. Null when that cannot be promised. */
  readonly expression: string | null;
  /** Steps that one character may take at most. */
  readonly cost: number;
};

const MAX_SHOWN = 500;
const SHOWN_BEFORE = 160;

/** PATTERN when the pattern is outside the dialect. The engine is loaded here, at the first search. */
export async function compileGrep(pattern: unknown): Promise<LineMatcher> {
  const { source, literal } = spell(pattern);
  if (literal !== null) {
    return {
      expression: rustExpression(source),
      cost: 0.01, // The system's own search, hundreds of characters in the time of one step.
      mayMatch: (text) => text.includes(literal),
      find: (line) => {
        const at = line.indexOf(literal);
        return at < 0 ? null : [at, at + literal.length];
      },
    };
  }
  const { RE2JS } = await import("re2js");
  try {
    const expression = RE2JS.compile(source);
    const overLines = RE2JS.compile(source, RE2JS.MULTILINE);
    return {
      expression: rustExpression(source),
      cost: overLines.programSize(),
      mayMatch: (text) => !readsAlikeOverLines(source, text) || overLines.test(text),
      find: (line) => {
        if (!expression.test(line)) return null;
        // Where it is matters only for a line that must be cut.
        if (line.length <= MAX_SHOWN) return [0, 0];
        const matcher = expression.matcher(line);
        return matcher.find() ? [matcher.start(), matcher.end()] : [0, 0];
      },
    };
  } catch (error) {
    throw refusePattern(engineSays(error));
  }
}

export type LineHit = { readonly number: number; readonly content: string };

/** After this many steps it is other work's turn: some hundredths of a second at the worst. */
const TURN_STEPS = 1_000_000;
/** A line that could take more than a few seconds is not searched. */
const MAX_LINE_STEPS = 100_000_000;

/**
 * Every matching line of the text, lazily; numbers are 1-based. "turn" comes now and then between them, so that a search
 * can be interrupted, and "too-long" for a line that is not searched: it could not be interrupted.
 */
export function* searchLines(text: string, matcher: LineMatcher): Generator<LineHit | "turn" | "too-long"> {
  const blockSize = Math.ceil(TURN_STEPS / matcher.cost);
  let number = 0;
  for (let start = 0; start < text.length;) {
    const end = blockEnd(text, start, blockSize);
    const isLong = (end - start) * matcher.cost > MAX_LINE_STEPS;
    const block = start === 0 && end === text.length ? text : text.slice(start, end);
    if (isLong || matcher.mayMatch(block)) {
      for (const line of linesOf(block)) {
        number += 1;
        if (isLong && line.length * matcher.cost > MAX_LINE_STEPS) {
          yield "too-long";
          continue;
        }
        const hit = matcher.find(line);
        if (hit !== null) yield { number, content: cut(line, hit) };
      }
    } else number += countBreaks(block);
    start = end;
    if (start < text.length) yield "turn";
  }
}

/** Where a run of whole lines of about this size ends. */
function blockEnd(text: string, start: number, size: number): number {
  if (text.length - start <= size) return text.length;
  const last = text.lastIndexOf("\n", start + size);
  if (last > start) return last + 1;
  const next = text.indexOf("\n", start + size);
  return next < 0 ? text.length : next + 1;
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const at = text.indexOf("\n", from);
    const to = at < 0 ? text.length : at;
    yield text.slice(from, at >= 0 && text[to - 1] === "\r" && to > from ? to - 1 : to);
    from = at < 0 ? text.length : at + 1;
  }
}

/** As many as there are lines, but for a last one without a break, after which nothing is counted. */
function countBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks;
}

/**
 * Does a match in one line imply a match in the whole text, read with ^ and $ at every line? Not if the pattern
 * switches that off or asks for the ends of the text, and not for $ before a "\r" that a single line has lost.
 */
function readsAlikeOverLines(source: string, text: string): boolean {
  if (/\\[Az]|\(\?[imsU-]*m/.test(source)) return false;
  return !source.includes("$") || !text.includes("\r");
}

/** At most MAX_SHOWN characters around the match, with how many were left out on either side. */
function cut(line: string, [start]: readonly [number, number]): string {
  if (line.length <= MAX_SHOWN) return line;
  const from = Math.max(0, Math.min(start - SHOWN_BEFORE, line.length - MAX_SHOWN));
  const to = Math.min(line.length, from + MAX_SHOWN);
  const left = from + (isLow(line, from) ? 1 : 0);
  const right = to - (isLow(line, to) ? 1 : 0);
  const before = left === 0 ? "" : `[… ${counted(left, "character")}] `;
  const after = right === line.length ? "" : ` [${counted(line.length - right, "character")} …]`;
  return before + line.slice(left, right) + after;
}

function isLow(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function engineSays(error: unknown): string {
  const message = error instanceof Error ? error.message : "it could not be read";
  return message.replace(/^error parsing regexp: /, "").slice(0, 200);
}
