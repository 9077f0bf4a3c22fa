// What is decided without showing anything: by a rule, by a flag, or because no reviewer is there. And how to ask one.

import { isFailure } from "../base/index.ts";
import {
  refuseAll,
  type Actor,
  type ApprovalPayload,
  type Decision,
  type Reviewer,
  type Verdict,
} from "../approval/index.ts";
import type { FilePlan } from "../edits/index.ts";
import { NO_REVIEWER, type NoReviewer } from "./no-reviewer.ts";
import { serveChunks } from "./serve-chunks.ts";

export type Settled = { kind: "yes"; by: Actor } | { kind: "no"; by: Actor; reason: string };

/** Null when only a reviewer can say. `noReviewer` is null when there is one. */
export function settleBy(
  verdict: Verdict,
  { yes, noReviewer }: { readonly yes: boolean; readonly noReviewer: NoReviewer | null },
): Settled | null {
  if (verdict.effect === "allow") return { kind: "yes", by: { kind: "rule", rule: verdict.reason } };
  if (verdict.effect === "deny") {
    return { kind: "no", by: { kind: "rule", rule: verdict.reason }, reason: `Not allowed: ${verdict.reason}.` };
  }
  if (yes && !verdict.personOnly) return { kind: "yes", by: { kind: "flag", flag: "--yes" } };
  if (noReviewer === null) return null;
  return {
    kind: "no",
    by: { kind: "nobody", why: verdict.reason },
    reason: `Not approved: ${noReviewer.why}. It needs approval: ${verdict.reason}. ${howToAllow(verdict, noReviewer)}`,
  };
}

/** How to be allowed to do it, for a message to the caller that was refused. */
export function howToAllow(verdict: Verdict, { how }: NoReviewer = NO_REVIEWER): string {
  if (verdict.personOnly) {
    const what = PERSON_ONLY[verdict.source] ?? "a command outside a sandbox";
    return `${how} so that a person can approve it; no flag answers for ${what}.`;
  }
  return `${how} to be asked, pass --yes to approve, or allow it with a rule in the config's policy.`;
}

const PERSON_ONLY: { readonly [source in Verdict["source"]]?: string } = {
  protected: "protected paths",
  likely: "an edit that is only likely",
};

/** A reviewer that answers another question has not said yes; a decision of another shape is INVALID_ARG. `files`: what the payload was made from. */
export async function askReviewer(
  reviewer: Reviewer,
  payload: ApprovalPayload,
  { files = [], signal }: { readonly files?: readonly FilePlan[]; readonly signal?: AbortSignal | undefined },
): Promise<Decision> {
  const nothing: Decision = { approval_id: payload.approval_id, items: [] };
  if (signal?.aborted) return { ...nothing, stop_run: true };
  const { fetch, close } = serveChunks(payload, files);
  try {
    const options = { ...(signal ? { signal } : {}), ...(fetch ? { fetch } : {}) };
    const { requireDecision } = await import("../approval/index.ts"); // A dry run asks no one, and needs no schema.
    const decision = requireDecision(await reviewer.ask(payload, options));
    if (decision.approval_id === payload.approval_id) return decision;
    return refuseAll(payload, "the reviewer answered another question");
  } catch (error) {
    if (isFailure(error, "ABORTED") || signal?.aborted) return { ...nothing, stop_run: true };
    throw error;
  } finally {
    close();
  }
}
