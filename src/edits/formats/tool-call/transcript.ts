// Whether a JSON value is a record of calls that were made: it has their results, or messages of more than one side.
// Strings are not looked into: what a call writes is its own.

import type { JsonNode } from "./json.ts";

const RESULTS: ReadonlySet<string> = new Set(["tool_result", "function_call_output", "tool_response"]);
const RESULT_KEYS = ["tool_result", "is_error", "tool_use_id", "tool_call_id"];

/** One message of a model around its calls is none. */
export function isTranscript(root: JsonNode): boolean {
  let messages = 0;
  const open: JsonNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "array") {
      for (const item of node.items) open.push(item);
      continue;
    }
    if (node.kind !== "object") continue;
    const { entries } = node;
    const [type, role] = [wordAt(node, "type"), wordAt(node, "role")];
    if ((type !== null && RESULTS.has(type)) || RESULT_KEYS.some((key) => entries.has(key))) return true;
    if (role !== null) {
      messages += 1;
      if (messages > 1 || !/^(?:assistant|model|ai)$/i.test(role)) return true;
    }
    // The parameters of a call are content.
    for (const [key, value] of entries) if (!PARAMETERS.has(key)) open.push(value);
  }
  return false;
}

const PARAMETERS: ReadonlySet<string> = new Set(["input", "arguments", "parameters", "args", "params"]);

function wordAt(node: JsonNode, key: string): string | null {
  const value = node.kind === "object" ? node.entries.get(key) : undefined;
  return value?.kind === "string" ? value.value : null;
}
