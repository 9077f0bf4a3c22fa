// Anthropic's messages as they go over the line, and what its server refuses in a history.

import { argumentText, pieces, type Step, type Wire } from "./wire.ts";

type Block = Readonly<Record<string, unknown>> & { readonly type?: unknown };
type Sent = { readonly role?: unknown; readonly content?: unknown };

export const anthropicWire: Wire = {
  path: () => "/messages",
  modelOf: (_, body) => String(body["model"]),
  keyOf: (headers) => headers["x-api-key"] as string | undefined,
  invalid: (body) => {
    if (typeof body["max_tokens"] !== "number") return "max_tokens: Field required";
    return invalidMessages(body["messages"], body["tools"] !== undefined);
  },
  failure: (status, message, kind) => ({
    type: "error",
    error: {
      type: {
        key: "authentication_error",
        model: "not_found_error",
        request: "invalid_request_error",
        other: status === 429 ? "rate_limit_error" : status === 529 ? "overloaded_error" : "api_error",
      }[kind],
      message,
    },
    request_id: "req_1",
  }),
  *events(step, { body }) {
    const event = (type: string, data: object): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: body["model"],
      content: [],
      stop_reason: null,
    };
    yield event("message_start", {
      message: { ...message, stop_sequence: null, usage: { input_tokens: 50, output_tokens: 1 } },
    });
    let index = 0;
    if ((step.text ?? "") !== "") {
      yield event("content_block_start", { index, content_block: { type: "text", text: "" } });
      yield event("ping", {});
      for (const text of pieces(step.text!, step.piece ?? 12))
        yield event("content_block_delta", { index, delta: { type: "text_delta", text } });
      yield event("content_block_stop", { index });
      index += 1;
    }
    for (const call of step.calls ?? []) {
      const block = { type: "tool_use", id: call.id ?? `toolu_${nextId()}`, name: call.name, input: {} };
      yield event("content_block_start", { index, content_block: block });
      for (const partial_json of pieces(argumentText(call), 10))
        yield event("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } });
      yield event("content_block_stop", { index });
      index += 1;
    }
    const usage = { output_tokens: (step.text ?? "").length };
    yield event("message_delta", { delta: { stop_reason: reasonOf(step), stop_sequence: null }, usage });
    yield event("message_stop", {});
  },
};

let ids = 0;
function nextId(): string {
  return `t${(ids += 1)}`;
}

function reasonOf({ reason, calls }: Step): string {
  if (reason === "length") return "max_tokens";
  return (calls ?? []).length > 0 ? "tool_use" : "end_turn";
}

function invalidMessages(given: unknown, hasTools: boolean): string | null {
  if (!Array.isArray(given) || given.length === 0) return "messages: at least one message is required";
  const used = new Set<string>();
  let open: readonly string[] = [];
  for (const [at, message] of (given as readonly Sent[]).entries()) {
    const where = `messages.${at}`;
    if (message.role !== "user" && message.role !== "assistant")
      return `${where}.role: Input should be 'user' or 'assistant'`;
    if (at === 0 && message.role !== "user") return `${where}: the first message must use the user role`;
    if (at > 0 && (given[at - 1] as Sent).role === message.role) return `${where}: roles must alternate`;
    const blocks: readonly Block[] =
      typeof message.content === "string"
        ? [{ type: "text", text: message.content }]
        : (message.content as readonly Block[]);
    if (!Array.isArray(blocks) || blocks.length === 0) return `${where}: all messages must have non-empty content`;
    const answered = invalidResults(blocks, open, where);
    if (answered !== null) return answered;
    open = [];
    for (const block of blocks) {
      if (block.type === "text" && (typeof block["text"] !== "string" || block["text"].trim() === ""))
        return `${where}: text content blocks must contain non-whitespace text`;
      if (block.type === "image" && !isImage(block["source"])) return `${where}: the image is not valid`;
      if (block.type !== "tool_use") continue;
      if (!hasTools) return `${where}: Requests which include \`tool_use\` or \`tool_result\` blocks must define tools`;
      const id = String(block["id"]);
      if (!/^[a-zA-Z0-9_-]+$/.test(id)) return `${where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      if (used.has(id)) return `${where}: \`tool_use\` ids must be unique`;
      if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(block["name"])))
        return `${where}.tool_use.name: String should match pattern`;
      if (typeof block["input"] !== "object" || block["input"] === null || Array.isArray(block["input"]))
        return `${where}.tool_use.input: Input should be a valid dictionary`;
      used.add(id);
      open = [...open, id];
    }
  }
  if (open.length > 0) return missing(`messages.${given.length - 1}`, open);
  return (given.at(-1) as Sent).role === "user" ? null : "messages: the final message must use the user role";
}

function isImage(source: unknown): boolean {
  const { type, media_type, data } = (source ?? {}) as Readonly<Record<string, unknown>>;
  return type === "base64" && /^image\/(?:png|jpeg|gif|webp)$/.test(String(media_type)) && String(data).length > 0;
}

/** Results come first in the message after the calls, one for each. */
function invalidResults(blocks: readonly Block[], open: readonly string[], where: string): string | null {
  const results = blocks.filter(({ type }) => type === "tool_result").map((block) => String(block["tool_use_id"]));
  const strange = results.find((id) => !open.includes(id));
  if (strange !== undefined) return `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${strange}`;
  if (new Set(results).size !== results.length) return `${where}: each tool_use must have a single result`;
  const left = open.filter((id) => !results.includes(id));
  if (left.length > 0) return missing(where, left);
  if (blocks.slice(0, results.length).some(({ type }) => type !== "tool_result"))
    return `${where}: \`tool_result\` blocks must come first`;
  return null;
}

function missing(where: string, ids: readonly string[]): string {
  return `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}
