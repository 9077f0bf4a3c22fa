// The turns of a conversation that is resumed, as the events that the page would have seen, as far as they were kept.

import type { AssistantPart, Message } from "../../agent/index.ts";
import { BlockParser } from "../../edits/index.ts";
import type { TurnEvent } from "../protocol.ts";
import { turnDisplay } from "./turn-display.ts";

export function recalledTurns(messages: readonly Message[]): readonly TurnEvent[] {
  return messages.flatMap(eventsOf);
}

function eventsOf(message: Message): readonly TurnEvent[] {
  switch (message.role) {
    case "user":
      return [{ type: "user-message", text: message.text }];
    case "assistant":
      return message.parts.flatMap(partEvents);
    case "tool":
      return message.results.map(({ id, tool, content, isError }) => ({
        type: "recalled-result",
        call_id: id,
        tool,
        content,
        failed: isError,
      }));
    default:
      return message satisfies never;
  }
}

/** What the model thought is not shown again. */
function partEvents(part: AssistantPart): readonly TurnEvent[] {
  if (part.kind === "call")
    return [{ type: "tool-call", call_id: part.id, tool: part.tool, args: part.unparsed ?? part.args }];
  if (part.kind === "reasoning" || part.text === "") return [];
  const events: TurnEvent[] = [];
  const display = turnDisplay((event) => events.push(event));
  const parser = new BlockParser();
  for (const event of [...parser.push(part.text), ...parser.end()]) display.onBlock(event);
  display.onTextDelta(part.text, { inBlocks: true });
  display.onTextCommit(part.text);
  return events;
}
