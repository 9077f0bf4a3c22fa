// The messages between us and the resident program of a container, and how errors cross. What comes from inside a
// container is a stranger's word: it is checked here piece by piece, and no sentence of it is shown as ours.

import { failure, isFailure, type Code, type GalleyError } from "../../../base/index.ts";
import { hasMessage, pathError, type PathErrorFacts } from "../../error-messages.ts";

export type Call = {
  readonly kind: "call";
  readonly id: number;
  readonly method: Method;
  readonly args: readonly unknown[];
};
export type ToResident = Call | { readonly kind: "cancel"; readonly id: number };

export type Stream = "stdout" | "stderr";
export type WireError = {
  readonly code: Code;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
};
export type FromResident =
  | { readonly kind: "hello" }
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  | { readonly kind: "output"; readonly id: number; readonly stream: Stream };

/** `reads` may be asked again of a new resident; the fate of one that `changes` something is not known when it dies. */
export const METHODS = {
  read: "reads",
  readBytes: "reads",
  list: "reads",
  glob: "reads",
  grep: "reads",
  kindOf: "reads",
  resolve: "reads",
  look: "reads",
  write: "changes",
  delete: "changes",
  makeParents: "changes",
  stage: "changes",
  replace: "changes",
  create: "changes",
  remove: "changes",
  removeLink: "changes",
  discard: "changes",
  removeDirectory: "changes",
  flush: "changes",
  run: "changes",
} as const;
export type Method = keyof typeof METHODS;

/** These take as long as they take; every other call is given up when no answer comes. */
export const WITHOUT_TIMEOUT: ReadonlySet<Method> = new Set(["glob", "grep", "delete", "run"]);

/** The resident's message, or null when it is none that we know. */
export function readMessage(header: unknown): FromResident | null {
  if (!isRecord(header)) return null;
  const { kind, id } = header;
  if (kind === "hello") return { kind };
  if (typeof id !== "number") return null;
  if (kind === "value") return { kind, id, value: header["value"] ?? null };
  if (kind === "output") {
    const { stream } = header;
    return stream === "stdout" || stream === "stderr" ? { kind, id, stream } : null;
  }
  if (kind !== "error" || !isRecord(header["error"])) return null;
  const { code, message, data } = header["error"];
  if (typeof code !== "string" || !CODES.has(code) || typeof message !== "string") return null;
  return { kind, id, error: { code: code as Code, message, data: isRecord(data) ? data : {} } }; // In the list.
}

export function errorToWire(error: unknown): WireError {
  if (isFailure(error)) return { code: error.code, message: error.message, data: error.data };
  const why = `the program in the container failed (${error instanceof Error ? error.message : String(error)})`;
  return { code: "IO", message: why, data: { path: "", why } };
}

/** The same error on our side. Sentences with a form of ours are made again from the facts. */
export function errorFromWire({ code, message, data }: WireError): GalleyError {
  const facts = factsOf(data);
  if (facts !== null && hasMessage(code)) return pathError(code, facts);
  return failure(code, message.slice(0, MAX_TEXT), { data: facts ?? {} });
}

const MAX_TEXT = 4096;
const TEXTS = ["path", "at", "why", "errno", "call"] as const;
const NUMBERS = ["size", "limit", "offset", "removed"] as const;

function factsOf(data: Readonly<Record<string, unknown>>): PathErrorFacts | null {
  if (typeof data["path"] !== "string") return null;
  const texts = TEXTS.flatMap((key) => {
    const value = data[key];
    return typeof value === "string" ? [[key, value.slice(0, MAX_TEXT)] as const] : [];
  });
  const numbers = NUMBERS.flatMap((key) => {
    const value = data[key];
    return typeof value === "number" ? [[key, value] as const] : [];
  });
  return { path: "", ...Object.fromEntries([...texts, ...numbers]) };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a file system can say. */
const CODES: ReadonlySet<string> = new Set<Code>([
  "ESCAPE",
  "INVALID_PATH",
  "INVALID_ARG",
  "NOT_FOUND",
  "IS_DIR",
  "NOT_DIR",
  "NOT_REGULAR",
  "EXISTS",
  "SYMLINK",
  "READ_ONLY",
  "TOO_LARGE",
  "FORBIDDEN",
  "PATTERN",
  "BINARY",
  "STALE",
  "ABORTED",
  "IO",
]);
