// A reviewer that asks in the editor, by session/request_permission. Its answers are bound to what was shown, like those
// of every reviewer. What an editor cannot do (choose changes, edit the text, choose a place) is done in the inbox.

import type { PermissionOption, RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import {
  describeRemembered,
  refuseAll,
  type ApprovalPayload,
  type Decision,
  type Remember,
  type Reviewer,
  type ReviewOptions,
  type SinglePayload,
} from "../approval/index.ts";
import { counted, failure } from "../base/index.ts";
import { answerWhole, fetchContents, lastingRules, sessionRules, type WholeAnswer } from "../review/index.ts";
import { reveal } from "../text/index.ts";
import { isForPerson, questionsOf, showQuestion, text, type ShownQuestion } from "./shown-question.ts";

export type EditorReviewerOptions = {
  /** Ends with the signal, however the editor takes that. */
  readonly request: (
    request: Omit<RequestPermissionRequest, "sessionId">,
    signal: AbortSignal | undefined,
  ) => Promise<RequestPermissionResponse>;
  /** Asks for a reason in a form; null: the editor has none. Null from it: none was given. */
  readonly askReason: ((signal: AbortSignal | undefined) => Promise<string | null>) | null;
  /** Where "Review in Galley" asks. */
  readonly inbox: Reviewer;
  /** The call of the editor's that the question belongs to. */
  readonly toolCallId: string;
  /** The absolute path the editor knows a file by; null for one that is not on this machine's disk. */
  readonly fileOf: (path: string) => string | null;
};

export function editorReviewer(options: EditorReviewerOptions): Reviewer {
  return {
    async ask(given, review): Promise<Decision> {
      const payload = await fetchContents(given, review.fetch);
      const questions = questionsOf(payload);
      const items: Decision["items"][number][] = [];
      let remember: Remember | undefined;
      for (const [at, question] of questions.entries()) {
        const place = questions.length === 1 ? null : `File ${at + 1} of ${questions.length}`;
        const own = { ...options, toolCallId: callIdOf(options.toolCallId, at) };
        const answer = await askOne(question, { payload, place, review }, own);
        if (answer.kind === "inbox") return options.inbox.ask(given, review);
        items.push(...decided(question, answer).items);
        if (answer.kind === "apply") remember = answer.remember;
      }
      if (questions.length === 0) return askAboutPlaces(payload, { given, review }, options);
      return { approval_id: payload.approval_id, ...(remember && { remember }), items };
    },
  };
}

/** Each file of a question is a call of its own in the editor. */
export function callIdOf(toolCallId: string, at: number): string {
  return at === 0 ? toolCallId : `${toolCallId}/${at + 1}`;
}

type EditorAnswer =
  | { readonly kind: "apply"; readonly remember?: Remember }
  | { readonly kind: "reject"; readonly reason: string | null }
  | { readonly kind: "inbox" }
  /** Not an answer: why, as words that complete "Not approved: …". */
  | { readonly kind: "none"; readonly why: string };

type Offer = PermissionOption & { readonly means: EditorAnswer | "reject-with-reason" };

async function askOne(
  question: SinglePayload,
  about: { readonly payload: ApprovalPayload; readonly place: string | null; readonly review: ReviewOptions },
  options: EditorReviewerOptions,
): Promise<EditorAnswer> {
  const { payload, place } = about;
  const shown = showQuestion(question, options.fileOf);
  const unplaced = payload.type === "batch" ? payload.open_edits.length : 0;
  const notes = [
    ...(place === null ? [] : [`${place}. Nothing is written before you have answered for all of them.`]),
    ...(unplaced === 0 ? [] : [`${counted(unplaced, "edit")} without one exact place: choose it in Galley.`]),
  ];
  const offers = offersOf(question, shown, { isAlone: payload.type !== "batch", hasForms: options.askReason !== null });
  const content = [...notes.map(text), ...shown.content];
  return choose({ ...shown, content }, offers, about.review, options);
}

/** Only edits without a place: there is nothing to approve here. */
async function askAboutPlaces(
  payload: ApprovalPayload,
  { given, review }: { readonly given: ApprovalPayload; readonly review: ReviewOptions },
  options: EditorReviewerOptions,
): Promise<Decision> {
  const title = reveal(payload.description, { keepMarks: true });
  const answer = await choose({ title, kind: "edit", content: [], locations: [] }, [REVIEW, REJECT], review, options);
  return answer.kind === "inbox" ? options.inbox.ask(given, review) : refuseAll(payload, "no place was chosen");
}

async function choose(
  { title, kind, content, locations }: Omit<ShownQuestion, "isWhole">,
  offers: readonly Offer[],
  { signal }: ReviewOptions,
  { request, askReason, toolCallId }: EditorReviewerOptions,
): Promise<EditorAnswer> {
  const { outcome } = await request(
    {
      toolCall: { toolCallId, title, kind, status: "pending", content, locations },
      options: offers.map(({ optionId, name, kind: offered }) => ({ optionId, name, kind: offered })),
    },
    signal,
  );
  if (signal?.aborted) throw failure("ABORTED", "The run was cancelled before an answer.");
  if (outcome.outcome === "cancelled") return { kind: "none", why: "the question was closed in the editor" };
  const chosen = offers.find(({ optionId }) => optionId === outcome.optionId);
  if (chosen === undefined) return { kind: "none", why: "the editor answered with something that was not offered" };
  if (chosen.means !== "reject-with-reason") return chosen.means;
  return { kind: "reject", reason: (await askReason?.(signal)) ?? null };
}

const APPLY: Offer = { optionId: "apply", name: "Apply", kind: "allow_once", means: { kind: "apply" } };
const REJECT: Offer = {
  optionId: "reject",
  name: "Reject",
  kind: "reject_once",
  means: { kind: "reject", reason: null },
};
const REJECT_WITH_REASON: Offer = {
  optionId: "reject-with-reason",
  name: "Reject with a reason…",
  kind: "reject_once",
  means: "reject-with-reason",
};
// Nothing is approved by choosing it, so a client that allows everything without asking may well choose it.
const REVIEW: Offer = { optionId: "review", name: "Review in Galley", kind: "allow_once", means: { kind: "inbox" } };

/** In the order in which an editor lists them. */
function offersOf(
  question: SinglePayload,
  { isWhole }: ShownQuestion,
  { isAlone, hasForms }: { readonly isAlone: boolean; readonly hasForms: boolean },
): readonly Offer[] {
  const rejects = hasForms ? [REJECT, REJECT_WITH_REASON] : [REJECT];
  // An editor may be set to allow everything: what only a person may approve is not approved there (decision 0117).
  if (!isWhole || isForPerson(question)) return [REVIEW, ...rejects];
  return [APPLY, ...(isAlone ? rulesOf(question) : []), ...rejects, REVIEW];
}

/** At most one rule of each kind: the narrowest. */
function rulesOf(question: SinglePayload): readonly Offer[] {
  const [session] = sessionRules([question]).offers;
  const [lasting] = lastingRules(question).offers;
  const offer = (id: string, name: string, remember: Remember | undefined): readonly Offer[] =>
    remember === undefined
      ? []
      : [
          {
            optionId: id,
            name: `${name}: ${reveal(describeRemembered(remember), { keepMarks: true })}`,
            kind: "allow_always",
            means: { kind: "apply", remember },
          },
        ];
  return [...offer("session", "Apply, and in this session", session), ...offer("always", "Apply, and always", lasting)];
}

function decided(question: SinglePayload, answer: Exclude<EditorAnswer, { kind: "inbox" }>): Decision {
  if (answer.kind === "none") return refuseAll(question, answer.why);
  const whole: WholeAnswer = answer.kind === "apply" ? { kind: "apply" } : answer;
  const answered = answerWhole(question, whole);
  return answered.kind === "decision" ? answered.decision : refuseAll(question, answered.why);
}
