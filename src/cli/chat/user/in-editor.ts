// What a person of a conversation opens in their own editor: the prompt, or a file that was changed last.

import { editLast } from "../../commands/edit-last.ts";
import type { Conversation } from "../conversation.ts";
import { editText } from "./edit-text.ts";

/** The text of the prompt in the user's editor. */
export async function editPrompt(conversation: Conversation, text: string, signal: AbortSignal): Promise<void> {
  const { screen, settings, workspace } = conversation;
  const outcome = await screen.away(() => editText(text, { settings, workspace, signal }));
  if (outcome.kind === "changed") screen.replace(outcome.text);
  else if (outcome.message !== null) screen.show({ kind: "outcome", tone: "bad", text: outcome.message });
}

/** `given` is the file; null is the one that this conversation changed last. */
export async function editChanged(
  conversation: Conversation,
  given: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { screen, settings, workspace } = conversation;
  const among = new Set(conversation.session.written);
  const place = { settings: { ...settings, signal }, workspace, among, undoCommand: "/undo" } as const;
  const { status, message, path, receipt_id } = await screen.away(() => editLast(given, place));
  const tone = status === "written" ? "good" : status === "failed" ? "bad" : "open";
  screen.show({ kind: "outcome", tone, text: message });
  if (status !== "written" || path === null) return;
  if (receipt_id !== null) conversation.session.wrote([receipt_id]);
  conversation.changed([path], "changed by hand");
  await conversation.keep();
}
