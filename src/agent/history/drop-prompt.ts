// What becomes of a message that the model never answered.

import type { Session } from "../session.ts";

/** A session as it was before a prompt. */
export type SessionBefore = { readonly messages: Session["messages"]; readonly notes: readonly string[] };

/** A message that nothing came of is not part of the conversation: the person sends it again, maybe in other words. */
export function dropPrompt(session: Session, { messages, notes }: SessionBefore): void {
  if (session.messages.slice(messages.length).some(({ role }) => role !== "user")) return;
  session.replaceMessages(messages);
  session.takeNotes();
  for (const note of notes) session.note(note);
}
