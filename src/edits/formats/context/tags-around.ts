// Tags around an edit that say what it is: an example, the text of a document, something a model only thinks about. Tags of
// a page (details, div) and tags for answers say nothing about it.

import type { Likely } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { quote } from "../scan.ts";

const LONGEST = 400;
const TAG = /^ {0,3}<(\/?)([A-Za-z][\w:.-]{0,40})(?:\s[^<>]*)?>/;
const THINKS =
  /^(?:(?:seed:)?think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|plan|draft|antthinking)$/i;
const SHOWS =
  /^(?:(?:bad|good|wrong)?_?-?(?:examples?|samples?)|documents?|document_content|file_?contents?|contents?|context|quote|blockquote|before|old|original|history|conversation|transcript|user|human|system|instructions?|prompt|template|fixture|tests?|input|parameter|antml:parameter|invoke|antml:invoke|function_results?|tool_results?|tool_response|string|text|note|comment|pre|xmp|script|style|textarea)$/i;

/** Tags that wrap what is meant, or only shape a page. Any other that is closed further down holds something else. */
const WRAPS =
  /^(?:[\w:.-]*(?:artifact|action|file|code|edit|change|update|patch|diff|write|replace|search|apply|call|calls|tool_use|command|path)[\w:.-]*|answer|final\w*|response|reply|output|results?|solution|fix|assistant|message|source|details|summary|section|article|main|body|html|div|span|p|center|[uo]l|li|table|t[rdh]|thead|tbody|strong|em|b|i|u|a|h[1-6]|br|hr|img|kbd|sup|sub|font|task|steps?|root|xml|function|functions)$/i;
/** Words in the name of a tag that say that what it holds is not meant, whatever else the name says. */
const FORBIDS: ReadonlySet<string> = new Set(
  "no not dont never without reject rejected bad wrong incorrect invalid broken failed failing buggy old original before previous prior former example examples sample demo illustration discard discarded dropped abandoned withdrawn obsolete outdated superseded deprecated ignored ignore skip skipped denied declined dismissed hypothetical alternative alternatives alternate optional unused user human quoted quote quotation copied draft reverted undone removed negative anti counter".split(
    " ",
  ),
);
const MOST_TAGS = 50;

type Open = { readonly tag: string; readonly line: number };

/** Takes the lines between edits that begin with "<", in order. */
export class TagsAround {
  readonly #answer: Answer;
  #open: Open[] = [];
  /** Where the thoughts of a model end that has lost the tag they begin with. */
  readonly #thoughtsEnd: number;

  /** By tag, where it is closed last; -1 for nowhere. */
  readonly #closes = new Map<string, number>();

  /** `lines`: those between edits, in order. */
  constructor(answer: Answer, lines: Iterable<number>) {
    this.#answer = answer;
    this.#thoughtsEnd = endOfThoughts(answer, lines);
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
    } else if (
      (THINKS.test(tag) || SHOWS.test(tag) || this.#isOther(at, tag) || this.#isUntitled(at, tag, line)) &&
      !whole.endsWith("/>") &&
      !line.includes(`</${tag}>`)
    )
      this.#open.push({ tag, line: at });
  }

  #isOther(at: number, tag: string): boolean {
    if (WRAPS.test(tag) && !wordsOf(tag).some((word) => FORBIDS.has(word))) return false;
    const known = this.#closes.get(tag);
    if (known === undefined && this.#closes.size >= MOST_TAGS) return true;
    const close = known ?? this.#answer.text.lastIndexOf(`</${tag}>`);
    this.#closes.set(tag, close);
    return close > this.#answer.from(at);
  }

  /** Folded text without a title is what a reader is not meant to see at first. */
  #isUntitled(at: number, tag: string, line: string): boolean {
    if (!/^details$/i.test(tag) || /<summary/i.test(line)) return false;
    const next = [at + 1, at + 2].map((each) => this.#answer.line(each)).find((each) => each.trim() !== "") ?? "";
    return !/^\s*<summary/i.test(next);
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
      ...(this.#open.some(({ tag }) => tag === "/think" || THINKS.test(tag)) ? { isThought: true } : {}),
    };
  }
}

/** `rejected_edit`, `rejected-edit` and `rejectedEdit` have the same two. */
function wordsOf(tag: string): readonly string[] {
  return tag
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-")
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** The line of the last tag that ends thoughts, when none begins them; else 0. `lines`: those between edits. */
function endOfThoughts(answer: Answer, lines: Iterable<number>): number {
  let begin = Infinity;
  let end = 0;
  for (const at of lines) {
    const first = answer.first(at);
    if (first !== 0x3c && first !== 0x20 && first !== 0x09) continue; // < space and tab
    const line = answer.line(at);
    if (THOUGHTS_END.test(line)) end = at;
    else if (begin === Infinity && THOUGHTS_BEGIN.test(line)) begin = at;
  }
  return begin < end ? 0 : end;
}

/** Whether a line is among the thoughts of a model, which come before its answer. */
export function thoughtsIn(answer: Answer): (line: number) => boolean {
  if (!/<\/(?:think|thinking|reasoning)>/.test(answer.text)) return () => false;
  const inside = new Uint8Array(answer.length);
  let begin = 0;
  let isOpen = true; // The tag they begin with may be lost.
  for (let at = 0; at < answer.length; at += 1) {
    const line = answer.firstSign(at) === 0x3c ? answer.line(at) : ""; // <
    if (THOUGHTS_BEGIN.test(line)) [begin, isOpen] = [at, true];
    else if (isOpen && THOUGHTS_END.test(line.trim())) {
      inside.fill(1, begin, at);
      isOpen = false;
    }
  }
  return (line) => inside[line] === 1;
}

const THOUGHTS_BEGIN = /^\s*<(?:think|thinking|reasoning)>/;
const THOUGHTS_END = /^<\/(?:think|thinking|reasoning)>[ \t]*$/;
