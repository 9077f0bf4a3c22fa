// Tool calls as lines of Python, as some models write them: [edit_file(path="a.py", …)], or in a fence that is named
// tool_code, where print(…) may be around each. Nothing is run. A value that is not a plain literal is refused.
//
//   calls = "[" call *( "," call ) "]" / 1*call          call = [ "print(" ] name "(" [ key "=" literal *( "," … ) ] ")" [ ")" ]

import type { Proposed } from "../../types.ts";
import { closesFence } from "../fences/fences.ts";
import type { Region, ScanContext } from "../scan.ts";
import { withoutPrefix, type Call } from "./calls.ts";
import type { JsonNode } from "./json.ts";
import { proposedBy } from "./proposed.ts";
import { isKnownTool, isParameterSet } from "./tools.ts";

export function readPythonCalls({ answer, fence, fenceLine }: ScanContext, at: number): Region | null {
  const isList = answer.first(at) === 0x5b; // [
  const isCode = fence !== null && fenceLine === at - 1 && /^tool_(?:code|call)s?$/.test(fence.info.trim());
  if (!isList && !isCode) return null;
  const from = answer.from(at);
  const limit = fence === null ? answer.text.length : answer.from(endOfFence());
  const reader = new CallReader(answer.text.slice(0, limit), from + (isList ? 1 : 0));
  const blocks: Proposed[] = [];
  for (let call = reader.call(); call !== null; call = reader.call()) {
    const isEdit = call.name !== null && call.parameters !== null && isKnownTool(call.name);
    if (isEdit || (call.parameters !== null && isParameterSet(call.parameters)))
      for (const block of proposedBy(answer, call, { format: "tool-call", from: call.node.from, to: reader.at }))
        blocks.push(likely(block, answer.lineAt(call.node.from) + 1));
    reader.skip(isList ? "," : ";");
  }
  if (blocks.length === 0) return null;
  answer.reads += answer.lineAt(reader.at - 1) - at;
  return { blocks, next: answer.lineAt(reader.at - 1) + 1 };

  function endOfFence(): number {
    let line = at;
    while (line < answer.length && !closesFence(answer.line(line), fence!)) line += 1; // Only called in one.
    return line;
  }
}

function likely(block: Proposed, line: number): Proposed {
  if (block.kind === "broken" || block.likely !== undefined) return block;
  const why = "The tool call is written as Python. Apply it in a review, or send the change as an edit.";
  return { ...block, likely: { reading: "this tool call is written as Python", line, why } };
}

class CallReader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  skip(sign: string): void {
    this.#take(new RegExp(`\\s*${sign}?`, "y"));
  }

  /** The call here, or null; then nothing after this place is a call of the list. */
  call(): Call | null {
    const start = this.at;
    this.#take(/\s*/y);
    const from = this.at;
    const isPrinted = this.#take(/print\(\s*/y) !== null;
    const name = this.#take(/([A-Za-z_][\w.]{0,80})\(/y);
    const parameters = name === null ? null : this.#parameters();
    if (name === null || parameters === null || (isPrinted && this.#take(/\s*\)/y) === null)) {
      this.at = start;
      return null;
    }
    const node: JsonNode = { kind: "object", from, to: this.at, entries: parameters };
    return { name: withoutPrefix(name[1]!), parameters, node }; // The group is the whole name.
  }

  #parameters(): Map<string, JsonNode> | null {
    const parameters = new Map<string, JsonNode>();
    for (;;) {
      if (this.#take(/\s*\)/y) !== null) return parameters;
      const key = this.#take(/\s*([A-Za-z_]\w{0,80})\s*=\s*/y)?.[1];
      if (key === undefined || parameters.has(key)) return null;
      const value = this.#literal();
      if (value === null) return null;
      parameters.set(key, value);
      if (this.#take(/\s*,/y) === null && !/^\s*\)/.test(this.#text.slice(this.at, this.at + 200))) return null;
    }
  }

  #literal(): JsonNode | null {
    const from = this.at;
    const word = this.#take(/(?:True|False|None|-?\d{1,15})\b/y)?.[0];
    if (word !== undefined) {
      const value = word === "None" ? null : word === "True" ? true : word === "False" ? false : Number(word);
      return { kind: "other", from, to: this.at, value };
    }
    const quote = this.#take(/"""|'''|"|'/y)?.[0];
    if (quote === undefined) return null;
    const body = this.at;
    for (let at = body; at < this.#text.length; at += 1) {
      if (this.#text[at] === "\\") at += 1;
      else if (this.#text[at] === "\n" && quote.length === 1) return null;
      else if (this.#text.startsWith(quote, at)) {
        this.at = at + quote.length;
        const value = decoded(this.#text.slice(body, at));
        return value === null ? null : { kind: "string", from, to: this.at, value };
      }
    }
    return null;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
};

/** Null for an escape that is not in the table: what it means there is not certain. */
function decoded(body: string): string | null {
  let isPlain = true;
  const text = body.replaceAll(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g, (whole, u, x, sign) => {
    const hex = (u ?? x) as string | undefined; // The groups of the pattern.
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    const meant = ESCAPES[sign as string];
    if (meant === undefined) isPlain = false;
    return meant ?? whole;
  });
  return isPlain ? text : null;
}
