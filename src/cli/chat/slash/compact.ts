// `/compact` and `/context`: how full the model's window is, and a summary in place of a long conversation.

import { describeWindow, listFiles, replaceBySummary, shareOf, summarize } from "../../../agent/index.ts";
import type { Conversation } from "../conversation.ts";
import { tokensOf } from "./counts.ts";

export async function compact(_: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { session, screen, model } = conversation;
  if (session.messages.length === 0) return screen.show({ kind: "note", text: "This conversation is empty." });
  if (model === null) return screen.show({ kind: "note", text: "No model is chosen yet: /model provider/name." });
  screen.busy("Summarising the conversation");
  const summary = await summarize(session, model, signal);
  if (summary.kind === "failed")
    return screen.show({ kind: "outcome", tone: "bad", text: `Nothing was changed: ${summary.message}` });
  session.count(summary.usage);
  const problem = await conversation.keep();
  if (problem !== null) return screen.show({ kind: "outcome", tone: "bad", text: `Nothing was changed: ${problem}` });
  const old = session.id;
  session.branch();
  replaceBySummary(session, summary.text);
  await conversation.keep();
  screen.show({ kind: "markdown", text: summary.text });
  if (summary.left !== null) screen.show({ kind: "note", text: summary.left });
  screen.show({
    kind: "note",
    text: `The model goes on from this summary. The whole conversation is saved: /resume ${old}`,
  });
}

export async function context(_: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  await conversation.measure(signal);
  const { session, screen } = conversation;
  const { window, lastInput } = session;
  const { tokens, files } = await listFiles(session);
  // Null after a resume, after /compact, and where the server counts nothing.
  const uncounted =
    session.messages.length === 0 ? "Nothing was sent yet." : "No request of this conversation was counted here yet.";
  const share = shareOf(tokens, window);
  const ofWhat = lastInput === null ? `, ${share} of the window` : ` of that, ${share}`;
  const lines = [
    lastInput === null
      ? uncounted
      : `The last request had ${tokensOf(lastInput)}, ${shareOf(lastInput, window)} of the window.`,
    ...(files.length === 0 ? [] : [`The selected files take about ${tokensOf(tokens)}${ofWhat} (/files).`]),
    `For this model ${describeWindow(window)}.`,
    ...(window.output === null ? [] : [`An answer has at most ${tokensOf(window.output)}.`]),
  ];
  screen.show({ kind: "words", text: lines });
}
