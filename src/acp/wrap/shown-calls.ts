// What the agent has shown of its tool calls. A permission request need not repeat it: the diff may be in an update that came
// before, and the editor shows it with the question all the same.

import { fieldOf } from "../editor.ts";

export type ShownCall = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>>;

const FIELDS = ["toolCallId", "kind", "content", "rawInput"] as const;
// Calls that never end are not kept for ever.
const MOST_CALLS = 500;

export class ShownCalls {
  readonly #calls = new Map<string, ShownCall>();

  /** `update` is that of a session/update. */
  hear(update: unknown): void {
    const kind = fieldOf(update, "sessionUpdate");
    const id = fieldOf(update, "toolCallId");
    if ((kind !== "tool_call" && kind !== "tool_call_update") || typeof id !== "string") return;
    const status = fieldOf(update, "status");
    const before = kind === "tool_call" ? {} : this.#calls.get(id);
    this.#calls.delete(id);
    if (status === "completed" || status === "failed") return;
    this.#calls.set(id, merged(before, update));
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MOST_CALLS) break;
      this.#calls.delete(oldest);
    }
  }

  /** The call of a permission request as the editor has it: what the request says, else what was shown before. */
  of(toolCall: unknown): ShownCall {
    const id = fieldOf(toolCall, "toolCallId");
    return merged(typeof id === "string" ? this.#calls.get(id) : undefined, toolCall);
  }
}

/** What is absent or null is as it was. */
function merged(before: ShownCall | undefined, update: unknown): ShownCall {
  const given = FIELDS.flatMap((name) => {
    const value = fieldOf(update, name) ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return { ...before, ...Object.fromEntries(given) };
}
