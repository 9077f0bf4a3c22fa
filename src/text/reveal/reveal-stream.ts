// A text that arrives in pieces, revealed as it comes. How it was cut into pieces means nothing: a character, a picture
// or a word that two pieces share is held back until it is whole.

import { plain, revealLines, type Plain } from "./printable.ts";

const ASCII = /^[\t\n\x20-\x7e]*$/;
// What comes after one of these has nothing to do with what was before.
const AFTER_WORD = /[ \n]/g;
const AFTER_PHRASE = /\n|[.,;:!?] /g;

/** `reveal` for text that comes in pieces. Cutting it anywhere changes nothing. */
export class RevealStream {
  #held: string[] = [];
  #isAscii = true;

  /** What can be shown now. Looks only at what is new: a line of megabytes stays linear. */
  push(text: string): Plain {
    this.#isAscii &&= ASCII.test(text);
    // A mark of two characters may begin in what is held.
    const before = this.#held.at(-1)?.slice(-1) ?? "";
    let cut = -1;
    for (const { 0: mark, index } of (before + text).matchAll(this.#isAscii ? AFTER_WORD : AFTER_PHRASE))
      cut = index + mark.length - before.length;
    if (cut < 0) {
      if (text !== "") this.#held.push(text);
      return plain``;
    }
    const whole = this.#held.join("") + text.slice(0, cut);
    const rest = text.slice(cut);
    this.#held = rest === "" ? [] : [rest];
    this.#isAscii = ASCII.test(rest);
    return revealLines(whole, { reading: "prose", pictures: true });
  }

  /** The rest. */
  end(): Plain {
    const rest = this.#held.join("");
    this.#held = [];
    this.#isAscii = true;
    return revealLines(rest, { reading: "prose", pictures: true });
  }
}
