// The tool calls in a JSON value, whatever they are wrapped in: a list, a message with `tool_use` or `tool_calls`, an
// event of a log. Never takes the description of a tool, or any other data, for a call.

import { readJson, type JsonNode } from "./json.ts";
import { isKnownTool, isParameterSet } from "./tools.ts";

export type Call = {
  /** Null: only parameters are there. */
  readonly name: string | null;
  /** Null: they are not whole, or not JSON. */
  readonly parameters: ReadonlyMap<string, JsonNode> | null;
  readonly node: JsonNode;
};

/** In the order of the text. Of a value that is not whole, those that are, and the last one. */
export function callsIn(node: JsonNode): readonly Call[] {
  const calls: Call[] = [];
  collect(node, calls);
  return calls;
}

function collect(node: JsonNode, calls: Call[]): void {
  if (node.kind === "array") for (const item of node.items) collect(item, calls);
  if (node.kind !== "object") return;
  const call = callOf(node);
  if (call !== null) calls.push(call);
  else for (const value of node.entries.values()) collect(value, calls);
}

const NAMES = ["name", "tool", "tool_name", "toolName", "recipient_name"];
const PARAMETERS = ["input", "arguments", "args", "parameters", "params", "tool_input", "toolInput"];

function callOf(node: JsonNode & { readonly kind: "object" }): Call | null {
  const { entries } = node;
  const named = NAMES.map((key) => entries.get(key)).find((value) => value?.kind === "string");
  const name = named?.kind === "string" ? withoutPrefix(named.value) : null;
  if (name !== null) {
    const given = PARAMETERS.map((key) => entries.get(key)).find((value) => value !== undefined);
    const inner = given === undefined ? null : parametersIn(given);
    if (inner?.get("properties")?.kind === "object") return null; // A schema: the tool is described, not called.
    if (given !== undefined) return { name, parameters: inner, node };
    const rest = new Map([...entries].filter(([key]) => !NAMES.includes(key)));
    const isFlat = isKnownTool(name) || !entries.has("name");
    // Without its end, more may have been meant to come.
    if (isFlat && (isParameterSet(rest) || (node.to === null && isKnownTool(name))))
      return { name, parameters: node.to === null ? null : rest, node };
    return null;
  }
  return isParameterSet(entries) ? { name: null, parameters: entries, node } : null;
}

/** `mcp__files__edit_file` and `functions.edit_file` are calls of `edit_file`. */
export function withoutPrefix(name: string): string {
  return name.replace(/^(?:mcp__.+?__|functions\.|default_api\.)/, "");
}

function parametersIn(node: JsonNode): ReadonlyMap<string, JsonNode> | null {
  if (node.to === null) return null;
  if (node.kind === "object") return node.entries;
  if (node.kind !== "string") return null;
  // A patch is given as it is.
  if (!/^\s*\{/.test(node.value)) return new Map([["input", node]]);
  const read = readJson(node.value, 0);
  if (read.kind !== "value" || read.node.kind !== "object") return null;
  return node.value.slice(read.node.to!).trim() === "" ? read.node.entries : null; // A whole value has an end.
}
