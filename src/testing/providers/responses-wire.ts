// OpenAI's Responses as they go over the line, and what its server refuses in a history that it does not keep itself.

import { argumentText, pieces, type Step, type Wire } from "./wire.ts";

type Item = Readonly<Record<string, unknown>>;

export const responsesWire: Wire = {
  path: () => "/responses",
  modelOf: (_, body) => String(body["model"]),
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ""),
  invalid: (body) => {
    if (body["store"] !== false) return "This server keeps nothing: send store: false";
    return invalidInput(body["input"]);
  },
  failure: (_, message, kind) => ({
    error: {
      message,
      type: "invalid_request_error",
      param: kind === "request" ? "input" : null,
      code: { key: "invalid_api_key", model: "model_not_found", request: null, other: null }[kind],
    },
  }),
  *events(step, { body }) {
    let sequence_number = 0;
    const event = (type: string, data: object): string => {
      sequence_number += 1;
      return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...data })}\n\n`;
    };
    const response = { id: "resp_1", object: "response", created_at: 1, model: body["model"], status: "in_progress" };
    yield event("response.created", { response });
    let output_index = 0;
    const text = step.text ?? "";
    if (text !== "") {
      const item = { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] };
      yield event("response.output_item.added", { output_index, item });
      for (const delta of pieces(text, step.piece ?? 12))
        yield event("response.output_text.delta", { output_index, item_id: "msg_1", content_index: 0, delta });
      const content = [{ type: "output_text", text, annotations: [] }];
      yield event("response.output_item.done", { output_index, item: { ...item, status: "completed", content } });
      output_index += 1;
    }
    for (const call of step.calls ?? []) {
      ids += 1;
      const id = `fc_${ids}`;
      const item = { type: "function_call", id, call_id: call.id ?? `call_r${ids}`, name: call.name, arguments: "" };
      yield event("response.output_item.added", { output_index, item });
      for (const delta of pieces(argumentText(call), 10))
        yield event("response.function_call_arguments.delta", { output_index, item_id: id, delta });
      const done = { ...item, arguments: argumentText(call), status: "completed" };
      yield event("response.output_item.done", { output_index, item: done });
      output_index += 1;
    }
    yield ending(step, response, event);
  },
};

let ids = 0;

function ending(step: Step, response: object, event: (type: string, data: object) => string): string {
  const output_tokens = (step.text ?? "").length;
  const usage = { input_tokens: 50, output_tokens, total_tokens: 50 + output_tokens };
  const isCut = step.reason === "length";
  const incomplete_details = isCut ? { reason: "max_output_tokens" } : null;
  const type = isCut ? "response.incomplete" : "response.completed";
  return event(type, {
    response: { ...response, status: isCut ? "incomplete" : "completed", incomplete_details, usage },
  });
}

function invalidInput(given: unknown): string | null {
  if (!Array.isArray(given) || given.length === 0) return "Missing required parameter: 'input'.";
  const calls = new Set<string>();
  let open: readonly string[] = [];
  for (const [at, item] of (given as readonly Item[]).entries()) {
    const id = String(item["call_id"]);
    switch (item["type"] ?? "message") {
      case "message":
        if (open.length > 0) return `No tool output found for function call ${open.join(", ")}.`;
        if (!hasText(item["content"])) return `Invalid 'input[${at}].content': empty`;
        break;
      case "function_call":
        if (calls.has(id)) return `Duplicate item found with call_id ${id}.`;
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(item["name"]))) return `Invalid 'input[${at}].name'`;
        calls.add(id);
        open = [...open, id];
        break;
      case "function_call_output":
        if (!open.includes(id)) return `No tool call found for function call output with call_id ${id}.`;
        open = open.filter((one) => one !== id);
        break;
      case "item_reference":
        return `Item with id '${String(item["id"])}' not found. Items are not persisted when \`store\` is set to false.`;
      default:
        return `Invalid value: '${String(item["type"])}' (input[${at}].type)`;
    }
  }
  return open.length > 0 ? `No tool output found for function call ${open.join(", ")}.` : null;
}

function hasText(content: unknown): boolean {
  if (typeof content === "string") return content.trim() !== "";
  return Array.isArray(content) && content.some((part) => String((part as Item)["text"] ?? "").trim() !== "");
}
