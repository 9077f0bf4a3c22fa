// A conversation that is loaded again, as the updates that the editor would have got, as far as they were kept.

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AssistantPart, CallResult, Message } from "../agent/index.ts";
import { text } from "./shown-question.ts";
import { listCall } from "./tool-call.ts";

export function replayOf(
  messages: readonly Message[],
  fileOf: (path: string) => string | null,
): readonly SessionUpdate[] {
  return messages.flatMap((message): readonly SessionUpdate[] => {
    switch (message.role) {
      case "user":
        return [{ sessionUpdate: "user_message_chunk", content: { type: "text", text: message.text } }];
      case "assistant":
        return message.parts.flatMap((part) => partUpdate(part, fileOf));
      case "tool":
        return message.results.map(resultUpdate);
      default:
        return message satisfies never;
    }
  });
}

/** What the model thought is not shown again. */
function partUpdate(part: AssistantPart, fileOf: (path: string) => string | null): readonly SessionUpdate[] {
  if (part.kind === "reasoning") return [];
  if (part.kind === "text") {
    return part.text === ""
      ? []
      : [{ sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${part.text}\n\n` } }];
  }
  const { id, tool, args, unparsed } = part;
  const rawInput = unparsed ?? args;
  return [{ sessionUpdate: "tool_call", ...listCall({ id, tool, args }, fileOf), status: "pending", rawInput }];
}

function resultUpdate({ id, content, isError }: CallResult): SessionUpdate {
  const status = isError ? "failed" : "completed";
  return { sessionUpdate: "tool_call_update", toolCallId: id, status, content: [text(content)] };
}
