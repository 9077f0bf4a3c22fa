// One line of a file as glyphs: what takes the place of each of its characters on the screen, and how many cells that
// takes. Nothing is left out and nothing looks like something else: from the glyphs the line can be read back.
//
//   glyph = character with its combining marks | tab ("⇥" up to the next stop) | mark ("⟨ESC⟩", see text/reveal.ts)
//         | "‿" (the joiner inside an emoji) | "⁺" (emoji style after a sign that has both)
//         | "⢸" letters "⡇" (a run of right-to-left text, see text/direction.ts)
//   These signs of ours are marked by number when the text itself holds them.

import { directionOf, isHidden, nameOfHidden, plain, RUN_END, RUN_START, type Reading } from "../../text/index.ts";

export type Source = {
  /** With its ending. */
  readonly line: string;
  /** Where the ending starts. */
  readonly body: number;
  /** Where trailing whitespace of the body starts. */
  readonly trail: number;
  /** The mark for the ending; "" when it is the usual one of the file. */
  readonly ending: string;
  /** Characters that have a second, equal-looking spelling are distinguished. For lines that change. */
  readonly strict: boolean;
  /** Offsets of letters that pretend to be others; they are named too. */
  readonly impostors: ReadonlySet<number>;
  /** Cells of a row: no glyph is wider. */
  readonly room: number;
  /**
   * As code, each right-to-left word is where it is; in prose words with a space between them are one run, as they are
   * read; in a command every space that could be overlooked is marked too.
   */
  readonly reading: Reading;
  /** How wide a text is: cells on a terminal. */
  readonly cells: (text: string) => number;
};

const TAB_STOP = 4;
/** At the end of a row whose line continues in the next. */
export const CONTINUES = plain`↴`;
const TAB_SIGN = "⇥";
const JOINER_SIGN = "‿";
const STYLE_SIGN = "⁺";
const OWN_SIGNS: ReadonlySet<string> = new Set([TAB_SIGN, JOINER_SIGN, STYLE_SIGN, CONTINUES, RUN_START, RUN_END]);
// No mark is wider than 10 cells, so that a row always has room for one.
const MAX_BLANKS = 9999;
// More than any indentation or table needs.
const LONG_RUN = 64;
// Enough for every living script; a higher pile would grow into the rows above.
const MAX_PILE = 4;

/** Reads glyph after glyph: `read(at)`, use the fields, go on at `to`. One reader for many reads, as layout is hot. */
export class GlyphReader {
  kind: "text" | "tab" | "mark" = "text";
  to = 0;
  width = 0;
  readonly #source: Source;
  #shown: string | null = null;
  #from = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  get shown(): string {
    return this.#shown ?? this.#source.line.slice(this.#from, this.to);
  }

  /** The glyph at the offset; `column` counts cells from the start of the row. False at the line's end. */
  read(at: number, column: number): boolean {
    const { line, body, trail, ending, impostors } = this.#source;
    this.#from = at;
    if (at >= body) return ending !== "" && at < line.length && this.#sign("mark", ending, line.length);
    if (at >= trail) return this.#spaces(at);
    const code = line.charCodeAt(at);
    if (code === 0x20 && this.#isTelling(at)) return this.#spaces(at);
    const alone = at + 1 >= body || isBase(line.charCodeAt(at + 1));
    if (code >= 0x20 && code < 0x7f && alone) return this.#text(at + 1, 1);
    if (alone && isPlainLetter(code) && !impostors.has(at)) return this.#text(at + 1, 1);
    if (alone && code >= 0x4e00 && isBase(code)) return this.#text(at + 1, 2);
    return this.#other(at, column);
  }

  #other(at: number, column: number): boolean {
    const { line, strict, impostors } = this.#source;
    const code = line.codePointAt(at)!;
    const character = String.fromCodePoint(code);
    const to = at + character.length;
    if (code === 0x09) {
      const width = TAB_STOP - (column % TAB_STOP);
      return this.#sign("tab", TAB_SIGN + " ".repeat(width - 1), to, width);
    }
    if (code === ZWJ && joinsEmoji(line, at)) return this.#sign("mark", JOINER_SIGN, to, 1);
    if (code === VS16 && stylesEmoji(line, at)) return this.#sign("mark", STYLE_SIGN, to, 1);
    if (impostors.has(at)) return this.#sign("mark", `⟨${nameOfHidden(character)}⟩`, to);
    const looksLikeOurs = OWN_SIGNS.has(character) || (character === "⟨" && /[A-Z]/.test(line[to] ?? ""));
    // A combining mark is here only when there is no character it could combine with.
    if (looksLikeOurs || isHidden(character) || COMBINING.test(character) || (strict && !isComposed(character)))
      return this.#sign("mark", `⟨${nameOfHidden(character)}⟩`, to);
    if (directionOf(character) !== null) return this.#run(at);
    if (isRegional(code) && isRegional(line.codePointAt(to) ?? 0)) return this.#text(to + 2, 2);
    const end = this.#withMarks(at, to);
    return this.#text(end, this.#source.cells(line.slice(at, end)));
  }

  /** Where a character ends together with the marks that stay with it. */
  #withMarks(at: number, to: number, isOne = isMark): number {
    const { line, body, strict, impostors } = this.#source;
    let end = to;
    for (let pile = 0; pile < MAX_PILE && end < body && !impostors.has(end); pile += 1) {
      const mark = String.fromCodePoint(line.codePointAt(end)!);
      // The same mark twice is drawn in the same place: it would look like one.
      if (!isOne(mark) || line.startsWith(mark, end - mark.length)) break;
      if (strict && !isComposed(line.slice(at, end + mark.length))) break;
      end += mark.length;
    }
    return end;
  }

  /** As much of a right-to-left run as has room in a row. Its first character can be shown. */
  #run(from: number): true {
    const { line, trail, room, reading, strict, cells } = this.#source;
    const kind = directionOf(characterAt(line, from));
    let end = from;
    let width = RUN_START.length + RUN_END.length;
    for (let at = from; at < trail;) {
      const isGap = reading === "prose" && kind === "letter" && line[at] === " " && at > from;
      const letter = isGap ? at + 1 : at;
      const character = characterAt(line, letter);
      if (letter >= trail || directionOf(character) !== kind || (strict && !isComposed(character))) break;
      const next = this.#withMarks(letter, letter + character.length, isTrueMark);
      const more = cells(line.slice(at, next));
      // A row that is not the last leaves a cell for "↴".
      if (end > from && width + more > room - 1) break;
      width += more;
      at = end = next;
    }
    return this.#sign("text", RUN_START + line.slice(from, end) + RUN_END, end, width);
  }

  /** True where spaces start that could be overlooked, or that carry what follows them out of sight. */
  #isTelling(at: number): boolean {
    const { line, reading } = this.#source;
    if (line.charCodeAt(at - 1) === 0x20) return false;
    const many = reading === "exact" && at > 0 ? 2 : LONG_RUN;
    let to = at;
    while (to - at < many && line.charCodeAt(to) === 0x20) to += 1;
    return to - at === many;
  }

  /** Spaces are counted, or a page of them would become a wall of marks. */
  #spaces(at: number): boolean {
    const { line, body } = this.#source;
    if (line[at] === "\t") return this.#sign("mark", "⟨TAB⟩", at + 1);
    let to = at;
    while (to < body && line[to] === " " && to - at < MAX_BLANKS) to += 1;
    return this.#sign("mark", to - at === 1 ? "⟨SP⟩" : `⟨SP×${to - at}⟩`, to);
  }

  #text(to: number, width: number): true {
    this.kind = "text";
    this.#shown = null;
    this.to = to;
    this.width = width;
    return true;
  }

  #sign(kind: "text" | "tab" | "mark", shown: string, to: number, width = shown.length): true {
    this.kind = kind;
    this.#shown = shown;
    this.to = to;
    this.width = width;
    return true;
  }
}

const ZWJ = 0x200d;
const VS16 = 0xfe0f;
// What is drawn into the character before it, whatever that is: combining marks, medial and final Hangul letters, and
// others that programs take for a part of it.
const COMBINING = /^[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u1160-\u11ff\ud7b0-\ud7fb\u0e33\u0eb3]$/u;
const SKIN_TONE = /^\p{Emoji_Modifier}$/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;

/** Characters that no combining mark is among and that have one spelling: no need to look closer. */
function isBase(code: number): boolean {
  return (
    code < 0x300 || (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) || isPlainLetter(code)
  );
}

/** Latin and Cyrillic letters of one cell. */
function isPlainLetter(code: number): boolean {
  return (code >= 0xc0 && code < 0x300) || (code >= 0x400 && code <= 0x482);
}

/** A combining mark that may stay with its character. Skin tones may not: some terminals draw two cells, some four. */
function isMark(character: string): boolean {
  return character >= "\u0300" && COMBINING.test(character) && !SKIN_TONE.test(character) && !isHidden(character);
}

/** One that the bidirectional algorithm keeps with its letter. */
function isTrueMark(character: string): boolean {
  return /^\p{M}$/u.test(character) && isMark(character);
}

const composed = new Map<string, boolean>();
const KEPT_SPELLINGS = 4096;

/** False for a spelling that has a shorter or more usual one which looks the same. */
function isComposed(text: string): boolean {
  let answer = composed.get(text);
  if (answer === undefined) {
    answer = text.normalize("NFC") === text;
    if (composed.size >= KEPT_SPELLINGS) composed.clear();
    composed.set(text, answer);
  }
  return answer;
}

function isRegional(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

/** True for a joiner between two pictures. Anywhere else it is only a hidden character. */
function joinsEmoji(line: string, at: number): boolean {
  let before = previous(line, at);
  if (/^(?:\ufe0f|\p{Emoji_Modifier})$/u.test(before)) before = previous(line, at - before.length);
  const after = line.codePointAt(at + 1);
  return PICTURE.test(before) && after !== undefined && PICTURE.test(String.fromCodePoint(after));
}

/** True for an emoji style after a picture that is not shown as an emoji by itself. */
function stylesEmoji(line: string, at: number): boolean {
  const before = previous(line, at);
  return PICTURE.test(before) && !/^\p{Emoji_Presentation}$/u.test(before);
}

function characterAt(line: string, at: number): string {
  const code = line.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function previous(line: string, at: number): string {
  const low = line.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? line.slice(at - 2, at) : line.slice(Math.max(0, at - 1), at);
}
