// Google's generateContent as it goes over the line, and what its server refuses in a history. Calls have no ids there:
// results are matched by their number and order.

import { argumentText, pieces, type Step, type Wire } from "./wire.ts";

type Part = Readonly<Record<string, unknown>>;
type Sent = { readonly role?: unknown; readonly parts?: readonly Part[] };

const PATH = /^\/v1\/models\/([^/:]+):streamGenerateContent\?alt=sse$/;

export const googleWire: Wire = {
  path: (model) => `/models/${model}:streamGenerateContent?alt=sse`,
  modelOf: (path) => PATH.exec(path)?.[1] ?? null,
  keyOf: (headers) => headers["x-goog-api-key"] as string | undefined,
  invalid: (body) => invalidContents(body["contents"]),
  failure: (status, message, kind) => ({
    error: {
      code: status,
      message,
      status: { key: "UNAUTHENTICATED", model: "NOT_FOUND", request: "INVALID_ARGUMENT", other: "INTERNAL" }[kind],
    },
  }),
  *events(step) {
    const chunk = (parts: readonly Part[], more: object = {}): string =>
      `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts }, ...more }], ...usage(step) })}\r\n\r\n`;
    for (const text of pieces(step.text ?? "", step.piece ?? 12)) yield chunk([{ text }]);
    for (const call of step.calls ?? [])
      yield chunk([{ functionCall: { name: call.name, args: argsOf(argumentText(call)) } }]);
    yield chunk([], { finishReason: step.reason === "length" ? "MAX_TOKENS" : "STOP" });
  },
};

function usage({ text = "" }: Step): object {
  const counts = { promptTokenCount: 50, candidatesTokenCount: text.length, totalTokenCount: 50 + text.length };
  return { usageMetadata: counts };
}

/** This protocol carries objects only: what is no JSON cannot be said in it. */
function argsOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}

function invalidContents(given: unknown): string | null {
  if (!Array.isArray(given) || given.length === 0)
    return "* GenerateContentRequest.contents: contents is not specified";
  let calls = 0;
  for (const [at, { role, parts = [] }] of (given as readonly Sent[]).entries()) {
    if (role !== "user" && role !== "model") return "Please use a valid role: user, model.";
    if (at === 0 && role !== "user") return "Please ensure that multiturn requests begin with a user turn.";
    if ((given[at - 1] as Sent | undefined)?.role === role)
      return "Please ensure that multiturn requests alternate between user and model.";
    if (parts.length === 0) return `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`;
    if (parts.some((part) => "text" in part && String(part["text"]).trim() === ""))
      return "Unable to submit request because it has an empty text parameter.";
    const answers = parts.filter((part) => "functionResponse" in part).length;
    if (answers !== calls)
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    calls = parts.filter((part) => "functionCall" in part).length;
  }
  if (calls > 0) return "Please ensure that function call turn is followed by a function response turn.";
  return (given.at(-1) as Sent).role === "user" ? null : "Please ensure that multiturn requests end with a user turn.";
}
