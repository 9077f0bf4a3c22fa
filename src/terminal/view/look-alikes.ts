// Letters of other alphabets that look like Latin ones, where they pretend to be: inside a Latin word, or as a word in a
// line that has nothing else of their alphabet. Text that is simply written in that alphabet is left alone.

// Cyrillic and Greek letters that most fonts draw exactly like a Latin letter.
const CYRILLIC = "аАВеЕіІјЈКМНоОрРсСТуУхХѕЅһԁԛԝ";
const GREEK = "ΑΒΕΖΗΙΚΜΝοΟΡΤΥΧνυ";
const LOOK_ALIKE = new RegExp(`[${CYRILLIC}${GREEK}]`, "u");
const EACH_LOOK_ALIKE = new RegExp(`[${CYRILLIC}${GREEK}]`, "gu");
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /\p{Script=Latin}/u;
// A letter that is plainly of one of these alphabets.
const UNMISTAKABLE = new RegExp(`(?![${CYRILLIC}${GREEK}])[\\p{Script=Cyrillic}\\p{Script=Greek}]`, "u");

const NONE: ReadonlySet<number> = new Set();

/** Offsets of the letters that pretend. Linear in the line's length. */
export function lookAlikes(line: string): ReadonlySet<number> {
  if (!LOOK_ALIKE.test(line)) return NONE;
  const isForeign = UNMISTAKABLE.test(line);
  const found = new Set<number>();
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (!LOOK_ALIKE.test(word) || !(LATIN.test(word) || (!isForeign && !UNMISTAKABLE.test(word)))) continue;
    for (const letter of word.matchAll(EACH_LOOK_ALIKE)) found.add(index + letter.index);
  }
  return found;
}
