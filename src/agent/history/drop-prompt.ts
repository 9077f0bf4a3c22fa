// What becomes of a message that the model never answered.

import type { Session } from "../session.ts";

/** A session as it was before a prompt. */
export type SessionBefore = Readonly<Pick<Session, "messages" | "earlier" | "lost" | "notes">>;

/** A message that nothing came of is not part of the conversation: the person sends it again, maybe in other words. */
export function dropPrompt(session: Session, { messages, earlier, lost, notes }: SessionBefore): void {
  // Not by their number: a turn may have left out the oldest.
  if (session.messages.at(-1)?.role !== "user") return;
  session.replaceMessages(messages);
  session.replaceEarlier(earlier, { lost });
  session.takeNotes();
  for (const note of notes) session.note(note);
}
