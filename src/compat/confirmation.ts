// Confirming an edit the way other agents' loops know it: a request with both texts, a response, an event. The names
// are theirs. Underneath, a response becomes a Decision bound to the bytes that were shown.

import type { ConfirmationResponse, ConfirmationResult } from "../approval/index.ts";

/** What a confirmation callback is shown. `path` is absolute and only for the screen. */
export type EditConfirmationRequest = {
  readonly path: string;
  readonly originalContent: string;
  readonly suggestedContent: string;
  readonly diff: string;
};

/** Tools call it to wait for a person. */
export type ConfirmationCallback = (request: EditConfirmationRequest) => Promise<ConfirmationResponse>;

/**
 * What a tool is given for one call. Without `requestConfirmation` no one is asked, and what needs approval is denied,
 * unless `approve` says in words that everything is approved; protected paths need a person even then.
 */
export type ToolExecutionContext = {
  readonly requestConfirmation?: ConfirmationCallback;
  readonly approve?: "everything";
};

/** One request for confirmation, to be shown and resolved. */
export type ToolConfirmation = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly preview: {
    readonly diff?: string;
    readonly path?: string;
    readonly originalContent?: string;
    readonly suggestedContent?: string;
  };
  /** 1-based place among the `total` requests known when this one came up. */
  readonly index: number;
  readonly total: number;
  /** The first call counts; later ones change nothing. */
  readonly resolve: (result: ConfirmationResult) => void;
};

/** The event of a request for confirmation. */
export type ToolConfirmationRequired = {
  readonly type: "tool_confirmation_required";
  readonly confirmation: ToolConfirmation;
};

export function responseOf(result: ConfirmationResult): ConfirmationResponse {
  if (result === "apply" || result === "reject") return { action: result };
  return { action: "modify", content: result.modified };
}
