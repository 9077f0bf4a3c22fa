// Reviewers out of plain callbacks. Each gives exactly the answer it was given, bound to the question; a batch is asked
// about file by file where a callback knows only single files.

import { failure } from "../../base/index.ts";
import { refuseAll, whyFailed } from "../decision/refuse-all.ts";
import { decisionFrom, type CallbackAnswer, type CallbackOptions } from "./parse-reply.ts";
import type { ApprovalPayload } from "../schema.ts";
import type { Decision, Reviewer, ReviewOptions } from "../types.ts";

/** Gets the whole question, and may answer it in any form that `decisionFrom` knows. */
export type ApprovalCallback = (
  payload: ApprovalPayload,
  options: ReviewOptions,
) => CallbackAnswer | Promise<CallbackAnswer>;

/** A reviewer that asks a callback. An answer that is not understood, and a callback that throws, approve nothing. */
export function reviewerFrom(callback: ApprovalCallback, options: CallbackOptions = {}): Reviewer {
  return {
    ask: (payload, review) =>
      orRefused(payload, async () => {
        const reply = await unlessAborted(async () => callback(payload, review), review.signal);
        return decisionFrom(payload, reply, options);
      }),
  };
}

/** One question of a batch, or the only one. */
export type SinglePayload = Exclude<ApprovalPayload, { type: "batch" }>;

/** Asks about each file of a batch in turn and joins the answers. After `cancel` the rest is unanswered, which is a no. */
export async function oneByOne(
  payload: ApprovalPayload,
  answer: (change: SinglePayload) => Promise<CallbackAnswer>,
  options: CallbackOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Decision> {
  const ask = (one: SinglePayload): Promise<Decision> =>
    orRefused(one, async () => decisionFrom(one, await unlessAborted(() => answer(one), options.signal), options));
  if (payload.type !== "batch") return ask(payload);
  const items: Decision["items"][number][] = [];
  for (const item of payload.items) {
    const decision = await ask(item);
    items.push(...decision.items);
    if (decision.stop_run === true) return { approval_id: payload.approval_id, stop_run: true, items };
  }
  return { approval_id: payload.approval_id, items };
}

/** A callback that throws has approved nothing, and its message is the reason. */
async function orRefused(payload: ApprovalPayload, work: () => Promise<Decision>): Promise<Decision> {
  try {
    return await work();
  } catch (error) {
    const why = whyFailed(error);
    if (why === null) throw error;
    return refuseAll(payload, why);
  }
}

// No one may be left waiting for an answer that no longer counts. ABORTED, whatever the callback does afterwards.
async function unlessAborted<Value>(work: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(failure("ABORTED", "The run was cancelled before an answer."));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race(signal.aborted ? [aborted] : [work(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop!);
  }
}
