// A line of the wrapped agent. The agent may be hostile, and no two programs read a malformed message alike; so only a line
// that every JSON-RPC reader takes for the same message gets further. Everything else is refused here, with the reason.
//
//   line = one JSON object in UTF-8, without a byte order mark, and LF or CRLF
//   "jsonrpc" is "2.0"; no name twice in any object; no member but those below
//   request = jsonrpc, id, method, params?     notification = jsonrpc, method, params?
//   response = jsonrpc, id, and either result or error

import { hasDuplicateKeys } from "../../base/index.ts";
import { idOf, messageIn, type Id, type Message } from "./message.ts";
import { isMethodName } from "./methods.ts";

export type AgentMessage = Extract<Message, { kind: "request" | "notification" | "response" }>;

export type AgentLine =
  | { readonly kind: "message"; readonly message: AgentMessage }
  | { readonly kind: "blank" }
  /** `id` is that of a request, which can be answered; undefined where there is none. */
  | { readonly kind: "malformed"; readonly id: Id | undefined; readonly code: number; readonly why: string };

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

export function readAgentLine(line: Uint8Array): AgentLine {
  const end = line.at(-2) === CR ? -2 : -1;
  const body = line.subarray(0, end);
  if (body.every((byte) => byte === SPACE || byte === TAB)) return { kind: "blank" };
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    return { kind: "malformed", id: undefined, code: PARSE_ERROR, why: "it is not JSON" };
  }
  const read = messageIn(value);
  const why = problemIn(value, body);
  if (why === null && (read.kind === "request" || read.kind === "notification" || read.kind === "response"))
    return { kind: "message", message: read };
  const id = Array.isArray(value) ? null : read.kind === "request" ? read.id : undefined;
  return { kind: "malformed", id, code: INVALID_REQUEST, why: why ?? "it is no JSON-RPC message" };
}

/** Why the line is not passed on; null when it is well-formed. */
function problemIn(value: unknown, body: Uint8Array): string | null {
  if (Array.isArray(value)) return "JSON-RPC batches are not supported";
  if (typeof value !== "object" || value === null) return "it is not an object";
  if (body.includes(CR)) return "it has a carriage return inside the line";
  if (hasDuplicateKeys(body, value)) return "an object in it has two members of the same name";
  if (isTooDeep(value)) return `it is nested deeper than ${MOST_DEPTH} levels`;
  const message = value as Readonly<Record<string, unknown>>; // An object; each member is checked below.
  const names = Object.keys(message);
  if (!names.every((name) => MEMBERS.includes(name)))
    return `it has a member other than ${MEMBERS.slice(0, -1).join(", ")} and ${MEMBERS.at(-1)}`;
  if (message["jsonrpc"] !== "2.0") return 'its "jsonrpc" is not "2.0"';
  const has = (name: string): boolean => Object.hasOwn(message, name);
  if (has("id") && idOf(message["id"]) === undefined) return "its id is neither a string, an integer nor null";
  if (!has("method"))
    return has("id") && has("result") !== has("error") && !has("params") ? null : "it is no request and no response";
  const { method, params } = message;
  if (has("result") || has("error")) return "it is a request and a response in one";
  if (typeof method !== "string" || !isMethodName(method)) return "its method is not a name in visible ASCII";
  // Some serialisers write null for what is absent.
  return typeof params === "object" || params === undefined ? null : "its params are neither an object nor an array";
}

/** Parsers and serialisers that recurse fail on it, each at another depth. */
function isTooDeep(value: object): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MOST_DEPTH; depth += 1) {
    const next: unknown[] = [];
    for (const each of level)
      if (typeof each === "object" && each !== null) for (const inside of Object.values(each)) next.push(inside);
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}

const MEMBERS: readonly string[] = ["jsonrpc", "id", "method", "params", "result", "error"];
const MOST_DEPTH = 500;
const TAB = 0x09;
const CR = 0x0d;
const SPACE = 0x20;
// A byte that is not UTF-8, or a byte order mark, is left out by some readers and kept by others.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
