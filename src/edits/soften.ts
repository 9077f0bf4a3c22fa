// Softer ways to compare lines, for explaining a miss. They only ever look: what is proposed from them is made of the
// file's own lines, and nothing here decides where an exact edit goes.

import type { Draft } from "./draft.ts";

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

const FOLDABLE = new RegExp(`[${[...LOOK_ALIKES.keys()].join("")}]`, "gu");

// Invisible: zero-width characters, soft hyphen, BOM in the middle of a text.
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const NOT_ASCII = /[^\0-\x7f]/u;

/** The line with look-alikes made plain and invisible characters left out. */
export function foldLookAlikes(line: string): string {
  if (!NOT_ASCII.test(line)) return line;
  let folded = "";
  for (const character of line.normalize("NFC")) folded += LOOK_ALIKES.get(character) ?? character;
  return folded.replaceAll("\u2026", "...").replace(INVISIBLE, "");
}

/** The text with look-alikes made plain, character for character: offsets stay the same. */
export function foldOneForOne(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(FOLDABLE, (character) => LOOK_ALIKES.get(character) ?? character);
}

/** What is left of a line when blanks and look-alikes do not count; "" for a blank line. */
export function gistOf(line: string): string {
  return foldLookAlikes(line).replace(/\s+/gu, "");
}

export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** Takes blanks off the end only; trimEnd would take a "\r" or a form feed too. */
export function withoutLineEndBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end -= 1;
  return line.slice(0, end);
}

/** The gists of a draft's lines as numbers. Each distinct line is softened once, however often the draft changes. */
export class SoftLines {
  readonly #draft: Draft;
  readonly #numbers = new Map<string, number>([["", BLANK]]);
  /** By the number of the line's content. */
  readonly #gists: number[] = [];

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** The gist of each line, in order. */
  lines(): readonly number[] {
    const { index } = this.#draft;
    for (let number = this.#gists.length; number < index.size; number += 1)
      this.#gists.push(this.#enter(gistOf(index.contentOf(number))));
    return index.lines.map((number) => this.#gists[number]!);
  }

  /** Call after `lines`: a gist no line ever had is UNKNOWN. */
  numbersOf(lines: readonly string[]): readonly number[] {
    return lines.map((line) => this.#numbers.get(gistOf(line)) ?? UNKNOWN);
  }

  #enter(gist: string): number {
    let number = this.#numbers.get(gist);
    if (number === undefined) this.#numbers.set(gist, (number = this.#numbers.size));
    return number;
  }
}

export const BLANK = 0;
export const UNKNOWN = -1;
