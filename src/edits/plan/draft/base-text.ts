// A text as edits find it: where its lines begin, its numbered lines. Worked out once, when it is first asked for, and
// shared by every draft that begins with this text.

import { lineStarts, splitLines, withoutEnding } from "../../../text/index.ts";
import { LineIndex } from "../../match/line-index.ts";
import { BOM, charSpans, findPlainLines, withPlainBreaks } from "../../match/locate.ts";
import { placeOf, type CharPlace } from "../../match/edited-chars.ts";
import type { Hits, SearchOptions } from "../../match/search.ts";

const FEW_SEARCHES = 32;

export class BaseText {
  readonly text: string;
  readonly bom: "" | typeof BOM;
  /** The text without its BOM: what lines are made of. */
  readonly body: string;
  #starts: readonly number[] | null = null;
  /** The body with "\n" for "\r\n". */
  #plain: { readonly text: string; readonly starts: () => readonly number[] } | null = null;
  #index: LineIndex | null = null;
  #searches = 0;

  constructor(text: string) {
    this.text = text;
    this.bom = text.startsWith(BOM) ? BOM : "";
    this.body = text.slice(this.bom.length);
  }

  /** Where each line of the body begins, and its length as a last entry. */
  get starts(): readonly number[] {
    return (this.#starts ??= lineStarts(this.body));
  }

  /** The 0-based lines at which these lines, without endings, match whole and in order. */
  find(contents: readonly string[], options: SearchOptions = {}): Hits {
    // Each of these reads the text once; numbering all lines costs about as much as all of them, and serves for good.
    if (this.#index === null && this.#searches < FEW_SEARCHES) {
      this.#searches += 1;
      return this.findInText(contents, options);
    }
    this.#index ??= new LineIndex(splitLines(this.body).map(withoutEnding));
    return this.#index.find(contents, options);
  }

  /** The same, and reads the whole text each time. */
  findInText(contents: readonly string[], options: SearchOptions = {}): Hits {
    const { text, starts } = (this.#plain ??= this.#plainBody());
    return findPlainLines(text, contents, { ...options, starts });
  }

  /** Every place of these characters in the body. */
  findChars(find: string): readonly CharPlace[] {
    return charSpans(this.body, find).map((span) => placeOf(this.starts, span));
  }

  #plainBody(): { readonly text: string; readonly starts: () => readonly number[] } {
    const text = withPlainBreaks(this.body);
    if (text === this.body) return { text, starts: () => this.starts };
    let starts: readonly number[] | null = null;
    return { text, starts: () => (starts ??= lineStarts(text)) };
  }
}
