// Marks on lines outside of edits that take in what follows: a comment, struck text, thoughts, what git printed, the
// turns of a conversation. An edit in one of them is shown, whatever it looks like.

import type { Likely } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { quote } from "../scan.ts";

type Pair = { readonly open: RegExp; readonly sign: string; readonly close: string; readonly what: string };

const PAIRS: readonly Pair[] = [
  { open: /^\s*<!--/, sign: "<!--", close: "-->", what: "a comment" },
  { open: /^\s*\/\*/, sign: "/*", close: "*/", what: "a comment" },
  { open: /^\s*~~(?!~)/, sign: "~~", close: "~~", what: "struck text" },
  { open: /^\s*◁think▷/, sign: "◁think▷", close: "◁/think▷", what: "thoughts" },
  { open: /^\s*\[THINK\]/, sign: "[THINK]", close: "[/THINK]", what: "thoughts" },
  {
    open: /^\s*<\|.*\bchannel\|>(?:analysis|commentary)/,
    sign: "channel|>",
    close: "<|channel|>final",
    what: "thoughts",
  },
];
/** The first characters of such lines. */
const FIRST: ReadonlySet<number> = new Set([..."</~◁[ \tcA$❯%P"].map((sign) => sign.charCodeAt(0)));
/** Commands that print what is there; one that applies a patch, or is given one, is followed by what is meant. */
const PRINTED =
  /^\s*(?:commit [0-9a-f]{7,64}\b|Author: .*<.*>\s*$|(?:\$|❯|%|PS [^<>]*>) (?:sudo )?(?:git (?:diff|show|log|stash|checkout|status|blame|reflog)|cat|head|tail|less|bat|diff|colordiff|svn diff|hg diff|jj diff|curl|wget|gh pr diff|type|Get-Content)\b(?!.*<<))/;
const LONGEST = 400;

/** Takes the lines between edits, in order. */
export class MarksAround {
  readonly #answer: Answer;
  /** Where the closing sign of each pair is last in the answer, looked for once it is needed. */
  readonly #lastClose = new Map<string, number>();
  #open: { readonly pair: Pair; readonly line: number } | null = null;
  #printed: number | null = null;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  take(at: number): void {
    if (this.#open === null && !FIRST.has(this.#answer.first(at))) return;
    const line = this.#answer.line(at);
    if (line.length > LONGEST) return;
    if (this.#open !== null) {
      if (line.includes(this.#open.pair.close)) this.#open = null;
      return;
    }
    if (PRINTED.test(line)) this.#printed = at;
    const pair = PAIRS.find(({ open }) => open.test(line));
    if (pair === undefined) return;
    const rest = line.slice(line.indexOf(pair.sign) + pair.sign.length);
    if (!rest.includes(pair.close)) this.#open = { pair, line: at };
  }

  /** Why an edit up to the line `next` is doubtful. What git printed is said of that edit only. */
  doubt(next: number): Likely | null {
    const printed = this.#printed;
    this.#printed = null;
    if (this.#open !== null) {
      const { pair, line } = this.#open;
      // Without an end it is a sign in the text.
      if (this.#lastCloseOf(pair) >= this.#answer.from(next - 1)) return this.#inside(line, pair.what);
    }
    return printed === null ? null : this.#inside(printed, "what git printed");
  }

  #lastCloseOf({ close }: Pair): number {
    const at = this.#lastClose.get(close) ?? this.#answer.text.lastIndexOf(close);
    this.#lastClose.set(close, at);
    return at;
  }

  #inside(line: number, what: string): Likely {
    const words = quote(this.#answer.line(line).trim());
    return {
      reading: `it is in ${what}: ${words}`,
      line: line + 1,
      why: `It is in ${what} (line ${line + 1} of the answer, ${words}).`,
    };
  }
}

const TURN =
  /^(?:#{1,6}[ \t]+)?[*_[]{0,2}(User|Human|You said|Assistant|ChatGPT said|AI|user|human|assistant|ai)[*_]{0,2}(?:(\])|[ \t]*(:?))[*_]{0,2}(.*)$/;
const TURN_FIRST: ReadonlySet<number> = new Set([..."#*_[UHYACuha<0123456789("].map((sign) => sign.charCodeAt(0)));
/** `<anna> words`, `[10:42] words`, `2025-11-03 10:42:01 words`: lines of a chat, or of a log. */
const LOGGED = /^(?:<[\w-]{2,20}> \S|[[(]?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d)?\b.{0,12}[\])]?[ \t]+\S)/;
/** `anna  10:42 AM` */
const STAMPED = /^[\w .-]{2,30}[ \t]+\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?\s*$/;

/** `outside`: the lines of words. The first turn of a person, in an answer that is a conversation: both sides speak in it; null for none. */
export function conversationDoubt(answer: Answer, outside: readonly number[]): Likely | null {
  let person: number | null = null;
  let hasOther = false;
  for (const at of outside) {
    if (person !== null && hasOther) break;
    if (!TURN_FIRST.has(answer.first(at))) continue;
    const line = answer.line(at);
    const found = line.length > LONGEST ? null : TURN.exec(line);
    if (found === null) continue;
    const [, who = "", bracket, colon, rest = ""] = found;
    if (bracket === undefined && (colon ?? "") === "" && rest.trim() !== "") continue;
    if (/^(?:User|Human|You)/i.test(who)) person ??= at;
    else hasOther = true;
  }
  if (person === null || !hasOther) return chatDoubt(answer, outside);
  const words = quote(answer.line(person).trim());
  return {
    reading: `the answer is a conversation: ${words}`,
    line: person + 1,
    why: `The answer is a conversation (${words} on line ${person + 1}), not one answer.`,
  };
}

/** Two lines or more of a chat or a log, with names or times before them. */
function chatDoubt(answer: Answer, outside: readonly number[]): Likely | null {
  const isOne = (at: number): boolean => {
    const first = answer.first(at);
    const isSign = first === 0x3c || first === 0x5b || first === 0x28 || (first >= 0x30 && first <= 0x39); // < [ ( 0 9
    if (!isSign && !DIGITS.test(answer.text.slice(answer.from(at), answer.from(at) + STAMP_WITHIN))) return false;
    const line = answer.line(at);
    return line.length <= LONGEST && (isSign ? LOGGED : STAMPED).test(line);
  };
  const first = outside.find(isOne);
  if (first === undefined || outside.findLast(isOne) === first) return null;
  const words = quote(answer.line(first).trim());
  return {
    reading: `the answer has lines of a chat or a log: ${words}`,
    line: first + 1,
    why: `The answer has lines of a chat or a log (${words} on line ${first + 1}), so it may be a transcript.`,
  };
}

const DIGITS = /\d:\d\d/;
const STAMP_WITHIN = 45;

const CALLED =
  /^\s*[[{].*(?:"type"\s*:\s*"(?:tool_result|function_call_output)"|"role"\s*:\s*"(?:user|tool|function)"|"(?:tool_use_id|tool_call_id|is_error)"\s*:)|^<(?:function_results?|tool_results?|tool_response)>/;

/** A line next to tool calls that has the result of one: they were made already, or refused. */
export function resultDoubt(answer: Answer, outside: readonly number[]): Likely | null {
  for (const at of outside) {
    const first = answer.first(at);
    if (first !== 0x7b && first !== 0x5b && first !== 0x3c) continue; // { [ <
    if (CALLED.test(answer.line(at))) return transcript(at + 1);
  }
  return null;
}

/** `line`: 1-based, where the results or the messages are. */
export function transcript(line: number): Likely {
  return {
    reading: "the answer has messages or results of tool calls in it",
    line,
    why: `Line ${line} of the answer has messages or results of tool calls, so these calls were made before.`,
  };
}
