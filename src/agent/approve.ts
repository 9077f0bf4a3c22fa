// From a callback to the reviewer that the engine asks. The callback decides; what it leaves open is a no.

import {
  decisionFrom,
  refuseAll,
  whyFailed,
  type ApprovalPayload,
  type Decision,
  type Reviewer,
  type ReviewOptions,
  type CallbackAnswer,
  type Verdict,
} from "../approval/index.ts";
import { lastWords } from "../tools/index.ts";
import type { Approval, GuardedDisplay, ShownCall } from "./display/display.ts";

/**
 * Asked once per question, never twice at a time. With `autoApproved` the rules have said yes already and `payload` is
 * null: only a plain no counts then. Otherwise whatever `decisionFrom` understands is an answer; a Decision must name
 * the payload's `approval_id`, and what it leaves out is rejected.
 */
export type ToolApprovalCallback = (
  question: ApprovalQuestion,
  options: ReviewOptions,
) => CallbackAnswer | Promise<CallbackAnswer>;

/**
 * What a run asks: the call, and its payload. With `autoApproved` the rules allow it already; `reason` says which one
 * did.
 */
export type ApprovalQuestion = ShownCall &
  (
    | { readonly autoApproved: true; readonly payload: null; readonly reason: string }
    | { readonly autoApproved: false; readonly payload: ApprovalPayload }
  );

export type CallReviewer = Reviewer & {
  /**
   * Notifies the callback of something that the rules allow, this call unless another is named; gives its objection, or
   * null. After the person asked to end the run everything is objected to, and nothing is asked any more.
   */
  readonly object: (reason: string, signal: AbortSignal, about?: ShownCall) => Promise<string | null>;
  /** The person asked to end the whole run. */
  readonly stopped: () => boolean;
};

/**
 * The reviewer for the questions of one call; `words` are what the model said before it. A callback that throws has not said yes; its message is the reason. An
 * interrupt ends the waiting, whether the callback listens to it or not.
 */
export function reviewerFor(
  call: ShownCall,
  approve: ToolApprovalCallback,
  { display, words = "" }: { readonly display: GuardedDisplay; readonly words?: string },
): CallReviewer {
  let stopped = false;
  /** What the callback said, or why it said nothing: an abort (null), or its own failure. */
  const put = async <T>(
    question: ApprovalQuestion,
    options: ReviewOptions,
    read: (said: CallbackAnswer) => T,
  ): Promise<{ readonly said: T } | { readonly why: string | null }> => {
    try {
      const said = await orAborted(async () => approve(question, options), options.signal);
      return said === ABORTED ? { why: null } : { said: read(said) };
    } catch (error) {
      const why = whyFailed(error);
      if (why === null) throw error;
      display.tell("onNote", `Nothing was approved: ${why}.`);
      return { why };
    }
  };
  return {
    async ask(payload, options) {
      if (stopped) return { ...refuseAll(payload, STOPPED), stop_run: true };
      const question = { ...call, autoApproved: false, payload: withWords(payload, words) } as const;
      const answer = await put(question, options, (said) => decisionFrom(payload, said));
      const decision = "said" in answer ? answer.said : refuseAll(payload, answer.why ?? CANCELLED);
      stopped ||= decision.stop_run === true;
      return decision;
    },
    async object(reason, signal, about = call) {
      if (stopped) return `Not approved: ${STOPPED}.`;
      const question = { ...about, autoApproved: true, payload: null, reason } as const;
      const heard = await put(question, { signal }, (given) => given);
      if (!("said" in heard)) return `Not approved: ${heard.why ?? CANCELLED}.`;
      const { said } = heard;
      stopped ||= said === "cancel" || (isDecision(said) && said.stop_run === true);
      const rejected = `${about.tool} was rejected by the user.`;
      return stopped ? rejected : objectionIn(said, rejected);
    },
    stopped: () => stopped,
  };
}

/** What the model said before its call is beside the change, as the words of an answer are beside its edits. */
function withWords(payload: ApprovalPayload, words: string): ApprovalPayload {
  const explanation = lastWords(words);
  if (explanation === "") return payload;
  if (payload.type === "batch") return { ...payload, items: payload.items.map((item) => ({ explanation, ...item })) };
  return "suggested_content" in payload ? { explanation, ...payload } : payload;
}

const ABORTED = Symbol("aborted");
const STOPPED = "the run was stopped";
const CANCELLED = "the run was cancelled before an answer";

function orAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T | typeof ABORTED> {
  if (signal === undefined) return work();
  if (signal.aborted) return Promise.resolve(ABORTED);
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(ABORTED);
    signal.addEventListener("abort", abort);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

function isDecision(said: CallbackAnswer | null): said is Decision {
  return typeof said === "object" && said !== null && "approval_id" in said;
}

/** A plain no to what the rules allow; null for everything else. */
function objectionIn(said: CallbackAnswer, otherwise: string): string | null {
  if (isDecision(said)) {
    const no = said.items.find((item) => item.action === "reject");
    return no?.action === "reject" ? (no.reason ?? otherwise) : null;
  }
  if (typeof said !== "object") return said === false || said === "reject" ? otherwise : null;
  const isNo = ("approved" in said && said.approved === false) || ("action" in said && said.action === "reject");
  if (!isNo) return null;
  return "reason" in said && typeof said.reason === "string" && said.reason !== "" ? said.reason : otherwise;
}

/** What the display is shown when the rules have decided and the call is not refused at once. */
export function approvalOf(
  call: ShownCall,
  { effect, personOnly, reason }: Verdict,
  { paths, yes }: { readonly paths: readonly string[]; readonly yes: boolean },
): Approval {
  return { call, paths, autoApproved: effect === "allow" || (yes && !personOnly), reason };
}

/** A callback that asks a reviewer, for surfaces that have one. What the rules allow needs no question. */
export function approvalBy(reviewer: Reviewer): ToolApprovalCallback {
  return async (question, options) => (question.autoApproved ? true : reviewer.ask(question.payload, options));
}
