// From a callback to the reviewer that the engine asks. The callback decides; what it leaves open is a no.

import type { ApprovalPayload, Decision, Reviewer } from "../approval/index.ts";
import type { GuardedDisplay, ShownCall } from "./display.ts";

/**
 * Asked once per question, never twice at a time. With `autoApproved` the rules have said yes already and `payload` is
 * null: only an objection counts then, a `reject` item or `stop_run`. Otherwise the decision must answer the payload's
 * `approval_id`, and what it leaves out is rejected.
 */
export type ApprovalCallback = (
  question: ApprovalQuestion,
  options: { readonly signal?: AbortSignal },
) => Promise<Decision>;

export type ApprovalQuestion = ShownCall &
  (
    | { readonly autoApproved: true; readonly payload: null; readonly reason: string }
    | { readonly autoApproved: false; readonly payload: ApprovalPayload }
  );

export type CallReviewer = Reviewer & {
  /** Tells the callback about a call that the rules allow; gives its objection, or null. */
  readonly object: (reason: string, signal: AbortSignal) => Promise<string | null>;
  /** The person asked to end the whole run. */
  readonly stopped: () => boolean;
};

/**
 * The reviewer for the questions of one call. A callback that breaks has not said yes; the display is told. An
 * interrupt ends the waiting, whether the callback listens to it or not.
 */
export function reviewerFor(call: ShownCall, approve: ApprovalCallback, display: GuardedDisplay): CallReviewer {
  let stopped = false;
  const put = async (question: ApprovalQuestion, signal: AbortSignal | undefined): Promise<Decision | null> => {
    try {
      const decision = await orAborted(approve(question, signal ? { signal } : {}), signal);
      if (decision?.stop_run === true) stopped = true;
      return decision;
    } catch (error) {
      display.tell("onNote", brokenCallback(error));
      return null;
    }
  };
  return {
    async ask(payload, { signal }) {
      const nothing: Decision = { approval_id: payload.approval_id, items: [] };
      return (await put({ ...call, autoApproved: false, payload }, signal)) ?? nothing;
    },
    async object(reason, signal) {
      const decision = await put({ ...call, autoApproved: true, payload: null, reason }, signal);
      const objection = decision?.items.find((item) => item.action === "reject");
      if (decision !== null && decision.stop_run !== true && objection === undefined) return null;
      const why = objection?.action === "reject" ? objection.reason : undefined;
      return why ?? `${call.tool} was rejected by the user.`;
    },
    stopped: () => stopped,
  };
}

/** Null when the signal fires first. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(null);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function brokenCallback(error: unknown): string {
  return `Whoever approves could not be asked, so nothing was approved: ${error instanceof Error ? error.message : String(error)}`;
}

/** A callback that asks a reviewer, for surfaces that have one. What the rules allow needs no question. */
export function approvalBy(reviewer: Reviewer): ApprovalCallback {
  return async (question, options) =>
    question.autoApproved ? { approval_id: "", items: [] } : reviewer.ask(question.payload, options);
}
