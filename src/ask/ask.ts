// The one place that gets a yes: rules first, then a flag, then a person. Whoever is not there has said no.

import { isFailure, type NewId } from "../base/index.ts";
import {
  payloadOf,
  type Actor,
  type Answer,
  type ApprovalPayload,
  type Decision,
  type Reviewer,
  type Verdict,
} from "../approval/index.ts";
import type { ChangePlan, FilePlan } from "../edits/index.ts";
import { judgeFile, type Gate } from "./gate.ts";

export type AskOptions = {
  readonly gate: Gate;
  readonly reviewer: Reviewer | null;
  /** --yes: answers every remaining question with apply, but never for a protected path. */
  readonly yes: boolean;
  readonly newId: NewId;
};

/** Brings one answer for every file of the plan. */
export type Ask = (
  plan: ChangePlan,
  options: { readonly supersedes: string | null; readonly signal?: AbortSignal },
) => Promise<Decision>;

export function createAsk({ gate, reviewer, yes, newId }: AskOptions): Ask {
  return async (plan, { supersedes, signal }) => {
    const approvalId = newId();
    const answers: Answer[] = [];
    const open: FilePlan[] = [];
    for (const file of plan.files) {
      const verdict = await judgeFile(gate, file);
      const settled = settle(file, verdict, { yes, hasReviewer: reviewer !== null });
      if (settled) answers.push(settled);
      else open.push(file);
    }
    if (open.length === 0 || reviewer === null) return { approval_id: approvalId, items: answers };
    const payload = payloadOf(plan, open, { approvalId, supersedes });
    const decision = await askReviewer(reviewer, payload, signal);
    const asked = new Set<string>(open.map((file) => file.digest));
    const given = decision.items.filter((item) => asked.delete(item.digest));
    return { ...decision, approval_id: approvalId, items: [...answers, ...given] };
  };
}

/** Asks for a single yes that is not a file change (a read, a shell command). */
export async function askOnce(
  payload: ApprovalPayload,
  verdict: Verdict,
  options: Pick<AskOptions, "reviewer" | "yes"> & { readonly signal?: AbortSignal },
): Promise<Answer> {
  const digest = payload.digest as Answer["digest"]; // Made by the caller with digestOf.
  const settled = settleBy(verdict, { yes: options.yes, hasReviewer: options.reviewer !== null });
  if (settled?.kind === "no") return { action: "reject", digest, by: settled.by, reason: settled.reason };
  if (settled?.kind === "yes") return { action: "apply", digest, by: settled.by, after: null };
  const decision = await askReviewer(options.reviewer!, payload, options.signal);
  return (
    decision.items.find((item) => item.digest === digest) ?? {
      action: "reject",
      digest,
      by: { kind: "nobody", why: "the reviewer gave no answer" },
      reason: "The reviewer gave no answer.",
    }
  );
}

/** What to do to be allowed, for a message to whoever was refused. */
export function howToAllow(verdict: Verdict): string {
  if (verdict.personOnly)
    return "Run it in a terminal so that a person can approve it; no flag answers for protected paths.";
  return "Run it in a terminal to be asked, pass --yes to approve, or allow it with a rule in the config's policy.";
}

function settle(file: FilePlan, verdict: Verdict, who: { yes: boolean; hasReviewer: boolean }): Answer | null {
  const settled = settleBy(verdict, who);
  if (settled === null) return null;
  return settled.kind === "yes"
    ? { action: "apply", digest: file.digest, by: settled.by, after: file.after }
    : { action: "reject", digest: file.digest, by: settled.by, reason: settled.reason };
}

type Settled = { kind: "yes"; by: Actor } | { kind: "no"; by: Actor; reason: string };

function settleBy(verdict: Verdict, { yes, hasReviewer }: { yes: boolean; hasReviewer: boolean }): Settled | null {
  if (verdict.effect === "allow") return { kind: "yes", by: { kind: "rule", rule: verdict.reason } };
  if (verdict.effect === "deny") {
    return { kind: "no", by: { kind: "rule", rule: verdict.reason }, reason: `Not allowed: ${verdict.reason}.` };
  }
  if (yes && !verdict.personOnly) return { kind: "yes", by: { kind: "flag", flag: "--yes" } };
  if (hasReviewer) return null;
  return {
    kind: "no",
    by: { kind: "nobody", why: verdict.reason },
    reason: `Nobody was there to approve it (${verdict.reason}). ${howToAllow(verdict)}`,
  };
}

// A reviewer that breaks, or answers another question, has not said yes.
async function askReviewer(reviewer: Reviewer, payload: ApprovalPayload, signal?: AbortSignal): Promise<Decision> {
  const nothing: Decision = { approval_id: payload.approval_id, items: [] };
  if (signal?.aborted) return { ...nothing, stop_run: true };
  try {
    const decision = await reviewer.ask(payload, signal ? { signal } : {});
    return decision.approval_id === payload.approval_id ? decision : nothing;
  } catch (error) {
    if (isFailure(error, "ABORTED") || signal?.aborted) return { ...nothing, stop_run: true };
    throw error;
  }
}
