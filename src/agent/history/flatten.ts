// A conversation with tool calls for a model that has none: calls and results become words. Providers refuse calls in
// the history of a request that offers no tools.

import type { AssistantPart, Message } from "./messages.ts";

export function flattenCalls(messages: readonly Message[]): readonly Message[] {
  return messages.map((message): Message => {
    switch (message.role) {
      case "user":
        return message;
      case "assistant":
        return { role: "assistant", parts: message.parts.flatMap(asWords) };
      case "tool": {
        const notes = message.results.map(({ tool, content }) => `(Result of ${tool}:)\n${content}`);
        return { role: "user", text: "", notes };
      }
    }
    return message satisfies never;
  });
}

function asWords(part: AssistantPart): readonly AssistantPart[] {
  if (part.kind === "reasoning") return [];
  if (part.kind === "text") return [part];
  return [{ kind: "text", text: `(Called ${part.tool} with ${part.unparsed ?? JSON.stringify(part.args)})\n` }];
}
