// The script of one letter or digit, and what it looks like. The answers are cached.

import { onFirstUse } from "../../base/index.ts";
import { directionOf } from "./direction.ts";
import {
  CYRILLIC_IN_WORDS,
  DIGITS,
  EXACT,
  GREEK_IN_WORDS,
  LATIN,
  REGIONAL_LATIN,
  STYLED,
  WIDE,
} from "./look-alike-tables.ts";

export type Letter = {
  /** Unicode's name; "CJK" for Chinese, Japanese and Korean; "" for every other and for none. */
  readonly script: string;
  /** The script is one whose letters can be taken for letters of another. */
  readonly isAlphabet: boolean;
  readonly isAscii: boolean;
  /** It can be taken for a letter of ASCII wherever it is. */
  readonly isExact: boolean;
  /** The same in a word of several letters. */
  readonly isAlikeInWords: boolean;
  /** No ordinary word has it. */
  readonly isUnusual: boolean;
  /** An ordinary letter in some languages, and taken for another in the rest. */
  readonly isRegional: boolean;
  /** As wide as a Chinese character. */
  readonly isWide: boolean;
  /** A digit of another script, and whether it looks like one of ASCII. */
  readonly digit: "alike" | "clear" | null;
};

export function letterOf(character: string): Letter {
  let letter = known.get(character);
  if (letter === undefined) {
    letter = lookAt(character);
    if (known.size >= KEPT) known.clear();
    known.set(character, letter);
  }
  return letter;
}

/** Scripts that a whole word is written in, and whose letters could be taken for Latin ones, or for each other's. */
export const ALPHABETS: ReadonlySet<string> = new Set(
  (
    "Latin Cyrillic Greek Armenian Coptic Cherokee Lisu Canadian_Aboriginal Tifinagh Runic Georgian Old_Italic Lycian " +
    "Carian Deseret Elbasan Osage Warang_Citi Miao"
  ).split(" "),
);

const OTHERS = (
  "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Thai Lao Myanmar Khmer Mongolian Balinese " +
  "Ol_Chiki Vai Tirhuta Ethiopic Bamum"
).split(" ");

const CJK = ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo"];

const known = new Map<string, Letter>();
const KEPT = 10_000;

function lookAt(character: string): Letter {
  const { scripts, styled, wide, number } = patterns();
  // The same letter with an accent counts as the letter.
  const base = String.fromCodePoint(character.normalize("NFD").codePointAt(0)!);
  const isAscii = character <= "\u007f";
  const isWide = wide.test(character);
  const script = isWide ? "" : (scripts.find(([, pattern]) => pattern.test(character))?.[0] ?? "");
  const isForeign = !isAscii && !isWide && !styled.test(character);
  const isExact = isForeign && (EXACT.includes(character) || EXACT.includes(base));
  return {
    script,
    isAlphabet: ALPHABETS.has(script),
    isAscii: isAscii && /[0-9A-Za-z]/.test(character),
    isExact,
    isAlikeInWords: isExact || (GREEK_IN_WORDS + CYRILLIC_IN_WORDS).includes(isForeign ? base : "\0"),
    isUnusual: !isAscii && (LATIN.includes(character) || styled.test(character)),
    isRegional: REGIONAL_LATIN.includes(character),
    isWide,
    digit:
      isForeign && number.test(character) && directionOf(character) === null
        ? DIGITS.includes(character)
          ? "alike"
          : "clear"
        : null,
  };
}

/** Slow to make, and most texts do not need them. */
function makePatterns() {
  const script = (name: string): RegExp => new RegExp(`^\\p{Script=${name}}`, "u");
  return {
    scripts: [
      ...[...ALPHABETS, ...OTHERS].map((name) => [name, script(name)] as const),
      ...CJK.map((name) => ["CJK", script(name)] as const),
    ],
    styled: new RegExp(`^[${STYLED}]`, "u"),
    wide: new RegExp(`^[${WIDE}]`, "u"),
    number: /^\p{Nd}/u,
  };
}
const patterns = onFirstUse(makePatterns);
