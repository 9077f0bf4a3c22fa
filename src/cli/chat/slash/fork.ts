// `/fork`: goes on from an earlier turn in a new conversation. The old one stays as it is; files stay as they are, too.

import { summaryOf, type Message, type Session } from "../../../agent/index.ts";

export type Turn = {
  /** From 1. */
  readonly number: number;
  /** Where it begins in all messages, those that are not sent any more among them. */
  readonly at: number;
  readonly text: string;
};

/** A summary in place of earlier turns is none of them. */
export function turnsIn(messages: readonly Message[]): readonly Turn[] {
  const starts = messages.flatMap((message, at) =>
    message.role === "user" && summaryOf(message) === null ? [{ at, text: message.text }] : [],
  );
  return starts.map(({ at, text }, index) => ({ number: index + 1, at, text }));
}

/** The session begins anew with what was said before the turn. What only later messages showed, the model has not seen. */
export function forkBefore(session: Session, { at }: Turn): void {
  const { earlier, messages } = session;
  const kept = at > earlier.length ? messages.slice(0, at - earlier.length) : earlier.slice(0, at);
  session.branch();
  session.replaceMessages(kept);
  if (at <= earlier.length) session.replaceEarlier([], session);
  const shown = new Set(
    kept.flatMap((message) => (message.role === "tool" ? message.results : [])).flatMap(({ shows }) => shows ?? []),
  );
  for (const { path } of session.seen.entries()) if (!shown.has(path)) session.seen.forget(path);
  session.takeNotes();
  session.note(
    "(The user went back to this point of the conversation. Files may have changed since; read them again.)",
  );
}
