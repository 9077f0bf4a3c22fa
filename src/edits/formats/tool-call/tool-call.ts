// Tool calls that were pasted into an answer: JSON as agents and APIs write it, or XML. Nothing is run: a call that does
// not change a file is no edit. Never takes a call that is not whole.
//
//   calls = value / element         at the start of a line, in a fence or not
//   value = JSON with calls in it: one, a list, one per line, or a message around them     see calls.ts
//   other notations of models: see raw-calls.ts and python-calls.ts
//   element = <invoke name="Edit"> … / <write_to_file> … / <function=edit_file> … / <tool_call> value </tool_call>   see xml.ts

import type { Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { closesFence } from "../fences/fences.ts";
import { answerLine, capital, incomplete, malformed, quote, type Region, type ScanContext } from "../scan.ts";
import type { FormatCode } from "../written.ts";
import { transcript } from "../context/marks-around.ts";
import { callsIn, type Call } from "./calls.ts";
import { isTranscript } from "./transcript.ts";
import { readJson, type JsonRead } from "./json.ts";
import { proposedBy } from "./proposed.ts";
import { readPythonCalls } from "./python-calls.ts";
import { readRawCalls } from "./raw-calls.ts";
import { isKnownTool, runsCommand } from "./tools.ts";
import { noteCommand, readXmlCalls } from "./xml.ts";

export function readToolCall(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  const raw = mayHoldRawCalls(context, at) ? (readRawCalls(answer, at) ?? readPythonCalls(context, at)) : null;
  if (raw !== null) return raw;
  if (first === 0x3c) return readXmlCalls(context, at) ?? jsonInTag(context, at); // <
  if (first !== 0x7b && first !== 0x5b && first !== 0x20 && first !== 0x09) return null; // { [ and whitespace
  if (at < context.jsonEnd) return null;
  const from = valueAt(answer, answer.from(at) + (at === 0 && answer.text.charCodeAt(0) === 0xfeff ? 1 : 0));
  return from === null ? null : readValue(context, at, from);
}

/** Not lines of JSON, of which an answer may have very many. */
function mayHoldRawCalls({ answer, fence, fenceLine }: ScanContext, at: number): boolean {
  const first = answer.first(at);
  if (first === 0x3c || first === 0x41 || first === 0x5b) return true; // < A [
  return (fence !== null && fenceLine === at - 1) || answer.rawCallLines.has(at);
}

/** Whether calls begin on this line: then a fence around them is no file. */
export function startsCalls(answer: Answer, at: number): boolean {
  const first = answer.first(at);
  if (first !== 0x7b && first !== 0x5b && first !== 0x3c) return false;
  if (first === 0x3c)
    return /^<(?:function_calls|invoke name=|tool_call>|function=|write_to_file>)/.test(answer.line(at));
  const from = valueAt(answer, answer.from(at));
  if (from === null) return false;
  const read = readJson(answer.text, from);
  return read.node !== null && callsIn(read.node).some(({ name }) => name !== null && isKnownTool(name));
}

/** Where a value that may hold calls begins: an object with a name in quotes, or a list of objects. */
function valueAt(answer: Answer, from: number): number | null {
  const { text } = answer;
  const start = afterSpace(text, from, { overLines: false });
  const unit = text.charCodeAt(start);
  if (unit !== 0x7b && unit !== 0x5b) return null; // { [
  const next = text.charCodeAt(afterSpace(text, start + 1, { overLines: true }));
  return next === (unit === 0x7b ? 0x22 : 0x7b) ? start : null; // "
}

function afterSpace(text: string, from: number, { overLines }: { readonly overLines: boolean }): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x09 && !(overLines && (unit === 0x0a || unit === 0x0d))) return at;
    at += 1;
  }
}

const TAG = /^<(tool_call|tool_use|function_call|tool)>[ \t]*(?=[{[])/;

/** `<tool_call>{…}</tool_call>` */
function jsonInTag(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const opened = TAG.exec(answer.text.slice(answer.from(at), answer.from(at) + 40))?.[0];
  return opened === undefined ? null : readValue(context, at, answer.from(at) + opened.length);
}

function readValue(context: ScanContext, at: number, from: number): Region | null {
  const { answer } = context;
  const read = readJson(answer.text, from);
  const calls = read.node === null ? [] : callsIn(read.node);
  const { looked, next, isCut } = endOf(context, read, from);
  answer.reads += looked - at;
  const blocks = blocksOf(answer, { read, calls, at, isCut });
  for (const { name, parameters, node } of calls)
    if (name !== null && parameters !== null && runsCommand(name, parameters))
      noteCommand(context, name, answer.lineAt(node.from));
  if (blocks.length > 0) return { blocks, next: next ?? afterBroken(context, looked) };
  // It was looked at as a whole: what is inside it needs no other look.
  context.jsonEnd = Math.max(context.jsonEnd, looked);
  return null;
}

type Ending = {
  /** The first line that was not looked at as a part of the value. */
  readonly looked: number;
  /** The first line that is no part of it; null after a mistake. */
  readonly next: number | null;
  readonly isCut: boolean;
};

function endOf({ answer, fence }: ScanContext, read: JsonRead, from: number): Ending {
  const lines = answer.length;
  if (read.kind === "cut-off") return { looked: lines, next: lines, isCut: true };
  if (read.kind === "value") {
    const next = answer.lineAt(read.node.to! - 1) + 1; // A whole value has an end.
    return { looked: next, next, isCut: false };
  }
  const broken = answer.lineAt(read.at);
  const looked = Math.max(broken, answer.lineAt(from) + 1);
  if (fence !== null) {
    if (closesFence(answer.line(broken), fence)) return { looked, next: broken, isCut: true };
    const isAtBreak = read.at >= answer.from(broken) + answer.line(broken).length;
    if (isAtBreak && closesFence(answer.line(broken + 1), fence)) return { looked, next: broken + 1, isCut: true };
  }
  return { looked, next: null, isCut: false };
}

/** What follows a mistake belongs to the value up to the end of its fence, or of the paragraph. */
function afterBroken({ answer, fence }: ScanContext, from: number): number {
  let next = from;
  while (
    next < answer.length &&
    !(fence === null ? answer.line(next).trim() === "" : closesFence(answer.line(next), fence))
  )
    next += 1;
  return next;
}

function blocksOf(
  answer: Answer,
  found: { readonly read: JsonRead; readonly calls: readonly Call[]; readonly at: number; readonly isCut: boolean },
): readonly Proposed[] {
  const { read, calls, at, isCut } = found;
  const whole = calls.filter(({ node }) => node.to !== null);
  const open = calls.find(({ node, name }) => node.to === null && (name === null || isKnownTool(name)));
  const sourceOf = (from: number, to: number | null) =>
    ({ format: "tool-call", from, to: to ?? answer.text.length }) as const;
  if (read.kind === "value" || isCut) {
    const made = read.node !== null && isTranscript(read.node) ? transcript(answer.lineAt(read.node.from) + 1) : null;
    const blocks = whole
      .flatMap((call) => proposedBy(answer, call, sourceOf(call.node.from, call.node.to)))
      .map((block) => (made === null || block.kind === "broken" ? block : { ...block, likely: made }));
    const isLast = open !== undefined;
    if (isLast) {
      const name = open.name === null ? "a tool call" : `the call of ${quote(open.name)}`;
      const why = `The answer ends inside ${name} that starts on ${answerLine(answer.lineAt(open.node.from))}.`;
      blocks.push(incomplete(sourceOf(open.node.from, null), pathIn(open), why));
    }
    return blocks;
  }
  if (read.kind !== "broken" || (open === undefined && !whole.some(({ name }) => name !== null && isKnownTool(name))))
    return [];
  const source = sourceOf(answer.from(at), answer.text.length);
  const why = `${capital(answerLine(answer.lineAt(read.at)))}: the tool call is not valid JSON. ${read.why}`;
  return [malformed(source, open === undefined ? null : pathIn(open), why)];
}

/** The path of a call that is not whole, when it is there already. */
function pathIn({ node }: Call): string | null {
  if (node.kind !== "object") return null;
  for (const value of [node, ...node.entries.values()]) {
    if (value.kind !== "object") continue;
    for (const key of ["file_path", "path", "filePath"]) {
      const path = value.entries.get(key);
      if (path?.kind === "string" && path.to !== null) return path.value;
    }
  }
  return null;
}

const EXAMPLE = `{"name": "edit_file", "arguments": {"path": "src/main.py", "old_string": "return r * r", "new_string": "return 3.14159 * r * r"}}
{"name": "write_file", "arguments": {"path": "src/units.py", "content": "METRE = 1\\n"}}
`;

export const TOOL_CALL: FormatCode = {
  read: readToolCall,
  startsIn: (place) => ({ atStart: place === "prose" ? "<{[A" : "<{[", indented: "{[" }),
  instructions: {
    text: `# Changing files

Write each change as one line of JSON, a call of edit_file or write_file:

${EXAMPLE}
edit_file replaces old_string, which must be copied from the file exactly and occur once, or everywhere with
"replace_all": true. write_file creates a file or replaces all of it. Line breaks in strings are written \\n.
`,
    example: {
      answer: EXAMPLE,
      before: { "src/main.py": "def area(r):\n    return r * r\n" },
      after: { "src/main.py": "def area(r):\n    return 3.14159 * r * r\n", "src/units.py": "METRE = 1\n" },
      refused: 0,
    },
  },
};
