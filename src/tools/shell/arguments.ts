// Checks a program's arguments against what is known to only read. An allow-list: an option that is not named here,
// or is spelled short of its full name, is not known.

import type { PlainWord } from "./plain-words.ts";

/** What a program may be given so that it only reads, below the folder it runs in. */
export type Reads = {
  /** Letters that stand alone, such as "la". */
  readonly short?: string;
  /** Letters that take a value, joined or as the next word. */
  readonly shortWith?: string;
  /** Words after one "-" that are known as they are: a letter whose value must be joined, such as "uno". */
  readonly joinedShort?: readonly string[];
  /** "name", "name=" (takes a value, joined by = or as the next word), "name?" (may take a joined value). */
  readonly long?: readonly string[];
  /** -20 is a number of something. */
  readonly number?: true;
  /** Most operands it may have; without it, any number. */
  readonly most?: number;
  readonly least?: number;
  /** How many operands come first that are text and no path (a pattern). Options of `textBy` give the text instead. */
  readonly text?: number;
  readonly textBy?: readonly string[];
  /** Options whose value is text and no path. */
  readonly textValues?: readonly string[];
  /** Options whose value may begin with "-": they always take the next word, whatever it is. */
  readonly dashValues?: readonly string[];
  /** Every value of an option must look like this. */
  readonly value?: RegExp;
  /** A letter's value is always the next word: letters after it would be options again (tree). */
  readonly apart?: true;
  /** Whatever it is given is text that it prints. */
  readonly onlyPrints?: true;
  /** No word may look like this: a text that makes the program run or show something else. */
  readonly never?: RegExp;
  /** The operand must look like this, besides being a path below. */
  readonly operand?: RegExp;
  /** Operands are only for these options: without one of them they would make something. */
  readonly operandsNeed?: readonly string[];
  /** Words that are expressions of their own (find); each takes this many values. */
  readonly expressions?: Readonly<Record<string, number>>;
};

/** Names written in a row. */
export function words(names: string): readonly string[] {
  return names.trim().split(/\s+/);
}

/** Null when it only reads, else which word is in doubt. */
export function doubtIn(words: readonly PlainWord[], reads: Reads): string | null {
  if (reads.onlyPrints) return words.find(({ glob }) => glob)?.text ?? null;
  const given = new Set<string>();
  const operands: PlainWord[] = [];
  let onlyOperands = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const { text } = word;
    // A file could be called -delete. A name that begins with plain text cannot become an option.
    if (word.glob && (/^[-*?[]/.test(text) || CLIMBS.test(text))) return text;
    if (reads.never?.test(text) === true) return text;
    if (!onlyOperands && text === "--" && reads.expressions === undefined) {
      onlyOperands = true;
      continue;
    }
    if (!text.startsWith("-") || text === "-") {
      operands.push(word);
      continue;
    }
    // Where "--" is read as some option's value, what follows it is an option again.
    if (onlyOperands) return text;
    if (word.glob) return text;
    const option = optionOf(text, reads);
    if (option === null) return text;
    for (const name of option.names) given.add(name);
    for (let value = 0; value < option.values; value += 1) {
      at += 1;
      const next = words[at];
      if (next === undefined || next.glob || !isValue(next.text, option, reads)) return next?.text ?? text;
      // A program that takes this value only when it is joined would read the next word as an option.
      if (/^-\D/.test(next.text) && !option.takesDash) return next.text;
    }
    if (option.joined !== null && !isValue(option.joined, option, reads)) return text;
  }
  return doubtInOperands(operands, reads, given);
}

// Patterns that can stand for ".." in some shells: a leading dot, then another or something unknown.
const CLIMBS = /(^|\/)(\.[.*?[]|\[)/;

type Option = {
  readonly names: readonly string[];
  /** How many of the next words are its values. */
  readonly values: number;
  readonly joined: string | null;
  /** Its value is a pattern, no path. */
  readonly isText: boolean;
  readonly takesDash: boolean;
};

function isValue(text: string, { isText }: Option, { value, never }: Reads): boolean {
  return (value?.test(text) ?? true) && never?.test(text) !== true && (isText || isBelow(text));
}

function optionOf(text: string, reads: Reads): Option | null {
  const expression = reads.expressions?.[text];
  if (expression !== undefined)
    return { names: [text], values: expression, joined: null, isText: !PATHS.has(text), takesDash: true };
  if (text.startsWith("--")) return longOption(text.slice(2), reads);
  if (reads.number && /^-\d+$/.test(text)) return alone([text]);
  if (reads.joinedShort?.includes(text.slice(1)) === true) return alone([text]);
  return shortOptions(text.slice(1), reads);
}

// Expressions of find whose value is a file's name.
const PATHS: ReadonlySet<string> = new Set(["-newer", "-anewer", "-cnewer", "-samefile"]);

function longOption(text: string, reads: Reads): Option | null {
  const { long = [] } = reads;
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const joined = equals < 0 ? null : text.slice(equals + 1);
  const valued = { names: [`--${name}`], joined, ...valueOf(`--${name}`, reads) };
  if (joined !== null) return long.includes(`${name}=`) || long.includes(`${name}?`) ? { ...valued, values: 0 } : null;
  if (long.includes(name) || long.includes(`${name}?`)) return alone(valued.names);
  return long.includes(`${name}=`) ? { ...valued, values: 1 } : null;
}

function shortOptions(letters: string, reads: Reads): Option | null {
  const { short = "", shortWith = "", apart } = reads;
  const names: string[] = [];
  for (const [at, letter] of [...letters].entries()) {
    names.push(`-${letter}`);
    if (short.includes(letter)) continue;
    if (!shortWith.includes(letter)) return null;
    const rest = letters.slice(at + 1);
    if (rest !== "" && apart) return null;
    const valued = { names, ...valueOf(`-${letter}`, reads) };
    return rest === "" ? { ...valued, values: 1, joined: null } : { ...valued, values: 0, joined: rest };
  }
  return alone(names);
}

function alone(names: readonly string[]): Option {
  return { names, values: 0, joined: null, isText: true, takesDash: false };
}

function valueOf(
  name: string,
  { textValues = [], dashValues = [] }: Reads,
): { readonly isText: boolean; readonly takesDash: boolean } {
  const takesDash = dashValues.includes(name);
  return { isText: takesDash || textValues.includes(name), takesDash };
}

function doubtInOperands(operands: readonly PlainWord[], reads: Reads, given: ReadonlySet<string>): string | null {
  const { most = Infinity, least = 0, text = 0, textBy = [], operand, operandsNeed } = reads;
  if (operands.length < least) return "a missing operand";
  // File names put in the place of a pattern can be any number of operands.
  if (operands.length > most || (most < Infinity && operands.some(({ glob }) => glob)))
    return operands.at(-1)?.text ?? null;
  if (operandsNeed !== undefined && operands.length > 0 && !operandsNeed.some((name) => given.has(name)))
    return operands[0]!.text;
  const texts = textBy.some((name) => given.has(name)) ? 0 : text;
  for (const [at, word] of operands.entries()) {
    if (operand !== undefined && !operand.test(word.text)) return word.text;
    if (at < texts ? word.glob : !isBelow(word.text)) return word.text;
  }
  return null;
}

/** A path that stays below the folder the command runs in, as far as its letters tell. */
function isBelow(path: string): boolean {
  return !path.startsWith("/") && !path.startsWith("~") && !/(^|[/:=,])\.\.(\/|$)/.test(path);
}
