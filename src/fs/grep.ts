// Lines that match, in one file at a time, in time linear in the text. Knows no tree and no disk.
// Long lines are cut around the match and say so; nothing else of a line is changed but one "\r" at its end.

import { counted } from "../base/index.ts";
import { spell, refusePattern } from "./dialect.ts";
import { rustExpression } from "./rust-expression.ts";

export type LineMatcher = {
  /** Where the first match in the line starts and ends, or null. */
  find(line: string): readonly [number, number] | null;
  /** False only if no line of the text can match: lets most files be dismissed in one go. */
  mayMatch(text: string): boolean;
  /** For a finder: takes every line that matches, and maybe more. Null when that cannot be promised. */
  readonly expression: string | null;
};

const MAX_SHOWN = 500;
const SHOWN_BEFORE = 160;

/** PATTERN when the pattern is outside the dialect. The engine is loaded here, at the first search. */
export async function compileGrep(pattern: unknown): Promise<LineMatcher> {
  const { source, literal } = spell(pattern);
  if (literal !== null) {
    return {
      expression: rustExpression(source),
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
      mayMatch: (text) => !readsAlikeOverLines(source, text) || overLines.test(text),
      find: (line) => {
        if (!expression.test(line)) return null;
        // Where it stands matters only for a line that must be cut.
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

/** Every matching line of the text, lazily; numbers are 1-based. */
export function* matchingLines(text: string, matcher: LineMatcher): Generator<LineHit> {
  if (!matcher.mayMatch(text)) return;
  let number = 0;
  for (let from = 0; from < text.length;) {
    const at = text.indexOf("\n", from);
    const to = at < 0 ? text.length : at;
    number += 1;
    const line = text.slice(from, at >= 0 && text[to - 1] === "\r" && to > from ? to - 1 : to);
    const hit = matcher.find(line);
    if (hit !== null) yield { number, content: cut(line, hit) };
    from = at < 0 ? text.length : at + 1;
  }
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
