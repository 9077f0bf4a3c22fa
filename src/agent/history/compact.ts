// A long conversation made short: the model writes a summary, which takes the place of the messages. The caller keeps the
// old messages; nothing changes here when the model does not answer.

import { ModelError, NO_USAGE, type Model, type Usage } from "../model.ts";
import type { Session } from "../session.ts";
import { historyChars } from "../window.ts";
import { flattenCalls } from "./flatten.ts";
import { countTurns, type Message } from "./messages.ts";
import { repairHistory } from "./repair.ts";
import { trimHistory, withLeftOut } from "./trim.ts";

export type Summary =
  /** `left` is what the model was not shown for it, as a sentence; null when it was shown everything. */
  | { readonly kind: "written"; readonly text: string; readonly usage: Usage; readonly left: string | null }
  | { readonly kind: "failed"; readonly message: string };

const SYSTEM = "You write summaries of conversations between a user and a model that works on the user's files.";
const REQUEST =
  "Summarise this conversation for the model that will continue it: what the user wants and has decided, what was done " +
  "and in which files, what is open, and facts that were hard to find. Be exact and brief. Write only the summary.";

const ONLY_PART = "The oldest turns or results had no room in the request, so the summary may lack them.";

export async function summarize(session: Session, model: Model, signal: AbortSignal): Promise<Summary> {
  const limit = historyChars(session.window, SYSTEM.length);
  const { messages, dropped, left } = trimHistory(repairHistory(session.messages), { limit });
  const request: Message = { role: "user", text: REQUEST };
  let text = "";
  let usage: Usage = NO_USAGE;
  try {
    const known = withLeftOut(messages, session.leftOut + countTurns(dropped));
    await model.stream({ system: SYSTEM, messages: [...flattenCalls(known), request], tools: [], signal }, (event) => {
      if (event.kind === "text") text += event.delta;
      if (event.kind === "finish") usage = event.usage;
    });
  } catch (error) {
    if (signal.aborted) return { kind: "failed", message: "Interrupted." };
    if (error instanceof ModelError) return { kind: "failed", message: error.message };
    throw error;
  }
  if (signal.aborted) return { kind: "failed", message: "Interrupted." };
  if (text.trim() === "") return { kind: "failed", message: "The model returned an empty summary." };
  const isPart = left.message !== null || dropped.length + session.leftOut > 0;
  return { kind: "written", text: text.trim(), usage, left: isPart ? ONLY_PART : null };
}

// No message of a user: a command never reaches the model.
const COMPACTED = "/compact";
const HEADING = "(Summary of the conversation so far:)\n";

/** The summary that this message is; null for what a user said. */
export function summaryOf(message: Message): string | null {
  if (message.role !== "user" || message.text !== COMPACTED) return null;
  const [first = ""] = message.notes ?? [];
  return first.startsWith(HEADING) ? first.slice(HEADING.length) : null;
}

/** The session goes on from the summary. What the model has read is not in it any more, so it has to look again. */
export function replaceBySummary(session: Session, summary: string): void {
  const first = [...session.earlier, ...session.messages].find((message) => message.role === "user");
  session.title ??= first?.text ?? null;
  session.replaceMessages([
    { role: "user", text: COMPACTED, notes: [`${HEADING}${summary}`] },
    { role: "assistant", parts: [{ kind: "text", text: "I go on from this summary." }] },
  ]);
  session.replaceEarlier([], { lost: 0 });
  for (const { path } of session.seen.entries()) session.seen.forget(path);
  session.lastInput = null;
}
