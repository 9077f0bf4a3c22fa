// The inbox that this user's agents ask in: the user's own, or the team's. Only what surfaces say about it; who answers is
// decided where questions are asked (decision 0155).

import type { Inbox } from "./types.ts";

export type AskingInbox = {
  readonly inbox: Inbox;
  /** The address of the team's page: questions are answered there, and nowhere on this machine. Null: the user's own. */
  readonly team: string | null;
  /** What to do to answer: ends a sentence. */
  readonly howToAnswer: string;
};

/** A sentence or two for the user while a question waits. `isAttached`: a reviewer was attached when it was put. */
export function waitingNote(
  id: string,
  { team, howToAnswer, isAttached }: Omit<AskingInbox, "inbox"> & { readonly isAttached: boolean },
): string {
  if (team !== null) return `Question ${id} is waiting in your team's inbox: ${howToAnswer}.`;
  const who = isAttached ? "" : ` No reviewer is attached: ${howToAnswer}.`;
  return `Question ${id} is waiting in the inbox.${who}`;
}
