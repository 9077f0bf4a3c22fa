// Softer ways to compare lines, for explaining a miss. They only ever look: what is proposed from them is made of the
// file's own lines, and nothing here decides where an exact edit goes.

import { onFirstUse } from "../../base/index.ts";
import { BOM } from "../match/locate.ts";
import type { Draft } from "../plan/draft/draft.ts";

/** Characters that look like a plain one, one for one. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ..."\u2018\u2019\u201a\u201b\u2032\u02bc\uff07\u00b4".split("").map((quote) => [quote, "'"] as const),
  ..."\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02".split("").map((quote) => [quote, '"'] as const),
  ..."\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d".split("").map((dash) => [dash, "-"] as const),
  ..."\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
    .split("")
    .map((blank) => [blank, " "] as const),
  ["\u00d7", "x"],
  ["\u2044", "/"],
  ["\uff1a", ":"],
  ["\uff1b", ";"],
  ["\uff0c", ","],
  ["\uff08", "("],
  ["\uff09", ")"],
]);

const foldable = onFirstUse(() => new RegExp(`[${[...LOOK_ALIKES.keys()].join("")}]`, "gu"));

// Invisible: zero-width characters, soft hyphen, BOM in the middle of a text.
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const NOT_ASCII = /[^\0-\x7f]/u;

/** The line with look-alikes made plain and invisible characters left out. */
export function foldLookAlikes(line: string): string {
  if (!NOT_ASCII.test(line)) return line;
  let folded = "";
  for (const character of line) folded += LOOK_ALIKES.get(character) ?? character;
  return folded.replaceAll("\u2026", "...").replace(INVISIBLE, "");
}

/** The text with look-alikes made plain, character for character: offsets stay the same. */
export function foldOneForOne(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(foldable(), (character) => LOOK_ALIKES.get(character) ?? character);
}

/** What is left of a line when whitespace and look-alikes do not count; "" for a blank line. */
export function comparableText(line: string): string {
  return foldLookAlikes(line).replace(/\s+/gu, "");
}

export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** Removes spaces and tabs at the end only; trimEnd would remove a "\r" or a form feed too. */
export function withoutTrailingWhitespace(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end -= 1;
  return line.slice(0, end);
}

/**
 * The gists of a draft's lines as numbers: equal gists have equal numbers, different ones almost always different ones.
 * One pass over the text; a caller that needs certainty compares the lines.
 */
export class SoftLines {
  readonly #draft: Draft;
  #base: Int32Array | null = null;
  #numbers: Int32Array | null = null;
  #revision = -1;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** The number of each line's gist, in order. */
  lines(): Int32Array {
    const { revision } = this.#draft;
    if (this.#numbers === null || revision !== this.#revision) {
      this.#numbers = this.#withWritten((this.#base ??= this.#baseNumbers()));
      this.#revision = revision;
    }
    return this.#numbers;
  }

  #baseNumbers(): Int32Array {
    const { base, baseStarts } = this.#draft;
    return numbersIn(base.startsWith(BOM) ? base.slice(BOM.length) : base, baseStarts.length - 1);
  }

  /** The numbers of the base, with those of the lines that edits wrote. */
  #withWritten(base: Int32Array): Int32Array {
    const draft = this.#draft;
    const runs = draft.touched();
    if (runs.length === 0) return base;
    const numbers = new Int32Array(Math.max(draft.length, 1)).fill(BLANK_LINE);
    let [from, to] = [0, 0];
    for (const { old, new: fresh } of runs) {
      numbers.set(base.subarray(from, old.from), to);
      for (let at = fresh.from; at < fresh.to; at += 1) numbers[at] = numbersIn(draft.line(at)!, 1)[0]!;
      [from, to] = [old.to, fresh.to];
    }
    numbers.set(base.subarray(from, draft.baseStarts.length - 1), to);
    return numbers;
  }

  numbersOf(lines: readonly string[]): readonly number[] {
    return lines.map((line) => numbersIn(line, 1)[0]!);
  }
}

// FNV-1a, 32 bits (Fowler, Noll and Vo): quick, and good enough to rank by.
const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** The value of every blank line. */
export const BLANK_LINE = SEED;

const BREAK = 0x0a;
const SKIPPED = -1;

/** The plain character of each that looks like one; whitespace and invisible characters are skipped. */
const PLAIN: ReadonlyMap<number, number> = new Map([
  ...[...LOOK_ALIKES].map(([from, to]) => [from.charCodeAt(0), to === " " ? SKIPPED : to.charCodeAt(0)] as const),
  ...[0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x2028, 0x2029].map((code) => [code, SKIPPED] as const),
]);

function numbersIn(text: string, lines: number): Int32Array {
  const numbers = new Int32Array(Math.max(lines, 1)).fill(BLANK_LINE);
  let line = 0;
  let number = SEED;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code <= 0x20) {
      if (code === BREAK) {
        numbers[line] = number;
        line += 1;
        number = SEED;
      } else if (code < 0x09 || (code > 0x0d && code < 0x20)) number = Math.imul(number ^ code, PRIME);
      continue;
    }
    if (code >= 0x80) {
      code = PLAIN.get(code) ?? code;
      if (code === SKIPPED) continue;
      if (code === ELLIPSIS) {
        number = Math.imul(Math.imul(number ^ DOT, PRIME) ^ DOT, PRIME);
        code = DOT;
      }
    }
    number = Math.imul(number ^ code, PRIME);
  }
  if (line < numbers.length) numbers[line] = number;
  return numbers;
}

const ELLIPSIS = 0x2026;
const DOT = 0x2e;
