// Keeps a long conversation within a size: first the oldest results of tools are left out, then the oldest turns. The
// model gets a note in the place of what was removed; the user gets one note. Pure, and the history stays valid. The note
// on turns is made for each request: one that is kept in a message would be left out with it, and its number with it.

import { counted, nounFor } from "../../base/index.ts";
import { countTurns, type AssistantPart, type CallResult, type Message } from "./messages.ts";

export type Trimmed = {
  readonly messages: readonly Message[];
  /** The turns that are not among them any more, without long results. */
  readonly dropped: readonly Message[];
  readonly left: {
    /** Files whose content the conversation no longer shows. */
    readonly files: readonly string[];
    readonly message: string | null;
  };
};

export type TrimOptions = {
  readonly limit: number;
  /** Turns before `messages` that were left out earlier: the user's note counts them too. */
  readonly leftOut?: number;
};

const LEFT_OUT = "(This result was left out to save room. Call the tool again if you need it.)";
// Cutting to a part of the limit keeps the beginning of the conversation the same for a while: providers cache it.
const TARGET = 0.6;

/** Nothing changes while the size is within the limit. The words of the last turn and the newest results always stay. */
export function trimHistory(messages: readonly Message[], { limit, leftOut = 0 }: TrimOptions): Trimmed {
  const nothing = { messages, dropped: [], left: { files: [], message: null } };
  let size = messages.reduce((sum, message) => sum + sizeOf(message), 0);
  if (size <= limit) return nothing;
  const target = limit * TARGET;
  const lastTurn = messages.findLastIndex(({ role }) => role === "user");
  const newest = messages.findLastIndex(({ role }) => role === "tool");
  let results = 0;
  const shorter = messages.map((message, at): Message => {
    if (message.role !== "tool" || at === newest || size <= target) return message;
    const short = message.results.map(shortened);
    size -= sizeOf(message) - sizeOf({ role: "tool", results: short });
    results += short.filter((result, index) => result !== message.results[index]).length;
    return { role: "tool", results: short };
  });
  const from = size <= limit ? 0 : firstToKeep(shorter, { size, target, lastTurn });
  const turns = countTurns(shorter.slice(0, from));
  if (results === 0 && turns === 0) return nothing;
  const kept = shorter.slice(from);
  return {
    messages: kept,
    dropped: messages.slice(0, from).map(withoutResults),
    left: { files: hidden(messages, kept), message: describe(results, turns === 0 ? 0 : leftOut + turns) },
  };
}

function withoutResults(message: Message): Message {
  return message.role === "tool" ? { role: "tool", results: message.results.map(shortened) } : message;
}

function shortened(result: CallResult): CallResult {
  if (result.content.length <= LEFT_OUT.length * 2) return result;
  const { shows: _, ...rest } = result;
  return { ...rest, content: LEFT_OUT };
}

/** Turns go whole, the oldest first: a turn begins with the person's words. */
function firstToKeep(
  messages: readonly Message[],
  { size, target, lastTurn }: { readonly size: number; readonly target: number; readonly lastTurn: number },
): number {
  let left = size;
  let from = 0;
  for (const [at, message] of messages.entries()) {
    if (at > lastTurn) break;
    if (message.role === "user") {
      from = at;
      if (left <= target) break;
    }
    left -= sizeOf(message);
  }
  return from;
}

const BEGINNING = "(The beginning of this conversation was left out to save room: ";

/** The messages as they are sent: the first has a note on all turns that the request lacks. */
export function withLeftOut(messages: readonly Message[], turns: number): readonly Message[] {
  const [first, ...rest] = messages;
  if (turns === 0 || first?.role !== "user") return messages;
  // A session saved by an older version has such a note in its message.
  const others = (first.notes ?? []).filter((note) => !note.startsWith(BEGINNING));
  return [{ ...first, notes: [`${BEGINNING}${counted(turns, "turn")}.)`, ...others] }, ...rest];
}

function hidden(before: readonly Message[], after: readonly Message[]): readonly string[] {
  const still = new Set(after.flatMap(shownIn));
  return [...new Set(before.flatMap(shownIn))].filter((path) => !still.has(path));
}

function shownIn(message: Message): readonly string[] {
  return message.role === "tool" ? message.results.flatMap(({ shows }) => shows ?? []) : [];
}

function describe(results: number, turns: number): string {
  const what = [
    ...(results > 0 ? [counted(results, "old tool result")] : []),
    ...(turns > 0 ? [turns === 1 ? "the first turn" : `the first ${counted(turns, "turn")}`] : []),
  ];
  return `The conversation has grown long: from now on ${what.join(" and ")} ${nounFor(results + turns, "is", "are")} not sent to the model any more.`;
}

// Names, roles and the marks between them cost room too, more than anything else in a long talk of short messages.
const OVERHEAD = 100;

function sizeOf(message: Message): number {
  switch (message.role) {
    case "user":
      return OVERHEAD + message.text.length + (message.notes ?? []).reduce((sum, note) => sum + note.length, 0);
    case "assistant":
      return message.parts.reduce((sum, part) => sum + OVERHEAD + partSize(part), 0);
    case "tool":
      return message.results.reduce((sum, { content }) => sum + OVERHEAD + content.length, 0);
  }
  message satisfies never;
}

function partSize(part: AssistantPart): number {
  if (part.kind !== "call") return part.text.length;
  return JSON.stringify(part.args ?? null).length + (part.unparsed?.length ?? 0);
}
