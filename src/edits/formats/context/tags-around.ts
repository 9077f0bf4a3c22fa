// Tags around an edit that say what it is: an example, the text of a document, something a model only thinks about. Tags of
// a page (details, div) and tags for answers say nothing about it.

import type { Likely } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { quote } from "../scan.ts";

const LONGEST = 400;
const TAG = /^<(\/?)([A-Za-z][\w:.-]{0,40})(?:\s[^<>]*)?>/;
const THINKS = /^(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|plan|draft|antthinking)$/i;
const SHOWS =
  /^(?:(?:bad|good|wrong)?_?-?(?:examples?|samples?)|documents?|document_content|file_?contents?|contents?|context|quote|blockquote|before|old|original|history|conversation|transcript|user|human|system|instructions?|prompt|template|fixture|tests?|input|parameter|antml:parameter|invoke|antml:invoke|function_results?|tool_results?|tool_response|string|text|note|comment|pre|xmp|script|style|textarea)$/i;

type Open = { readonly tag: string; readonly line: number };

/** Takes the lines between edits that begin with "<", in order. */
export class TagsAround {
  readonly #answer: Answer;
  #open: Open[] = [];
  /** Where the thoughts of a model end that has lost the tag they begin with. */
  readonly #thoughtsEnd: number;

  constructor(answer: Answer) {
    this.#answer = answer;
    this.#thoughtsEnd = endOfThoughts(answer);
    if (this.#thoughtsEnd > 0) this.#open.push({ tag: "/think", line: this.#thoughtsEnd });
  }

  take(at: number): void {
    const line = this.#answer.line(at);
    if (line.length > LONGEST) return;
    const found = TAG.exec(line);
    if (found === null) return;
    const [whole, slash, tag] = found as unknown as [string, string, string]; // All take part in every match.
    if (at === this.#thoughtsEnd) this.#open = this.#open.filter(({ line: end }) => end !== at);
    if (slash === "/") {
      const index = this.#open.findLastIndex((open) => open.tag === tag);
      if (index >= 0) this.#open.length = index;
    } else if ((THINKS.test(tag) || SHOWS.test(tag)) && !whole.endsWith("/>") && !line.includes(`</${tag}>`))
      this.#open.push({ tag, line: at });
  }

  /** Why what follows the last line taken is doubtful. */
  doubt(): Likely | null {
    const open = this.#open.at(-1);
    if (open === undefined) return null;
    const words = quote(this.#answer.line(open.line).trim());
    const where = open.tag === "/think" ? "before" : "inside";
    return {
      reading: `it is ${where} ${words}`,
      line: open.line + 1,
      why: `It is ${where} ${words} (line ${open.line + 1} of the answer).`,
    };
  }
}

/** The line of the last tag that ends thoughts, when none begins them; else 0. */
function endOfThoughts(answer: Answer): number {
  const { text } = answer;
  if (!["</think", "</reasoning>"].some((tag) => text.includes(tag))) return 0;
  const end = [...text.matchAll(/^<\/(?:think|thinking|reasoning)>[ \t]*\r?$/gm)].at(-1);
  const begin = /^\s*<(?:think|thinking|reasoning)>/m.exec(text);
  return end === undefined || (begin !== null && begin.index < end.index) ? 0 : answer.lineAt(end.index);
}
