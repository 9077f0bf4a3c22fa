// Makes what cannot be seen visible, and strips nothing: each hidden character, and each combining mark without a
// character to attach to, becomes a mark such as ⟨ESC⟩, ⟨RLO⟩ or ⟨U+E0041⟩. The result contains no control character but
// the tabs and newlines that were asked for, and it can be read back: two different texts never look the same.
//
//   mark    = "⟨" ( name | "U+" 4*6HEX | "SP" [ "×" count ] | "NO-EOL" ) "⟩"
//   A "⟨" of the text itself, before an upper-case letter, is written ⟨U+27E8⟩. So "⟨" and a letter always begin a mark.

import { onFirstUse } from "../../base/index.ts";
import { RUN_END, RUN_START } from "./direction.ts";
import { HIDDEN, isHidden, nameOfHidden } from "./hidden.ts";
import type { Span } from "../types.ts";

export type MarkOptions = {
  /** Mark every tab. Unless set, tabs stay as they are. */
  readonly tabs?: boolean;
  /** Mark spaces (and tabs) at the end of a line. */
  readonly trailing?: boolean;
  /** Mark spaces at both ends of a line, and two or more anywhere. */
  readonly spaces?: boolean;
  /** Mark newlines too, so that the result is one line. */
  readonly oneLine?: boolean;
  /** The text was marked in part already: a "⟨" in it is taken for the mark it is. Only for our own messages. */
  readonly keepMarks?: boolean;
  /** The text is a file's last line or a whole file: mark a missing final newline. */
  readonly fileEnd?: boolean;
  /** The joiner and the style inside an emoji stay: they choose a picture and hide nothing. */
  readonly pictures?: boolean;
  /** Offsets of characters to mark as well, rising. */
  readonly also?: readonly number[];
};

/** The text with marks in place of hidden characters. Linear in its length. */
export function markHidden(text: string, options: MarkOptions = {}): string {
  const parts: string[] = [];
  let from = 0;
  for (const { from: start, to, isSpace } of apart(text, options)) {
    markRun(parts, text.slice(from, start), options);
    if (isSpace) markSpaces(parts, text.slice(start, to));
    else parts.push(markOf(text.slice(start, to)));
    from = to;
  }
  markRun(parts, text.slice(from), options);
  if (options.fileEnd && text !== "" && !text.endsWith("\n")) parts.push("⟨NO-EOL⟩");
  return parts.join("");
}

/** The text of a mark. `character` is one code point. */
function markOf(character: string): string {
  return `⟨${nameOfHidden(character)}⟩`;
}

/** What is marked whatever it is, from the first to the last. */
function apart(text: string, options: MarkOptions): readonly (Span & { readonly isSpace: boolean })[] {
  const { trailing, spaces: all, also = [] } = options;
  const found = all ? tellingSpaces(text) : trailing ? trailingSpaces(text) : [];
  const spaces = found.map((span) => ({ ...span, isSpace: true }));
  const others = also.map((at) => ({ from: at, to: at + (text.codePointAt(at)! > 0xffff ? 2 : 1), isSpace: false }));
  return spaces.length === 0 ? others : [...spaces, ...others].sort((a, b) => a.from - b.from);
}

function tellingSpaces(text: string): Span[] {
  const runs = [...text.matchAll(/ +/g)].map(({ 0: run, index }) => ({ from: index, to: index + run.length }));
  return runs.filter(
    ({ from, to }) => to - from > 1 || from === 0 || to === text.length || text[from - 1] === "\n" || text[to] === "\n",
  );
}

/** Spaces before a line's ending, found from the ending backwards: a pattern would read a long run once per space. */
function trailingSpaces(text: string): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf("\n", from);
    let to = newline < 0 ? text.length : newline;
    if (newline > from && text[newline - 1] === "\r") to -= 1;
    let start = to;
    while (start > from && (text[start - 1] === " " || text[start - 1] === "\t")) start -= 1;
    if (start < to) spans.push({ from: start, to });
    from = newline < 0 ? text.length : newline + 1;
  }
  return spans;
}

/** Only a line break in it may be marked: ASCII, and signs in our own words, for which no pattern below has to be made. */
const PLAIN = /^[\x20-\x7e\n✓✗–…·×→─]*$/;

const ONE_PICTURE = "(?!\\p{Cn})\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\ufe0f?";

/** Slow to make, and most texts do not need them. Each looks at one character and the next: linear. */
function makePatterns() {
  return {
    toMark: new RegExp(`${HIDDEN}|⟨(?=[A-Z])|[${RUN_START}${RUN_END}]|[\\p{M}\\p{Emoji_Modifier}]`, "gu"),
    hidden: new RegExp(HIDDEN, "gu"),
    attached: /^[\p{M}\p{Emoji_Modifier}]$/u,
    // Some of the pictographic characters are not assigned yet, so they have no known look.
    picture: new RegExp(`[0-9#*]\\ufe0f\\u20e3|${ONE_PICTURE}(?:\\u200d${ONE_PICTURE})*`, "gu"),
  };
}
const patterns = onFirstUse(makePatterns);

// Enough for every living script; a higher pile would grow into the lines above.
const MAX_PILE = 4;

function markRun(parts: string[], run: string, options: MarkOptions): void {
  if (PLAIN.test(run) && !(options.oneLine && run.includes("\n"))) return void parts.push(run);
  let from = 0;
  for (const { 0: picture, index } of options.pictures ? run.matchAll(patterns().picture) : []) {
    markCharacters(parts, run.slice(from, index), options);
    parts.push(picture);
    from = index + picture.length;
  }
  markCharacters(parts, run.slice(from), options);
}

function markCharacters(parts: string[], run: string, { tabs, oneLine, keepMarks }: MarkOptions): void {
  const { toMark, hidden, attached } = patterns();
  let from = 0;
  let pile = 0; // Attached characters left alone right before this one, the last of which ends at `piled`.
  let piled = -1;
  for (const { 0: character, index } of run.matchAll(keepMarks ? hidden : toMark)) {
    if (attached.test(character) && !isHidden(character)) {
      pile = piled === index ? pile + 1 : 1;
      piled = index + character.length;
      // Without a character of the text to attach to it would be drawn into a mark or a sign of ours.
      if (index > from && !/[\t\n]/.test(run[index - 1]!) && pile <= MAX_PILE) continue;
    }
    if ((character === "\t" && !tabs) || (character === "\n" && !oneLine)) continue;
    parts.push(run.slice(from, index), markOf(character));
    from = index + character.length;
  }
  parts.push(run.slice(from));
}

/** Spaces are counted, or a page of them would become a wall of marks. */
function markSpaces(parts: string[], spaces: string): void {
  for (const [run] of spaces.matchAll(/\t| +/g)) {
    if (run === "\t") parts.push("⟨TAB⟩");
    else parts.push(run.length === 1 ? "⟨SP⟩" : `⟨SP×${run.length}⟩`);
  }
}
