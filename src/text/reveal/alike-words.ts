// Which letters of one word look like others. Words around it can excuse some of them; look-alikes.ts decides that.

import { letterOf, type Letter } from "./letters.ts";
import { ASCII_IN_WORDS, ORDINARY_WORDS } from "./look-alike-tables.ts";

export type AlikeWord = {
  /** Null for a word that is never read together with its neighbours. */
  readonly script: string | null;
  /** It cannot be taken for a word of another script, and excuses its neighbours. */
  readonly isClear: boolean;
  /** Offsets of letters that are marked whatever is next to the word. */
  readonly marked: readonly number[];
  /** Offsets of letters that are marked unless a clear word is next to it. */
  readonly doubtful: readonly number[];
};

const NONE: readonly number[] = [];
const ASCII: AlikeWord = { script: "Latin", isClear: false, marked: NONE, doubtful: NONE };
const APART = { script: null, isClear: false, doubtful: NONE } as const;

/** `word` is letters, combining marks and digits; `index` is added to every offset. */
export function alikeWord(word: string, index: number): AlikeWord {
  if (/^[\0-\x7f]*$/.test(word)) return ASCII;
  const offsets = (isWanted: (letter: Letter, character: string) => boolean): number[] => {
    const found: number[] = [];
    let at = index;
    for (const character of word) {
      if (isWanted(letterOf(character), character)) found.push(at);
      at += character.length;
    }
    return found;
  };
  const traits = traitsOf(word);
  const marked = traits.hasUnusual ? offsets(({ isUnusual }) => isUnusual) : NONE;
  if (traits.isMixed) return { ...APART, marked: [...marked, ...offsets(alikeIn(word))] };
  if (traits.hasForeignForm && traits.hasAscii) return { ...APART, marked: [...marked, ...offsets(isForeignForm)] };
  if (traits.hasWide) {
    const doubtful = traits.hasCjk ? NONE : offsets(({ isWide }) => isWide);
    return { script: "CJK", isClear: traits.hasCjk, marked, doubtful };
  }
  switch (traits.alphabet) {
    case null: {
      const doubtful = traits.likeness === "none" ? NONE : offsets(({ digit }) => digit !== null);
      return { script: traits.script, isClear: traits.likeness === "none", marked, doubtful };
    }
    case "Latin":
      return { script: "Latin", isClear: traits.isAccented, marked, doubtful: offsets(({ isRegional }) => isRegional) };
    default: {
      const script = traits.alphabet;
      if (traits.likeness === "none") return { script, isClear: true, marked, doubtful: NONE };
      const letters = offsets(({ isAlphabet }) => isAlphabet);
      return traits.likeness === "exact" && !isOrdinary(word)
        ? { script, isClear: false, marked: [...marked, ...letters], doubtful: NONE }
        : { script, isClear: false, marked, doubtful: letters };
    }
  }
}

let ordinary: ReadonlySet<string> | null = null;

function isOrdinary(word: string): boolean {
  ordinary ??= new Set(ORDINARY_WORDS.split(" "));
  return ordinary.has(word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase());
}

/** A form that has no place in a word with letters or digits of ASCII. */
function isForeignForm({ isWide, digit, isExact, isAlphabet }: Letter): boolean {
  return isWide || digit !== null || (isExact && !isAlphabet);
}

type Traits = {
  /** The first alphabet of the word. */
  alphabet: string | null;
  isMixed: boolean;
  /** The first script that has a name here. */
  script: string;
  hasAscii: boolean;
  hasUnusual: boolean;
  hasForeignForm: boolean;
  hasWide: boolean;
  hasCjk: boolean;
  /** It has a Latin letter beyond ASCII that looks like no other. */
  isAccented: boolean;
  /** How much the word as a whole looks like one of ASCII. */
  likeness: "exact" | "alike" | "none";
};

function traitsOf(word: string): Traits {
  const traits: Traits = {
    alphabet: null,
    isMixed: false,
    script: "",
    hasAscii: false,
    hasUnusual: false,
    hasForeignForm: false,
    hasWide: false,
    hasCjk: false,
    isAccented: false,
    likeness: "exact",
  };
  // A single Greek letter is a usual variable name.
  const isLong = word.normalize("NFC").length > 1;
  for (const character of word) {
    const letter = letterOf(character);
    if (letter.isAlphabet) {
      traits.isMixed ||= traits.alphabet !== null && traits.alphabet !== letter.script;
      traits.alphabet ??= letter.script;
      if (!letter.isExact)
        traits.likeness =
          isLong && letter.script === "Greek" && letter.isAlikeInWords && traits.likeness !== "none" ? "alike" : "none";
    } else if (letter.digit !== "alike" && traits.alphabet === null) traits.likeness = "none";
    traits.script ||= letter.script;
    traits.hasAscii ||= letter.isAscii;
    traits.hasUnusual ||= letter.isUnusual;
    traits.hasForeignForm ||= isForeignForm(letter);
    traits.hasWide ||= letter.isWide;
    traits.hasCjk ||= letter.script === "CJK";
    traits.isAccented ||= letter.script === "Latin" && !letter.isAscii && !letter.isUnusual && !letter.isRegional;
  }
  return traits;
}

/** Which letters of a word of two alphabets could pass for one of the other. */
function alikeIn(word: string): (letter: Letter, character: string) => boolean {
  const counts = new Map<string, number>();
  // A word that reads as Latin as a whole is taken for Latin, however few of its letters are.
  let readsAsLatin = true;
  for (const character of word) {
    const { script, isAlphabet, isExact } = letterOf(character);
    if (!isAlphabet) continue;
    counts.set(script, (counts.get(script) ?? 0) + 1);
    readsAsLatin &&= script === "Latin" || isExact;
  }
  const [most] = [...counts].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] === "Latin") ? b : a));
  const main = readsAsLatin && counts.has("Latin") ? "Latin" : most;
  return ({ script, isAlphabet, isAlikeInWords }, character) => {
    if (!isAlphabet || script === main) return false;
    if (script === "Latin") return ASCII_IN_WORDS[main]?.includes(character) ?? true;
    return script === "Cyrillic" || script === "Greek" ? isAlikeInWords : true;
  };
}
