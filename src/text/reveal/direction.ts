// Right-to-left text on a row that is read from left to right. A terminal that reverses such text also moves the signs,
// quotes and digits next to it, and the row can be read as something else. So each run of it is enclosed in two signs that
// are themselves left-to-right: what is outside keeps its order in every terminal, and only the run may be reversed.
//
//   run = "⢸" letters "⡇"      letters and their marks, or digits; in prose also the single spaces between words
//   The signs are Braille patterns, which are letters to the bidirectional algorithm. Where a text itself holds one, it is
//   marked by its number.

import { onFirstUse } from "../../base/index.ts";
import { isHidden } from "./hidden.ts";

/** Before and after a run. */
export const RUN_START = "⢸";
export const RUN_END = "⡇";

/**
 * Every block of a right-to-left script, assigned or not, as part of a pattern. Arabic digits are among them: what is
 * beside them moves too.
 */
export const RIGHT_TO_LEFT = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const LETTER = `(?:(?![\\p{M}\\p{N}])[${RIGHT_TO_LEFT}]\\p{M}*)`;
const DIGIT = `(?:(?!\\P{N})[${RIGHT_TO_LEFT}]\\p{M}*)`;
const SIGNS = `${RUN_END}?${RUN_START}?`;

/** The same in code units: quick, and without it there is nothing to look for. */
const POSSIBLE = /[\u0590-\u08ff\ud802\ud803\ud83a\ud83b\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * How a text is read: exact is a path or a command, of which every sign counts; a name, or a message with names in it; lines
 * of code; or sentences. In prose words with single spaces between them are one run; elsewhere each word keeps its place.
 */
export type Reading = "exact" | "name" | "code" | "prose";

/** The text with its runs enclosed. Runs that are enclosed already, whole or in part, stay or are completed. */
export function encloseRuns(text: string, reading: Reading = "name"): string {
  if (!POSSIBLE.test(text)) return text;
  const { code, words } = patterns();
  return text.replace(reading === "prose" ? words : code, (run) => RUN_START + withoutSigns(run) + RUN_END);
}

export function hasRightToLeft(text: string): boolean {
  return POSSIBLE.test(text) && patterns().any.test(text);
}

export type Direction = "letter" | "digit" | null;

/** What kind of run a character belongs to; null for one that does not begin or continue a run by itself. */
export function directionOf(character: string): Direction {
  if (character < "\u0590") return null;
  let direction = known.get(character);
  if (direction === undefined) {
    const isOne = POSSIBLE.test(character) && patterns().any.test(character) && !isHidden(character);
    direction = !isOne ? null : patterns().digit.test(character) ? "digit" : "letter";
    if (known.size >= KEPT) known.clear();
    known.set(character, direction);
  }
  return direction;
}

// Asked for again and again.
const known = new Map<string, Direction>();
const KEPT = 10_000;

function withoutSigns(run: string): string {
  return run.replaceAll(RUN_START, "").replaceAll(RUN_END, "");
}

/** Slow to make, and most texts do not need them. */
function makePatterns() {
  const runs = (one: string, between: string): string => `${one}(?:${between}${one})*`;
  const digits = runs(DIGIT, SIGNS);
  return {
    any: new RegExp(`(?!\\p{M})[${RIGHT_TO_LEFT}]`, "u"),
    digit: new RegExp(`^${DIGIT}`, "u"),
    code: new RegExp(`${RUN_START}?(?:${runs(LETTER, SIGNS)}|${digits})${RUN_END}?`, "gu"),
    words: new RegExp(`${RUN_START}?(?:${runs(LETTER, `${RUN_END}? ?${RUN_START}?`)}|${digits})${RUN_END}?`, "gu"),
  };
}
const patterns = onFirstUse(makePatterns);
