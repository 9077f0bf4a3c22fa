// Tool calls as the chat templates of models write them: what a server prints when it does not know the template, or a
// person copies from its log. Always only likely: the names around the parameters differ from one template to the next.
//
//   calls  = 1*( head value ) rest        value = JSON, see json.ts
//   head   = text with a token in it; the name of the tool is one of its words, unless the value has it
//   token  = "<|…|>" / "<｜…｜>" / "[TOOL_CALLS]" / "[ARGS]" / "<function=NAME>" / "Action Input:"

import type { Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { incomplete, answerLine, type Region } from "../scan.ts";
import { callsIn, withoutPrefix, type Call } from "./calls.ts";
import { readJson, type JsonNode } from "./json.ts";
import { proposedBy } from "./proposed.ts";
import { isKnownTool } from "./tools.ts";

const TOKEN =
  /<[|\uFF5C][^|\uFF5C<>\n]{1,60}[|\uFF5C]>|\[(?:TOOL_CALLS|ARGS|CALL_ID)\]|<function=([\w.-]{1,80})>|^Action Input:/g;
const HAS_TOKEN = new RegExp(TOKEN.source, "m");
const LONGEST_HEAD = 400;

export function readRawCalls(answer: Answer, at: number): Region | null {
  const line = answer.line(at);
  TOKEN.lastIndex = 0;
  const first = TOKEN.exec(line);
  if (first === null) return null;
  const lineFrom = answer.to(at) > answer.from(at) ? answer.text.indexOf(line, answer.from(at)) : answer.from(at);
  const from = lineFrom + first.index;
  const blocks: Proposed[] = [];
  let end = from;
  for (;;) {
    const head = headAt(answer.text, end);
    if (head === null) break;
    const read = readJson(answer.text, head.to);
    if (read.node === null) break;
    const name = nameIn(head.words) ?? (first[0] === "Action Input:" ? actionAbove(answer, at) : null);
    if (read.kind !== "value") {
      if (name !== null && isKnownTool(name)) blocks.push(cutOff(answer, from, name));
      end = read.kind === "cut-off" ? answer.text.length : read.at;
      break;
    }
    end = read.node.to!; // A whole value has an end.
    answer.reads += answer.lineAt(end - 1) - answer.lineAt(head.to);
    for (const call of callsWith(name, read.node))
      for (const block of proposedBy(answer, call, { format: "tool-call", from: call.node.from, to: end }))
        blocks.push(likely(block, answer.lineAt(call.node.from) + 1));
  }
  if (blocks.length === 0) return null;
  return { blocks, next: afterFence(answer, answer.lineAt(Math.max(from, end - 1)) + 1) };
}

type Head = { readonly words: string; /** Where the value begins. */ readonly to: number };

/** Null: no token and value follow, with few words between them. */
function headAt(text: string, from: number): Head | null {
  const limit = Math.min(text.length, from + LONGEST_HEAD);
  let to = from;
  while (to < limit && !opensValue(text, to)) to += 1;
  if (to >= limit) return null;
  const words = text.slice(from, to);
  // Paragraphs and other calls are not between a token and its value; the fence of one is.
  if (!HAS_TOKEN.test(words) || words.split("\n").length > 3 || words.includes("\n\n")) return null;
  return { words, to };
}

function opensValue(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x7b) return true; // {
  if (unit !== 0x5b) return false; // [
  let next = at + 1;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return text.charCodeAt(next) === 0x7b;
}

/** The name of a tool that changes files, else the last word. */
function nameIn(head: string): string | null {
  const called = /<function=([\w.-]{1,80})>/.exec(head)?.[1];
  if (called !== undefined) return withoutPrefix(called);
  const words = head
    .replaceAll(TOKEN, " ")
    .split(/[\s=`]+/)
    .map((word) => withoutPrefix(word.replace(/:\d+$/, "")))
    .filter((word) => /^[A-Za-z_][\w.-]{0,80}$/.test(word) && !NO_NAMES.has(word));
  return words.findLast(isKnownTool) ?? words.at(-1) ?? null;
}

const NO_NAMES = new Set(["function", "json", "to", "commentary", "analysis", "final", "assistant", "Action"]);

/** "Action: edit_file", directly above its input. */
function actionAbove(answer: Answer, at: number): string | null {
  const name = /^Action:[ \t]*`?([\w.-]{1,80})`?[ \t]*$/.exec(answer.line(at - 1))?.[1];
  return name === undefined ? null : withoutPrefix(name);
}

function callsWith(name: string | null, node: JsonNode): readonly Call[] {
  const own = callsIn(node);
  if (name === null || node.kind !== "object" || own.some((call) => call.name !== null)) return own;
  return [{ name, parameters: node.entries, node }];
}

function likely(block: Proposed, line: number): Proposed {
  if (block.kind === "broken" || block.likely !== undefined) return block;
  const why =
    "The tool call is written in a model's own template. Apply it in a review, or send the change as an edit.";
  return { ...block, likely: { reading: "this tool call is in a model's own template", line, why } };
}

function cutOff(answer: Answer, from: number, name: string): Proposed {
  const line = answerLine(answer.lineAt(from));
  const why = `The call of ${JSON.stringify(name)} that starts on ${line} is not whole: its parameters are not one JSON object.`;
  return incomplete({ format: "tool-call", from, to: answer.text.length }, null, why);
}

/** A fence that is part of a template ends on a line with a token. */
function afterFence(answer: Answer, next: number): number {
  const line = answer.line(next);
  return line.startsWith("```") && /[|\uFF5C]>/.test(line) ? next + 1 : next;
}
