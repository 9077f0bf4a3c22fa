// A decision that approves nothing and says why, for when there is no answer that could count: a callback that failed, or
// one that answered something else. No user said no, so none is named.

import { isFailure, messageOf, type Digest } from "../../base/index.ts";
import type { ApprovalPayload } from "../schema.ts";
import type { Decision } from "../types.ts";

/** `why` completes "Not approved: …" and has no full stop. */
export function refuseAll(payload: ApprovalPayload, why: string): Decision {
  const questions = payload.type === "batch" ? payload.items : [payload];
  const by = { kind: "nobody", why } as const;
  return {
    approval_id: payload.approval_id,
    items: questions.map(({ digest }) => ({ action: "reject", digest: digest as Digest, by })), // Made with digestOf.
  };
}

/** Why a callback that threw has approved nothing. Our own errors, an abort among them, are not the callback's: null. */
export function whyFailed(error: unknown): string | null {
  if (isFailure(error)) return null;
  return `the approval callback failed: ${messageOf(error).replace(/\.$/, "")}`;
}
