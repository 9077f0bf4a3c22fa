// A message of the protocol, as far as a proxy has to know it.

import { fieldOf } from "../editor.ts";

export type Message =
  | { readonly kind: "request"; readonly id: Id; readonly method: string; readonly params: unknown }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "response"; readonly id: Id; readonly result: unknown; readonly error: unknown }
  | { readonly kind: "other" };

export type Id = string | number | null;

/** A line of the editor, which is trusted: what is no message is for the agent to answer. */
export function readEditorLine(line: Uint8Array): Message {
  try {
    return messageIn(JSON.parse(decoder.decode(line)));
  } catch {
    return { kind: "other" };
  }
}

export function messageIn(value: unknown): Message {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "other" };
  const [id, method, params] = ["id", "method", "params"].map((name) => fieldOf(value, name));
  const known = idOf(id);
  if (typeof method === "string") {
    if (id === undefined) return { kind: "notification", method, params };
    return known === undefined ? { kind: "other" } : { kind: "request", id: known, method, params };
  }
  if (method !== undefined || known === undefined) return { kind: "other" };
  return { kind: "response", id: known, result: fieldOf(value, "result"), error: fieldOf(value, "error") };
}

/** An integer that a double cannot hold would be answered under another id. */
export function idOf(id: unknown): Id | undefined {
  return typeof id === "string" || id === null || (typeof id === "number" && Number.isSafeInteger(id)) ? id : undefined;
}

/** A number and a text of the same digits are two ids. */
export function keyOf(id: Id): string {
  return JSON.stringify(id);
}

export function lineOf(message: object): Uint8Array {
  return encoder.encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
