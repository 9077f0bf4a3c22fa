// How a turn ends for the person: what is shown, what goes back into the prompt, and what counts as never said.

import type { TurnResult } from "../../agent/index.ts";
import type { ChatScreen } from "../../terminal/index.ts";
import { describeInterruption } from "../run/interruption.ts";

export type ChatEnding = {
  readonly shown: Parameters<ChatScreen["show"]>[0] | null;
  readonly putBack: string | null;
  /** The prompt got no answer: see takeBack. */
  readonly isUnanswered: boolean;
};

export function endingOf(result: TurnResult, prompt: string): ChatEnding {
  const answered = { putBack: null, isUnanswered: false };
  switch (result.kind) {
    case "done":
      return { shown: null, putBack: result.complete?.retry ?? null, isUnanswered: false };
    case "stopped":
      return { shown: { kind: "note", text: "Stopped at your request." }, ...answered };
    case "limit":
      return { shown: { kind: "note", text: result.message }, ...answered };
    case "interrupted":
      return {
        shown: { kind: "note", text: describeInterruption(result, "/undo") },
        putBack: prompt,
        isUnanswered: true,
      };
    case "failed":
      return { shown: { kind: "outcome", tone: "bad", text: result.message }, putBack: prompt, isUnanswered: true };
    default:
      return result satisfies never;
  }
}
