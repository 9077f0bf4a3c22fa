// A reviewer out of a confirmation callback: the question becomes a request with both texts, a response becomes a decision
// bound to the bytes that were shown. What such a callback cannot be shown is a no.

import {
  asWrite,
  below,
  fetchContent,
  oneByOne,
  withTarget,
  type CallbackAnswer,
  type CallbackOptions,
  type ChangePayload,
  type Reviewer,
  type ReviewOptions,
  type SinglePayload,
} from "../approval/index.ts";
import { asText, unifiedDiff, type Text } from "../text/index.ts";
import type { ConfirmationCallback, EditConfirmationRequest } from "./confirmation.ts";

export type ConfirmOptions = CallbackOptions & {
  /** How the path is shown: the place on this machine where there is one. Else `/sandbox/relative`. */
  readonly pathOf?: (path: string) => string;
};

/** File changes only; anything else is a no, for such a callback has no way to see it. */
export function confirmingReviewer(callback: AbortableConfirmation, options: ConfirmOptions = {}): Reviewer {
  return {
    ask: (payload, review) => {
      const confirm = async (change: SinglePayload): Promise<CallbackAnswer> => {
        if (!("after" in change)) return { action: "reject", reason: "Only file changes can be confirmed here." };
        return callback(await requestOf(change, review, options), review.signal);
      };
      return oneByOne(payload, confirm, { ...options, signal: review.signal });
    },
  };
}

/** A ConfirmationCallback, or one that also wants to know when its answer is no longer awaited. */
export type AbortableConfirmation = (
  request: EditConfirmationRequest,
  signal?: AbortSignal,
) => ReturnType<ConfirmationCallback>;

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
