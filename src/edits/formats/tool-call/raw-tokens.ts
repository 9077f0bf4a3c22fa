// Calls as a model's own tokens write them, which a program should have read and did not: "<|python_tag|>{…}",
// "[TOOL_CALLS][{…}]", "<|tool_call_begin|>functions.edit:0<|tool_call_argument_begin|>{…}". Never certain: who did not
// read them may not have meant them to be seen.

import type { Likely, Proposed } from "../../types.ts";
import { quote } from "../scan.ts";

const LONGEST = 300;
const TOKEN = /<\|[^|<>\n]{1,40}\|>|\[(?:TOOL_CALLS|ARGS|\/?TOOL_CALL)\]/g;
/** What may be written between tokens: who speaks, the tool, the kind of what follows. */
const WORDS =
  /^(?:(?:assistant|commentary|analysis)\s*)*(?:to=)?(?:(?:functions|tools)[.:])?([A-Za-z][\w.-]{0,60}?)?(?::\d+)?\s*(?:json|code)?$/;

export type RawCall = {
  /** Where the JSON begins, from the start of the line. */
  readonly from: number;
  /** The tool, when the tokens name it: then the JSON is its parameters. */
  readonly name: string | null;
};

/** `line`: the beginning of a line. Null when no such tokens are before a JSON value on it. */
export function rawCallIn(line: string): RawCall | null {
  if (!/^(?:<\||\[TOOL_CALLS\])/.test(line)) return null;
  const head = line.slice(0, LONGEST);
  const from = valueIn(head);
  if (from < 0) return null;
  const words = WORDS.exec(head.slice(0, from).replaceAll(TOKEN, " ").replaceAll(/\s+/g, " ").trim());
  return words === null ? null : { from, name: words[1] ?? null };
}

/** The first brace, or the bracket of a list of objects. */
function valueIn(head: string): number {
  const brace = head.indexOf("{");
  return brace > 0 && head.charAt(brace - 1) === "[" ? brace - 1 : brace;
}

export function fromTokens(block: Proposed, line: { readonly words: string; readonly number: number }): Proposed {
  if (block.kind === "broken") return block;
  const words = quote(line.words.slice(0, LONGEST_WORDS));
  const likely: Likely = {
    reading: `this was read as a tool call: ${words}`,
    line: line.number,
    why: `${words} looks like a tool call as a model's own tokens write it. Apply it in a review, or send the change as an edit.`,
  };
  return { ...block, likely: block.likely ?? likely };
}

const LONGEST_WORDS = 60;
