// Makes a conversation one that every provider accepts: each call has exactly one result, in order, directly after it.
// Pure. Repairing twice is repairing once. What was executed keeps its result; only what has none gets the notice.
//
//   history = { user | assistant [tool] }      tool is there exactly when the assistant before it made calls
//
// Calls whose name was used before get a new one: some local servers count from zero in every answer, and vendors refuse
// the second of a name.

import type { AssistantPart, CallPart, CallResult, Message } from "./messages.ts";

export const INTERRUPTED = "Interrupted by user.";

export type RepairOptions = {
  /** What an unanswered call is answered with. */
  readonly because?: string;
};

/**
 * The same conversation with an answer for every call, in order: a call without one gets `because`. Repairing twice
 * changes nothing.
 */
export function repairHistory(messages: readonly Message[], { because = INTERRUPTED }: RepairOptions = {}): Message[] {
  const repaired: Message[] = [];
  const used = new Set<string>();
  for (const [at, message] of messages.entries()) {
    switch (message.role) {
      case "user":
        if (message.text.trim() !== "" || (message.notes ?? []).length > 0) repaired.push(message);
        break;
      case "assistant": {
        const results = resultsAfter(messages, at);
        const parts = withNewNames(meaningful(message.parts), used);
        if (parts.length === 0) break;
        repaired.push({ role: "assistant", parts: parts.map(({ part }) => part) });
        const answers = parts.flatMap(({ part, was }) => (part.kind === "call" ? [answer(part, was)] : []));
        if (answers.length > 0) repaired.push({ role: "tool", results: answers });

        function answer(call: CallPart, was: string): CallResult {
          const found = results.get(was)?.shift();
          if (found === undefined) return { id: call.id, tool: call.tool, content: because, isError: true };
          return { ...found, id: call.id, tool: call.tool };
        }
        break;
      }
      case "tool": // Taken with the calls it answers; a result without a call has no place.
        break;
      default:
        message satisfies never;
    }
  }
  return repaired;
}

/** Results that follow a message, by id, up to where an id is called again: there it means another call. */
function resultsAfter(messages: readonly Message[], at: number): Map<string, CallResult[]> {
  const calling = messages[at]!;
  const open = new Set(calling.role === "assistant" ? calling.parts.flatMap(idsOf) : []);
  const results = new Map<string, CallResult[]>();
  for (let next = at + 1; next < messages.length && open.size > 0; next += 1) {
    const message = messages[next]!;
    if (message.role === "assistant") for (const id of message.parts.flatMap(idsOf)) open.delete(id);
    if (message.role !== "tool") {
      if ([...open].every((id) => results.has(id))) break;
      continue;
    }
    for (const result of message.results) {
      if (!open.has(result.id)) continue;
      results.set(result.id, [...(results.get(result.id) ?? []), result]);
    }
  }
  return results;
}

function idsOf(part: AssistantPart): readonly string[] {
  return part.kind === "call" ? [part.id] : [];
}

/** Without empty text, which vendors refuse, and without reasoning that led to nothing. */
function meaningful(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  const said = parts.filter((part) => part.kind !== "text" || part.text.trim() !== "");
  const last = said.findLastIndex((part) => part.kind !== "reasoning");
  return said.slice(0, last + 1);
}

type Named = { readonly part: AssistantPart; readonly was: string };

function withNewNames(parts: readonly AssistantPart[], used: Set<string>): readonly Named[] {
  return parts.map((part): Named => {
    if (part.kind !== "call") return { part, was: "" };
    const id = freeName(part.id, used);
    used.add(id);
    return { part: id === part.id ? part : { ...part, id }, was: part.id };
  });
}

/** The name itself when it can be used, else one made from it. */
export function freeName(id: string, used: ReadonlySet<string>): string {
  // Vendors take letters, digits, _ and -, at most 64 of them.
  const clean = id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 40) || "call";
  if (clean === id && !used.has(id)) return id;
  if (!used.has(clean)) return clean;
  for (let count = 2; ; count += 1) if (!used.has(`${clean}_${count}`)) return `${clean}_${count}`;
}
