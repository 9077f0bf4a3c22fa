// Questions and outcomes as the bytes of a file. A file that is not exactly as it was written is damaged, never
// half-read; one of another version is left for the galley that wrote it.
//
//   question = "galley-question 1 " size SP 64hex SP size SP 64hex LF head body     head, body: JSON and LF
//   outcome  = "galley-outcome 1 " 64hex LF json LF                                 64hex: SHA-256 of what it describes
//
// The head holds what a list shows, so that listing does not read content.

import { versionOf } from "../base/index.ts";
import type { ApprovalPayload } from "../approval/index.ts";
import { OutcomeSchema, QuestionSchema, QuestionSummarySchema } from "./schema.ts";
import type { Outcome, Question, QuestionSummary } from "./types.ts";

export type Head = {
  readonly summary: QuestionSummary;
  readonly digest: string;
  /** Names the lease that shows whether the asker lives. */
  readonly lease: string;
};

export type Found<T> =
  | { readonly kind: "whole"; readonly value: T }
  | { readonly kind: "damaged" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Reads part of a file; null when it does not exist. */
export type ReadPart = (range: { readonly from: number; readonly length: number }) => Uint8Array | null;

const FIRST_LINE = /^galley-(question|outcome) (\d{1,6})(?: ([0-9a-f ]+))?\n/;
const QUESTION_FACTS = /^(\d{1,12}) ([0-9a-f]{64}) (\d{1,12}) ([0-9a-f]{64})$/;
const FIRST_LINE_BYTES = 256;
const OTHER_VERSION = "it was written by another version of galley";

export function encodeQuestion(head: Head, payload: ApprovalPayload): readonly Uint8Array[] {
  const [first, second] = [encodeJson(head), encodeJson(payload)];
  const facts = `${first.length} ${versionOf(first)} ${second.length} ${versionOf(second)}`;
  return [new TextEncoder().encode(`galley-question 1 ${facts}\n`), first, second];
}

/** `nonce` makes two equal outcomes different files. */
export function encodeOutcome(outcome: Outcome, nonce: string): readonly Uint8Array[] {
  const body = encodeJson({ ...outcome, nonce });
  return [new TextEncoder().encode(`galley-outcome 1 ${versionOf(body)}\n`), body];
}

/** Null: there is no such question. */
export function decodeHead(read: ReadPart): Found<Head> | null {
  const parts = readParts(read);
  if (parts?.kind !== "whole") return parts;
  const { from, length, version } = parts.value.head;
  const bytes = read({ from, length });
  return bytes && parse(bytes, version, headOf);
}

/** Null: there is no such question. */
export function decodeQuestion(read: ReadPart): Found<{ readonly head: Head; readonly question: Question }> | null {
  const [parts, head] = [readParts(read), decodeHead(read)];
  if (parts?.kind !== "whole") return parts;
  if (head?.kind !== "whole") return head;
  const { from, length, version } = parts.value.body;
  // One byte more: a file that was added to is not as it was written.
  const bytes = read({ from, length: length + 1 });
  const { id, asked_at, deadline, asker } = head.value.summary;
  const questionOf = (value: unknown) => {
    const checked = QuestionSchema.safeParse({ ...(value as object), id, asked_at, deadline, asker });
    return checked.success ? { head: head.value, question: checked.data } : null;
  };
  return bytes && parse(bytes, version, questionOf);
}

export function decodeOutcome(bytes: Uint8Array): Found<Outcome> {
  const line = firstLine(bytes, "outcome");
  if (line.kind !== "whole") return line;
  const { from, facts } = line.value;
  return parse(bytes.subarray(from), facts, (value) => {
    const checked = OutcomeSchema.safeParse(value);
    return checked.success ? checked.data : null;
  });
}

type Part = { readonly from: number; readonly length: number; readonly version: string };

function headOf(value: unknown): Head | null {
  const { summary, digest, lease } = value as Partial<Head>; // Every field is checked here.
  const checked = QuestionSummarySchema.safeParse(summary);
  if (!checked.success || typeof digest !== "string" || typeof lease !== "string") return null;
  return { summary: checked.data, digest, lease };
}

function readParts(read: ReadPart): Found<{ readonly head: Part; readonly body: Part }> | null {
  const start = read({ from: 0, length: FIRST_LINE_BYTES });
  if (start === null) return null;
  const line = firstLine(start, "question");
  if (line.kind !== "whole") return line;
  const [, headBytes, headVersion, bodyBytes, bodyVersion] = QUESTION_FACTS.exec(line.value.facts) ?? [];
  if (headBytes === undefined) return { kind: "damaged" };
  const head: Part = { from: line.value.from, length: Number(headBytes), version: headVersion! };
  const body: Part = { from: head.from + head.length, length: Number(bodyBytes), version: bodyVersion! };
  return { kind: "whole", value: { head, body } };
}

function firstLine(
  bytes: Uint8Array,
  wanted: "question" | "outcome",
): Found<{ readonly from: number; readonly facts: string }> {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, FIRST_LINE_BYTES));
  const [line, kind, version, facts] = FIRST_LINE.exec(text) ?? [];
  if (line === undefined || kind !== wanted) return { kind: "damaged" };
  if (version !== "1") return { kind: "unreadable", reason: OTHER_VERSION };
  return { kind: "whole", value: { from: line.length, facts: facts ?? "" } };
}

/** Its checksum fits, so a shape we do not know is one that another version wrote. */
function parse<T>(bytes: Uint8Array, version: string, check: (value: unknown) => T | null): Found<T> {
  if (versionOf(bytes) !== version) return { kind: "damaged" };
  const value = check(JSON.parse(new TextDecoder().decode(bytes)));
  return value === null ? { kind: "unreadable", reason: OTHER_VERSION } : { kind: "whole", value };
}

function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}
