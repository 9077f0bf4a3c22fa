// Finds letters that can be taken for others, and leaves alone text that is simply written in another alphabet.
//
//   1  in a word of two alphabets, the letters that are alike: а in pаypal, and the Latin e in привeт
//   2  a word all of whose letters look Latin (сору), whatever is next to it. Only a list of ordinary words (а, все, και) is
//      excused by a clear word of the same alphabet, with one space between them, and not in a name
//   3  styled letters (𝐚), small capitals, full-width letters without Chinese or Japanese next to them, digits of other
//      scripts inside a number, marks drawn across a letter
//   4  in a path or a command, signs that look like those of a shell: “ and ’, – and ∗, ∕ and ․
//
// Right-to-left letters are not checked here: they are always enclosed (direction.ts).

import { onFirstUse } from "../../base/index.ts";
import { alikeWord } from "./alike-words.ts";
import type { Reading } from "./direction.ts";
import { ALPHABETS } from "./letters.ts";
import {
  CYRILLIC_IN_WORDS,
  DIGITS,
  EXACT,
  EXACT_SIGNS,
  GREEK_IN_WORDS,
  LATIN,
  REGIONAL_LATIN,
  OVERLAYS,
  SIGNS,
  STYLED,
  WIDE,
  WIDE_SIGNS,
} from "./look-alike-tables.ts";

/** Offsets of what could be taken for something else, rising. Linear in the length of the text. */
export function lookAlikes(text: string, reading: Reading = "name"): readonly number[] {
  const isExact = reading === "exact";
  const isName = isExact || reading === "name";
  if ((isExact ? ASCII : ORDINARY).test(text)) return NONE;
  const found = patterns().suspect.test(text) ? [...inWords(text, isName)] : [];
  if (isExact) for (const { index } of text.matchAll(patterns().exactSign)) found.push(index);
  for (const { index } of text.matchAll(patterns().overlay)) found.push(index);
  for (const { 0: sign, index } of text.matchAll(patterns().sign)) {
    const isDeceiving = patterns().wideSign.test(sign) ? !isBesideWide(text, index, index + 1) : isName;
    if (isDeceiving) found.push(index);
  }
  return [...new Set(found)].sort((a, b) => a - b);
}

const NONE: readonly number[] = [];
/** Nothing of this is in any table. */
const ORDINARY = /^[\0-\u0130\u2013-\u201f\u2026]*$/;
const ASCII = /^[\0-\x7f]*$/;

/** Words of one script with a single space between each two are read together: a clear one excuses the others. */
function* inWords(text: string, isName: boolean): Generator<number> {
  let script: string | null = null;
  let isClear = false;
  let doubtful: number[] = [];
  let end = 0;
  for (const { 0: letters, index } of text.matchAll(patterns().word)) {
    const word = alikeWord(letters, index);
    yield* word.marked;
    if (word.script === null || word.script !== script || text.slice(end, index) !== " ") {
      if (isName || !isClear) yield* doubtful;
      [script, isClear, doubtful] = [word.script, false, []];
    }
    end = index + letters.length;
    isClear ||= word.isClear || (word.script === "CJK" && isBesideWide(text, index, end));
    doubtful.push(...word.doubtful);
  }
  if (isName || !isClear) yield* doubtful;
}

/** A letter or a sign of Chinese, Japanese or Korean text is right before or after. */
function isBesideWide(text: string, from: number, to: number): boolean {
  return BESIDE.test(text[from - 1] ?? "") || BESIDE.test(text[to] ?? "");
}

const BESIDE = /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uffdc]/;

/** Slow to make, and most texts do not need them. */
function makePatterns() {
  const others = [...ALPHABETS].filter((script) => script !== "Latin");
  const alphabets = others.map((script) => `\\p{Script=${script}}`).join("");
  const letters = EXACT + GREEK_IN_WORDS + CYRILLIC_IN_WORDS + DIGITS + LATIN + REGIONAL_LATIN;
  return {
    // All of the other alphabets: a letter may have an accent.
    suspect: new RegExp(
      `[${alphabets}${letters}${STYLED}${WIDE}${WIDE_SIGNS}${SIGNS}${OVERLAYS}]|(?![0-9])\\p{Nd}`,
      "u",
    ),
    word: /[\p{L}\p{M}\p{N}]+/gu,
    overlay: new RegExp(`[${OVERLAYS}]`, "gu"),
    sign: new RegExp(`[${SIGNS}${WIDE_SIGNS}]`, "gu"),
    exactSign: new RegExp(`[${EXACT_SIGNS}]`, "gu"),
    wideSign: new RegExp(`[${WIDE_SIGNS}]`, "u"),
  };
}
const patterns = onFirstUse(makePatterns);
