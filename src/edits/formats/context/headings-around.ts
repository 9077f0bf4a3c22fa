// The headings that an edit is below: the nearest, and those that it is part of. Headings of Markdown in both forms, of
// HTML, and a line in bold, which is below all of them. Never takes a line of code: only words outside of edits and fences
// are looked at.

import type { Likely } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { pathsIn } from "../fences/name-line.ts";
import { SignSet } from "../lines/sign-set.ts";
import { quote } from "../scan.ts";
import { saysNotMeant } from "./words.ts";

const LONGEST = 200;
const MARKED = /^ {0,3}(#{1,6})[ \t]/;
const TAGGED = /^\s*<h([1-6])\b[^<>]*>(.*?)(?:<\/h[1-6]>|$)/i;
/** Two signs at least: one is also a list's. */
const UNDERLINE = /^ {0,3}(?:={2,}|-{2,})[ \t]*$/;
const BOLD = /^\s*(?:\d{1,2}[.)][ \t]+|[-•+*][ \t]+)?(?:\*\*|__)([^*_]+)(?:\*\*|__)[ \t]*[:：]?[ \t]*$/;
/** A line in bold is below every heading. */
const BOLD_LEVEL = 7;
/** No words begin with these, so such a line has no underline. */
const NO_WORDS = new SignSet("-=>|`~<+");

type Heading = { readonly level: number; readonly line: number; readonly isNotMeant: boolean };

/** Takes the lines of words, in order. */
export class HeadingsAround {
  readonly #answer: Answer;
  #open: Heading[] = [];

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  take(at: number): void {
    const found = this.#read(at);
    if (found === null) return;
    this.#open = this.#open.filter(({ level }) => level < found.level);
    this.#open.push({ level: found.level, line: at, isNotMeant: isNotMeant(found.words) });
  }

  /** Why what follows the last line taken is doubtful. */
  doubt(): Likely | null {
    const heading = this.#open.find(({ isNotMeant }) => isNotMeant);
    if (heading === undefined) return null;
    const words = quote(this.#answer.line(heading.line).trim());
    return {
      reading: `the heading ${words} is above it`,
      line: heading.line + 1,
      why: `It is below the heading ${words}.`,
    };
  }

  #read(at: number): { readonly level: number; readonly words: string } | null {
    const answer = this.#answer;
    const sign = answer.firstSign(at);
    const underlined = this.#underlineLevel(at);
    if (underlined === null && !SIGNS.has(sign) && !(sign >= 0x30 && sign <= 0x39)) return null; // 0 to 9
    const line = answer.line(at);
    if (line.length > LONGEST) return null;
    const marked = MARKED.exec(line)?.[1];
    if (marked !== undefined) return { level: marked.length, words: line };
    if (underlined !== null) return { level: underlined, words: line };
    const [, level, words] = TAGGED.exec(line) ?? [];
    if (level !== undefined) return { level: Number(level), words: words! }; // Both take part in every match.
    const bold = BOLD.exec(line)?.[1];
    return bold === undefined || isName(bold) ? null : { level: BOLD_LEVEL, words: bold };
  }

  /** Of a line that begins a paragraph and is all of it; a rule below a sentence is a rule. */
  #underlineLevel(at: number): number | null {
    const answer = this.#answer;
    const below = answer.firstSign(at + 1);
    if ((below !== 0x3d && below !== 0x2d) || NO_WORDS.has(answer.firstSign(at))) return null; // = -
    if (at > 0 && !answer.isBlank(at - 1)) return null;
    if (!UNDERLINE.test(answer.line(at + 1)) || /[.,;!?]\s*$/.test(answer.line(at))) return null;
    return below === 0x3d ? 1 : 2;
  }
}

/** What a section has that is not part of the change: "Rejected approaches", "Alternatives considered", "Out of scope". */
const SECTION = new RegExp(
  String.raw`^(?:(?:the|an?|my|our|some) )?(?:(?:rejected|discarded|abandoned|dismissed|unused|failed|alternative|optional|hypothetical) (?:[\w-]+ )?(?:alternatives?|approach(?:es)?|ideas?|options?|attempts?|versions?|solutions?|proposals?|edits?|changes?|patch(?:es)?|diffs?|fix(?:es)?|answers?|steps?|extras?)|other (?:approach(?:es)?|ideas?|options?|alternatives?|solutions?|proposals?)|previous (?:attempts?|answers?|proposals?))\b|^how (?:to (?:read|write|send|format|phrase) (?:an? |the |your )?)?(?:diffs?|patch(?:es)?|edits?|edit blocks?|blocks?|search/replace blocks?)(?: (?:work|looks?|are (?:written|read)))?$|^(?:rejected|discarded|deferred|optional|alternatives?(?: considered| i considered)?|out of scope|not in scope|follow-?ups?|future work|for later|later|nice to have|what (?:i|we) (?:tried|rejected|considered)|(?:considered,? (?:but|and) )?(?:rejected|not (?:chosen|taken|done|used|included|applied))|(?:the )?(?:current|existing|original) (?:code|file|version|state|implementation))$`,
);

function isNotMeant(words: string): boolean {
  const text = words
    .toLowerCase()
    .replaceAll(/[*_`~]+/g, "")
    .replace(/^(?:[^\p{L}\p{N}]|\d{1,2}(?:\.\d{1,2})*[.):]?\s)+/u, "")
    .replace(/[\s:：.!#-]+$/u, "");
  return SECTION.test(text) || saysNotMeant(words, "before");
}

/** The first characters of headings, but for numbers and underlined words. */
const SIGNS = new SignSet("#<*_-•+");

/** A file's name in bold is a label of the code below it, not a heading. */
function isName(words: string): boolean {
  const [name] = pathsIn(words);
  return name !== undefined && words.trim().replaceAll("`", "").length <= name.length + FEW;
}

const FEW = 2;
