// Makes what cannot be seen visible, and strips nothing: each hidden character, and each combining mark without a
// character to stand on, becomes a mark such as ⟨ESC⟩, ⟨RLO⟩ or ⟨U+E0041⟩. The answer holds no control character but the tabs and newlines that were asked for, so it is safe to
// print; and it can be read back: two different texts never look the same.
//
//   mark    = "⟨" ( name | "U+" 4*6HEX | "SP" [ "×" count ] | "NO-EOL" ) "⟩"
//   A "⟨" of the text itself, before an upper-case letter, is written ⟨U+27E8⟩. So "⟨" and a letter always begin a mark.

import { HIDDEN, nameOfHidden } from "./hidden.ts";
import type { Span } from "./types.ts";

export type RevealOptions = {
  /** Mark every tab. Unless set, tabs stay as they are. */
  readonly tabs?: boolean;
  /** Mark blanks (and tabs) at the end of a line. */
  readonly trailing?: boolean;
  /** Mark newlines too, so that the answer is one line. */
  readonly oneLine?: boolean;
  /** The text was revealed in part already: a "⟨" in it is taken for the mark it is. Only for our own messages. */
  readonly keepMarks?: boolean;
  /** The text is a file's last line or a whole file: mark a missing final newline. */
  readonly fileEnd?: boolean;
};

/** Neighbours differ in `hidden`; joined, the texts are what `reveal` gives. */
export type RevealedSegment = { readonly text: string; readonly hidden: boolean };

/** The text with marks in place of hidden characters. Linear in its length. */
export function reveal(text: string, options: RevealOptions = {}): string {
  return joined(revealSegments(text, options));
}

/** The same in pieces, so that marks can be styled apart from text. */
export function revealSegments(text: string, options: RevealOptions = {}): readonly RevealedSegment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const blanks of options.trailing ? trailingBlanks(text) : []) {
    revealRun(segments, text.slice(from, blanks.from), options);
    markBlanks(segments, text.slice(blanks.from, blanks.to));
    from = blanks.to;
  }
  revealRun(segments, text.slice(from), options);
  if (options.fileEnd && text !== "" && !text.endsWith("\n")) mark(segments, "NO-EOL");
  return segments;
}

/** A path in one line, with blanks at either end marked. */
export function revealPath(path: string): string {
  let lead = 0;
  while (path[lead] === " ") lead += 1;
  const segments: Segment[] = [];
  markBlanks(segments, path.slice(0, lead));
  return joined(segments) + reveal(path.slice(lead), { tabs: true, trailing: true, oneLine: true });
}

type Segment = { text: string; readonly hidden: boolean };

/** Blanks before a line's ending, found from the ending backwards: a pattern would read a long run once per blank. */
function trailingBlanks(text: string): Span[] {
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

/** Nothing in it is ever marked. The other patterns are slow to compile, and most texts do not need them. */
const PLAIN = /^[\x20-\x7e]*$/;
// One character, and one more looked at: linear.
const TO_MARK = new RegExp(`${HIDDEN.source}|⟨(?=[A-Z])|[\\p{M}\\p{Emoji_Modifier}]`, "gu");
const HIDDEN_ONLY = new RegExp(HIDDEN.source, "gu");
const ATTACHED = /^[\p{M}\p{Emoji_Modifier}]$/u;
// Enough for every living script; a higher pile would grow into the lines above.
const MAX_PILE = 4;

function revealRun(segments: Segment[], run: string, { tabs, oneLine, keepMarks }: RevealOptions): void {
  if (PLAIN.test(run)) return add(segments, run, false);
  let from = 0;
  let pile = 0; // Attached characters left alone right before this one, the last of which ends at `piled`.
  let piled = -1;
  for (const { 0: character, index } of run.matchAll(keepMarks ? HIDDEN_ONLY : TO_MARK)) {
    if (ATTACHED.test(character) && !HIDDEN.test(character)) {
      pile = piled === index ? pile + 1 : 1;
      piled = index + character.length;
      // Without a character of the text to stand on it would be drawn into a mark or a sign of ours.
      if (index > from && !/[\t\n]/.test(run[index - 1]!) && pile <= MAX_PILE) continue;
    }
    if ((character === "\t" && !tabs) || (character === "\n" && !oneLine)) continue;
    add(segments, run.slice(from, index), false);
    mark(segments, nameOfHidden(character));
    from = index + character.length;
  }
  add(segments, run.slice(from), false);
}

/** Spaces are counted, or a page of them would become a wall of marks. */
function markBlanks(segments: Segment[], blanks: string): void {
  for (const [run] of blanks.matchAll(/\t| +/g)) {
    if (run === "\t") mark(segments, "TAB");
    else mark(segments, run.length === 1 ? "SP" : `SP×${run.length}`);
  }
}

function mark(segments: Segment[], name: string): void {
  add(segments, `⟨${name}⟩`, true);
}

function add(segments: Segment[], text: string, hidden: boolean): void {
  if (text === "") return;
  const last = segments.at(-1);
  if (last?.hidden === hidden) last.text += text;
  else segments.push({ text, hidden });
}

function joined(segments: readonly RevealedSegment[]): string {
  return segments.map((segment) => segment.text).join("");
}
