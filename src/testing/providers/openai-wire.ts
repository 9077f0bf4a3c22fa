// OpenAI's chat completions as they go over the line, and what its server refuses in a history.

import { argumentText, pieces, type Step, type Wire } from "./wire.ts";

type Call = {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly function?: { name?: unknown; arguments?: unknown };
};
type Sent = {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: unknown;
};

export const openaiWire: Wire = {
  path: () => "/chat/completions",
  modelOf: (_, body) => String(body["model"]),
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ""),
  invalid: (body) => invalidMessages(body["messages"]) ?? invalidTools(body["tools"]),
  failure: (_, message, kind) => ({
    error: {
      message,
      type: "invalid_request_error",
      param: kind === "request" ? "messages" : null,
      code: { key: "invalid_api_key", model: "model_not_found", request: null, other: null }[kind],
    },
  }),
  *events(step, { body }) {
    const id = "chatcmpl-1";
    const chunk = (choice: object | null, more: object = {}): string =>
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 1, model: body["model"], choices: choice === null ? [] : [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`;
    yield chunk({ delta: { role: "assistant", content: "" } });
    for (const content of pieces(step.text ?? "", step.piece ?? 12)) yield chunk({ delta: { content } });
    for (const [index, call] of (step.calls ?? []).entries()) {
      const start = { index, id: call.id ?? `call_${nextId()}`, type: "function" };
      yield chunk({ delta: { tool_calls: [{ ...start, function: { name: call.name, arguments: "" } }] } });
      for (const part of pieces(argumentText(call), 10))
        yield chunk({ delta: { tool_calls: [{ index, function: { arguments: part } }] } });
    }
    yield chunk({ delta: {}, finish_reason: reasonOf(step) });
    const written = (step.text ?? "").length;
    yield chunk(null, { usage: { prompt_tokens: 50, completion_tokens: written, total_tokens: 50 + written } });
    yield "data: [DONE]\n\n";
  },
};

let ids = 0;
function nextId(): string {
  return `t${(ids += 1)}`;
}

function reasonOf({ reason, calls }: Step): string {
  return reason ?? ((calls ?? []).length > 0 ? "tool_calls" : "stop");
}

function invalidMessages(given: unknown): string | null {
  if (!Array.isArray(given) || given.length === 0) return "[] is too short - 'messages'";
  const seen = new Set<string>();
  let open: string[] = [];
  for (const [at, message] of (given as readonly Sent[]).entries()) {
    const where = `messages.[${at}]`;
    if (message.role === "tool") {
      if (!open.includes(String(message.tool_call_id)))
        return `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (${where})`;
      open = open.filter((id) => id !== message.tool_call_id);
      if (typeof message.content !== "string") return `Invalid type for '${where}.content'`;
      continue;
    }
    if (open.length > 0)
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`;
    if (message.role === "user" && (given[at - 1] as Sent | undefined)?.role === "tool")
      return `Unexpected role 'user' after role 'tool' (${where})`; // Mistral's servers say so, OpenAI's do not.
    if (!["system", "developer", "user", "assistant"].includes(String(message.role)))
      return `Invalid value: '${String(message.role)}' (${where}.role)`;
    if (message.role === "system" && at > 0) return `A system message must come first (${where})`;
    const calls = message.tool_calls ?? [];
    const hasWords = message.role === "user" ? isUserContent(message.content) : isText(message.content);
    if (calls.length === 0 && !hasWords) return `Invalid '${where}.content': expected text`;
    for (const call of calls) {
      const trouble = invalidCall(call);
      if (trouble !== null) return `${trouble} (${where}.tool_calls)`;
      if (seen.has(String(call.id))) return `Duplicate value for 'tool_call_id' of '${String(call.id)}'`;
      seen.add(String(call.id));
      open.push(String(call.id));
    }
  }
  if (open.length > 0)
    return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`;
  const last = given.at(-1) as Sent;
  if (last.role !== "user" && last.role !== "tool") return "The last message must be from the user or a tool";
  // Chat templates of local models are stricter than OpenAI itself: the person and the model take turns.
  const spoken = (given as readonly Sent[]).filter(({ role }) => role === "user" || role === "assistant");
  const twice = spoken.findIndex(({ role }, at) => role === "user" && spoken[at - 1]?.role === "user");
  return twice < 0 ? null : "Conversation roles must alternate user/assistant/user/assistant/...";
}

function isText(content: unknown): boolean {
  return typeof content === "string" && content.trim() !== "";
}

/** Many servers take a list of parts only where an image makes it necessary. */
function isUserContent(content: unknown): boolean {
  if (!Array.isArray(content)) return isText(content);
  const parts = content as readonly { type?: unknown; text?: unknown; image_url?: { url?: unknown } }[];
  const isImage = ({ type, image_url }: (typeof parts)[number]): boolean =>
    type === "image_url" && /^data:image\/(?:png|jpeg|gif|webp);base64,./.test(String(image_url?.url));
  return parts.some(isImage) && parts.every((part) => isImage(part) || (part.type === "text" && isText(part.text)));
}

function invalidCall({ id, type, function: called }: Call): string | null {
  if (typeof id !== "string" || id === "" || type !== "function") return "Invalid tool call";
  if (typeof called?.name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(called.name)) return "Invalid 'function.name'";
  if (typeof called.arguments !== "string") return "Invalid 'function.arguments'";
  return null;
}

function invalidTools(given: unknown): string | null {
  if (given === undefined) return null;
  if (!Array.isArray(given) || given.length === 0) return "[] is too short - 'tools'";
  const named = given as readonly { function?: { name?: unknown; parameters?: { type?: unknown } } }[];
  const wrong = named.find(
    (tool) => typeof tool.function?.name !== "string" || tool.function.parameters?.type !== "object",
  );
  return wrong === undefined ? null : "Invalid schema for function";
}
