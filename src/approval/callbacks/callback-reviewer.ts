// Reviewers out of plain callbacks. Each gives exactly the answer it was given, bound to the question; a batch is asked
// about file by file where a callback knows only single files.

import { failure } from "../../base/index.ts";
import { asText, unifiedDiff, type Text } from "../../text/index.ts";
import { asWrite, fetchContent } from "../payload/chunks.ts";
import type { ConfirmationCallback, EditConfirmationRequest } from "./confirmation.ts";
import { withTarget } from "../payload/describe.ts";
import { below } from "../names.ts";
import { refuseAll, whyFailed } from "../decision/refuse-all.ts";
import { decisionFrom, type Said, type SaidOptions } from "./parse-reply.ts";
import type { ApprovalPayload, ChangePayload } from "../schema.ts";
import type { Decision, Reviewer, ReviewOptions } from "../types.ts";

/** Gets the whole question, and may answer it in any form that `decisionFrom` knows. */
export type ApprovalCallback = (payload: ApprovalPayload, options: ReviewOptions) => Said | Promise<Said>;

export function reviewerFrom(callback: ApprovalCallback, options: SaidOptions = {}): Reviewer {
  return {
    ask: (payload, review) =>
      orRefused(payload, async () => {
        const said = await unlessAborted(async () => callback(payload, review), review.signal);
        return decisionFrom(payload, said, options);
      }),
  };
}

export type ConfirmOptions = SaidOptions & {
  /** How the path is shown: the place on this machine where there is one. Else `/sandbox/relative`. */
  readonly pathOf?: (path: string) => string;
};

/** File changes only; anything else is a no, for such a callback has no way to see it. */
export function confirmingReviewer(callback: AbortableConfirmation, options: ConfirmOptions = {}): Reviewer {
  return {
    ask: (payload, review) => {
      const confirm = async (change: Single): Promise<Said> => {
        if (!("after" in change)) return { action: "reject", reason: "Only file changes can be confirmed here." };
        return callback(await requestOf(change, review, options), review.signal);
      };
      return oneByOne(payload, confirm, { ...options, signal: review.signal });
    },
  };
}

/** A ConfirmationCallback, or one that also wants to know when nobody waits for it any more. */
export type AbortableConfirmation = (
  request: EditConfirmationRequest,
  signal?: AbortSignal,
) => ReturnType<ConfirmationCallback>;

type Single = Exclude<ApprovalPayload, { type: "batch" }>;

/** Asks about each file of a batch in turn and joins the answers. After `cancel` the rest is unanswered, which is a no. */
export async function oneByOne(
  payload: ApprovalPayload,
  answer: (change: Single) => Promise<Said>,
  options: SaidOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Decision> {
  const ask = (one: Single): Promise<Decision> =>
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

// Nobody may be left waiting for an answer that no longer counts. ABORTED, whatever the callback does afterwards.
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

async function requestOf(
  given: ChangePayload,
  { fetch }: ReviewOptions,
  { pathOf = (path) => `/${path}` }: ConfirmOptions,
): Promise<EditConfirmationRequest> {
  const change = given.type === "write_large" ? asWrite(given, await fetchContent(given, fetch)) : given;
  const originalContent = change.original_content ?? "";
  const suggestedContent = change.suggested_content ?? "";
  const diff = "unified_diff" in change ? change.unified_diff : diffOf(change.path, originalContent, suggestedContent);
  return { path: withTarget(change.path, change.target, pathOf), originalContent, suggestedContent, diff };
}

function diffOf(path: string, before: string, after: string): string {
  return unifiedDiff({ oldPath: below(path), newPath: below(path), before: text(before), after: text(after) });
}

function text(content: string): Text {
  return asText(content) ?? ("" as Text); // Payload content was made from Text.
}
