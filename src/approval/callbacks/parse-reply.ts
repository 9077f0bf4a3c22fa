// What a callback said, in any of the words agents use for it, as a Decision on exactly the question it was asked.
// Only what is plainly a yes is one: an answer that is not understood approves nothing.

import { counted, type Digest, failure, type Version, versionOf } from "../../base/index.ts";
import { askedBy } from "../policy/asked-by.ts";
import { requireDecision } from "../decision/check-decision.ts";
import { refuseAll } from "../decision/refuse-all.ts";
import { offersFor, sessionOffersFor } from "../policy/offers.ts";
import type { Remember } from "../policy/remember.ts";
import type { ApprovalPayload, ChangePayload } from "../schema.ts";
import type { Actor, Answer, Decision } from "../types.ts";

/** An empty `content` is content: the person emptied the file. */
export type ConfirmationResponse =
  | { readonly action: "apply" }
  | { readonly action: "reject"; readonly reason?: string }
  | { readonly action: "modify"; readonly content: string };

/** The short form of a response, for an event's `resolve`. */
export type ConfirmationResult = "apply" | "reject" | { readonly modified: string };

/**
 * `always` also keeps the narrowest rule on offer; `yolo` one for everything in the sandbox until the session ends;
 * `cancel` rejects and ends the run.
 */
export type CallbackAnswer =
  | boolean
  | ConfirmationResult
  | "once"
  | "always"
  | "cancel"
  | ConfirmationResponse
  | { readonly approved: boolean; readonly yolo?: boolean }
  | Decision;

export type CallbackOptions = { readonly by?: Actor };

/** INVALID_ARG for a new content that is said about several files, or about what is no file change. */
export function decisionFrom(
  payload: ApprovalPayload,
  reply: CallbackAnswer,
  { by = PERSON }: CallbackOptions = {},
): Decision {
  if (isDecision(reply)) return requireDecision(reply);
  const word = wordOf(reply);
  if (word.kind === "unknown")
    return refuseAll(payload, `the approval callback answered ${word.given}, which is not an answer`);
  const questions = questionsOf(payload);
  if (word.kind === "modify" && questions.length !== 1)
    throw failure(
      "INVALID_ARG",
      `One new content was given for ${counted(questions.length, "file")}. Answer with a Decision.`,
    );
  const items = questions.map((question) => answerTo(question, word, by));
  const remember = rememberedBy(payload, word);
  return {
    approval_id: payload.approval_id,
    ...(word.kind === "cancel" ? { stop_run: true } : {}),
    ...(remember === null ? {} : { remember }),
    items,
  };
}

const PERSON: Actor = { kind: "person" };

type Question = Exclude<ApprovalPayload, { type: "batch" }>;

type Word =
  | { readonly kind: "apply"; readonly keep: "nothing" | "narrowest" | "session" }
  | { readonly kind: "reject" | "cancel"; readonly reason: string | null }
  | { readonly kind: "modify"; readonly content: string };

/** What was given, shortly. */
type Unknown = { readonly kind: "unknown"; readonly given: string };

function isDecision(reply: CallbackAnswer): reply is Decision {
  return typeof reply === "object" && reply !== null && "approval_id" in reply;
}

// Callbacks come from code that our compiler has not checked: every field is checked here, none is assumed to exist.
function wordOf(reply: Exclude<CallbackAnswer, Decision>): Word | Unknown {
  switch (reply) {
    case true:
    case "apply":
    case "once":
      return { kind: "apply", keep: "nothing" };
    case "always":
      return { kind: "apply", keep: "narrowest" };
    case false:
    case "reject":
      return { kind: "reject", reason: null };
    case "cancel":
      return { kind: "cancel", reason: null };
  }
  const fields: Readonly<Record<string, unknown>> = typeof reply === "object" && reply !== null ? reply : {};
  const { action, approved, content, modified, reason } = fields;
  if (action === "apply") return { kind: "apply", keep: "nothing" };
  if (approved === true) return { kind: "apply", keep: fields["yolo"] === true ? "session" : "nothing" };
  if (action === "modify" && typeof content === "string") return { kind: "modify", content };
  if (typeof modified === "string") return { kind: "modify", content: modified };
  if (action === "reject" || approved === false)
    return { kind: "reject", reason: typeof reason === "string" && reason !== "" ? reason : null };
  return { kind: "unknown", given: shortly(reply) };
}

const MAX_SHOWN = 100;

function shortly(given: unknown): string {
  const text =
    typeof given === "object" && given !== null
      ? `an object with ${keysOf(given)}`
      : typeof given === "string"
        ? JSON.stringify(given)
        : String(given);
  return text.slice(0, MAX_SHOWN).toWellFormed();
}

function keysOf(given: object): string {
  const keys = Object.keys(given);
  return keys.length === 0 ? "no fields" : keys.join(", ");
}

function questionsOf(payload: ApprovalPayload): readonly Question[] {
  return payload.type === "batch" ? payload.items : [payload];
}

function answerTo(question: Question, word: Word, by: Actor): Answer {
  const digest = question.digest as Digest; // The asker made it with digestOf.
  switch (word.kind) {
    case "apply":
      return { action: "apply", digest, by, after: isChange(question) ? (question.after as Version | null) : null };
    case "reject":
    case "cancel":
      return { action: "reject", digest, by, ...(word.reason === null ? {} : { reason: word.reason }) };
    case "modify":
      if (!isChange(question))
        throw failure("INVALID_ARG", `New content was given for "${question.description}", which changes no file.`);
      // Half a pair has no bytes of its own: commit sees it in the content and refuses.
      return { action: "modify", digest, by, content: word.content, after: versionOf(bytesOf(word.content)) };
    default:
      return word satisfies never;
  }
}

function isChange(question: Question): question is ChangePayload {
  return "after" in question;
}

function bytesOf(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

function rememberedBy(payload: ApprovalPayload, word: Word): Remember | null {
  if (word.kind !== "apply" || word.keep === "nothing") return null;
  const asked = questionsOf(payload).map(askedBy);
  const [first, ...others] = asked;
  if (word.keep === "session") return sessionOffersFor(asked).at(-1) ?? null;
  return first === undefined || others.length > 0 ? null : (offersFor(first)[0] ?? null);
}
