// Tool calls written as elements. Their text is taken as it is, since agents do not escape it. Never chooses where a
// value ends: a call in which another end is possible is refused.
//
//   call = <invoke name="T"> *( <parameter name="P"> text </parameter> ) </invoke>
//        / <function=T> *( <parameter=P> text </parameter> ) </function>
//        / <tool_call>T *( <arg_key>P</arg_key> <arg_value> text </arg_value> ) </tool_call>
//        / <T> *( <P> text </P> ) </T>                          T one of the tools that write in this way
//
// The tags may have a prefix ("x:invoke"). Other tags around calls are words.

import type { Change, Proposed } from "../../types.ts";
import { closesFence } from "../fences/fences.ts";
import { answerLine, capital, incomplete, malformed, quote, type Region, type ScanContext } from "../scan.ts";
import type { JsonNode } from "./json.ts";
import { proposedBy } from "./proposed.ts";
import { runsCommand } from "./tools.ts";

type Syntax = {
  readonly name: string;
  /** How long the start tag is. */
  readonly length: number;
  readonly close: string;
  /** Opens a parameter at the place; the first group is its name. */
  readonly parameter: RegExp;
  readonly closeOf: (parameter: string) => string;
};

const INVOKE = /^<(\w+:)?(?:invoke name="([\w.-]{1,80})"|function=([\w.-]{1,80}))>[ \t]*/;
/** Tools whose calls are elements of their own name. Those with SEARCH blocks inside are read as such blocks. */
const OWN = /^<(write_to_file|create_file|write_file|delete_file|search_and_replace)>[ \t]*/;
const KEYED = /^<tool_call>([\w.-]{1,80})[ \t]*(?=\r?\n|<arg_key>)/;
const LONGEST_START = 200;

export function readXmlCalls(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const from = answer.from(at);
  const syntax = syntaxOf(answer.text.slice(from, Math.min(answer.to(at), from + LONGEST_START)));
  if (syntax === null) return null;
  const { name, length, close } = syntax;
  const limit = limitOf(context, at, answer.text.slice(from, from + length).trim());
  const text = answer.text.slice(from, answer.from(limit));
  const read = parametersIn(text, syntax);
  const sourceTo = (to: number) => ({ format: "tool-call", from, to }) as const;
  const refused = (why: string): Region => ({
    blocks: [malformed(sourceTo(answer.from(limit)), null, why)],
    next: limit,
  });
  if (read.kind === "broken") {
    if (text.includes(close)) return refused(`The call of ${quote(name)} on ${answerLine(at)} is damaged. ${read.why}`);
    const why = `The call of ${quote(name)} that starts on ${answerLine(at)} has no "${close}".`;
    return { blocks: [incomplete(sourceTo(answer.from(limit)), null, why)], next: limit };
  }
  const end = from + read.end;
  const another = text.indexOf(close, read.end);
  if (another >= 0)
    return refused(
      `The call of ${quote(name)} could end on ${answerLine(answer.lineAt(end - 1))} or on ${answerLine(answer.lineAt(from + another))}. Send it as JSON.`,
    );
  const node: JsonNode = { kind: "object", from, to: end, entries: new Map() };
  const blocks = proposedBy(answer, { name, parameters: read.parameters, node }, sourceTo(end));
  const next = answer.lineAt(end - 1) + 1;
  if (runsCommand(name, read.parameters)) noteCommand(context, name, at);
  if (blocks.length === 0) return { blocks, next }; // What it runs or writes elsewhere is no edit of the answer.
  const isEscaped = [...read.parameters.values()].some(hasEntity);
  const line = at + 1;
  return {
    blocks: blocks.map((block) => (isEscaped ? withDoubt(asLines(block), line) : asLines(block))),
    next,
  };
}

/** Once for an answer: a log may have very many. */
export function noteCommand({ notes }: ScanContext, name: string, line: number): void {
  if (notes.some((note) => note.endsWith(NOT_RUN))) return;
  notes.push(`${capital(answerLine(line))}: a call of ${quote(name)} runs a command. ${NOT_RUN}`);
}

const NOT_RUN = "No command of a tool call is run here.";

function syntaxOf(head: string): Syntax | null {
  const called = INVOKE.exec(head);
  if (called !== null) {
    const [tag, prefix = "", invoked, named] = called;
    const closing = (word: string): string => `</${prefix}${word}>`;
    return {
      name: invoked ?? named!, // One of the two is there.
      length: tag.length,
      close: closing(invoked === undefined ? "function" : "invoke"),
      parameter:
        invoked === undefined
          ? /<(?:\w+:)?parameter=([\w.-]{1,80})>/y
          : /<(?:\w+:)?parameter name="([\w.-]{1,80})"[^<>\n]{0,40}>/y,
      closeOf: () => closing("parameter"),
    };
  }
  const keyed = KEYED.exec(head);
  if (keyed !== null)
    return {
      name: keyed[1]!,
      length: keyed[0].length,
      close: "</tool_call>",
      parameter: /<arg_key>\s*([\w.-]{1,80})\s*<\/arg_key>\s*<arg_value>/y,
      closeOf: () => "</arg_value>",
    };
  const own = OWN.exec(head);
  if (own === null) return null;
  const name = own[1]!;
  return {
    name,
    length: own[0].length,
    close: `</${name}>`,
    parameter: /<([a-z_]{1,40})>/y,
    closeOf: (parameter) => `</${parameter}>`,
  };
}

/** The line up to which the call may reach: where its fence closes, the next one starts, or the answer ends. */
function limitOf({ answer, fence }: ScanContext, at: number, start: string): number {
  const word = start.replace(/[ =>].*$/, "");
  for (let line = at + 1; line < answer.length; line += 1) {
    const first = answer.first(line);
    if (first === 0x3c && answer.line(line).startsWith(word)) return line;
    if (fence !== null && (first === 0x60 || first === 0x7e) && closesFence(answer.line(line), fence)) return line;
  }
  return answer.length;
}

type Read =
  | { readonly kind: "whole"; readonly parameters: ReadonlyMap<string, JsonNode>; readonly end: number }
  | { readonly kind: "broken"; readonly why: string };

/** `text` begins with the start tag. A value ends where its end tag is followed by the next parameter or the call's end. */
function parametersIn(text: string, syntax: Syntax): Read {
  const parameters = new Map<string, JsonNode>();
  let at = afterSpace(text, syntax.length);
  while (!text.startsWith(syntax.close, at)) {
    syntax.parameter.lastIndex = at;
    const opened = syntax.parameter.exec(text);
    const name = opened?.[1];
    if (opened === null || name === undefined) return { kind: "broken", why: "Text is between its parameters." };
    if (parameters.has(name)) return { kind: "broken", why: `The parameter ${quote(name)} is there twice.` };
    const from = at + opened[0].length;
    const close = syntax.closeOf(name);
    let to = text.indexOf(close, from);
    while (to >= 0 && !endsValue(text, afterSpace(text, to + close.length), syntax)) to = text.indexOf(close, to + 1);
    if (to < 0) return { kind: "broken", why: `The parameter ${quote(name)} is not closed.` };
    parameters.set(name, { kind: "string", from, to, value: valueOf(name, text.slice(from, to)) });
    at = afterSpace(text, to + close.length);
  }
  return { kind: "whole", parameters, end: at + syntax.close.length };
}

function endsValue(text: string, at: number, { close, parameter }: Syntax): boolean {
  parameter.lastIndex = at;
  return text.startsWith(close, at) || parameter.test(text);
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** CDATA around the whole value is no part of it; whitespace around a name or a number is not, either. */
function valueOf(name: string, text: string): string {
  if (!TEXTS.test(name)) return text.trim();
  const body = text.trimStart().startsWith(CDATA) ? text.trim() : "";
  return body.endsWith("]]>") ? body.slice(CDATA.length, -3) : text;
}

const CDATA = "<![CDATA[";
const TEXTS =
  /^(?:old|new|content|file_text|text|code|search|find|replace|replacement|insert_text|input|patch)(?:_|[A-Z]|$)/;

/** Text that begins and ends with its tags on lines of their own is whole lines. */
function asLines(block: Proposed): Proposed {
  if (block.kind === "broken") return block;
  return { ...block, change: changeAsLines(block.change) };
}

function changeAsLines(change: Change): Change {
  switch (change.kind) {
    case "create":
    case "overwrite":
      return { ...change, content: withoutFirstBreak(change.content) };
    case "replace": {
      const isApart = isOnLines(change.find) && (isOnLines(change.put) || change.put.trim() === "");
      if (!isApart) return change;
      return { ...change, find: withoutFirstBreak(change.find), put: withoutFirstBreak(change.put), match: "lines" };
    }
    default:
      return change;
  }
}

function isOnLines(text: string): boolean {
  return /^\r?\n/.test(text) && /\n[ \t]*$/.test(text);
}

/** Without the line break after the start tag, and without the indentation of the end tag. */
function withoutFirstBreak(text: string): string {
  const body = text.replace(/^\r?\n/, "");
  const end = body.lastIndexOf("\n") + 1;
  return end > 0 && body.slice(end).trim() === "" ? body.slice(0, end) : body;
}

function hasEntity(node: JsonNode): boolean {
  return node.kind === "string" && /&(?:lt|gt|amp|quot|apos|#\d{1,6});/.test(node.value);
}

function withDoubt(block: Proposed, line: number): Proposed {
  if (block.kind === "broken" || block.likely !== undefined) return block;
  const why =
    'The call has entities such as "&lt;" in its text, which are kept as they are here; some agents would decode them. Send the change as an edit.';
  return {
    ...block,
    likely: { reading: 'the text of this call has entities such as "&lt;", which are kept', line, why },
  };
}
