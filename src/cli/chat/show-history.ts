// What is shown again of a conversation that is resumed: its last turns whole, and how many came before.

import { grouped } from "../../base/index.ts";
import { CUT_OFF, summaryOf, type Message, type Session } from "../../agent/index.ts";
import type { ChatScreen } from "../../terminal/index.ts";

/** Turns that are shown again. */
const RECALLED = 3;
/** As much of an answer as is shown again. */
const MAX_RECALLED = 20_000;

/** `notes` are those that the model gets with the next message. */
export function showHistory(
  { messages, notes, leftOut }: Readonly<Pick<Session, "messages" | "notes" | "leftOut">>,
  screen: ChatScreen,
): void {
  const turns = messages.flatMap(({ role }, at) => (role === "user" ? [at] : []));
  const before = Math.max(0, turns.length - RECALLED);
  if (before + leftOut > 0) screen.show({ kind: "note", text: unshown(before, leftOut) });
  for (const message of messages.slice(turns[before] ?? messages.length)) recallOne(message, screen);
  if (messages.at(-1)?.role === "user")
    screen.show({ kind: "note", text: "Your last message was not answered. It is back in the prompt." });
  else if (notes.includes(CUT_OFF))
    screen.show({
      kind: "note",
      text: "The last answer was cut off here, so none of it was carried out. Say how to continue.",
    });
  else if (isUnfinished(messages))
    screen.show({
      kind: "note",
      text: "The last turn was interrupted. What it did is kept, and the model knows; say how to continue.",
    });
}

/** `known` are those that the model still gets, `leftOut` those before them. */
function unshown(known: number, leftOut: number): string {
  const turns = known + leftOut;
  const what = turns === 1 ? "One turn before this is" : `${turns} turns before this are`;
  const them = turns === 1 ? "it" : "them";
  if (leftOut === 0) return `${what} not shown again; the model knows ${them}.`;
  const which = known === 0 ? them : leftOut === 1 ? "the first of them" : `the first ${leftOut} of them`;
  return `${what} not shown again; the model does not get ${which} any more.`;
}

function recallOne(message: Message, screen: ChatScreen): void {
  const summary = summaryOf(message);
  if (message.role === "user") screen.show({ kind: "person", text: message.text });
  if (summary !== null) screen.show({ kind: "markdown", text: endOf(summary) });
  if (message.role !== "assistant") return;
  for (const part of message.parts) if (part.kind === "text") screen.show({ kind: "markdown", text: endOf(part.text) });
}

/** An answer without calls ends a turn; after a crash, an interrupt or a limit there is none. */
function isUnfinished(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  if (last === undefined) return false;
  return last.role !== "assistant" || last.parts.some(({ kind }) => kind === "call");
}

function endOf(text: string): string {
  if (text.length <= MAX_RECALLED) return text;
  const from = text.indexOf("\n", text.length - MAX_RECALLED) + 1 || text.length - MAX_RECALLED;
  return `… (the end of ${grouped(text.length)} characters)\n\n${text.slice(from).toWellFormed()}`;
}
