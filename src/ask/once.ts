// A single yes that is not a file change: a read, a listing, a link.

import type { Answer, ApprovalPayload, Reviewer, Verdict } from "../approval/index.ts";
import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";
import { rememberRule, ruleLimit, type KeepRule } from "./remember.ts";
import { noReviewerOf, type NoReviewer } from "./no-reviewer.ts";
import { personsAnswers } from "./persons-answer.ts";
import { askReviewer, settleBy } from "./settle.ts";

export type OnceOptions = {
  readonly reviewer: Reviewer | null;
  readonly yes: boolean;
  /** Why no one is asked where there is no reviewer. Default: because there is none. */
  readonly noReviewer?: NoReviewer | undefined;
  readonly signal?: AbortSignal;
  /** What is asked about, and where a rule goes that the person asks to keep. Without it none is kept. */
  readonly remember?: { readonly call: Call; readonly keep?: KeepRule | undefined; readonly gate: Gate };
};

export async function askOnce(payload: ApprovalPayload, verdict: Verdict, options: OnceOptions): Promise<Answer> {
  const digest = payload.digest as Answer["digest"]; // Made by the caller with digestOf.
  const settled = settleBy(verdict, { yes: options.yes, noReviewer: noReviewerOf(options.reviewer, options) });
  if (settled?.kind === "no") return { action: "reject", digest, by: settled.by, reason: settled.reason };
  if (settled?.kind === "yes") return { action: "apply", digest, by: settled.by, after: null };
  const { remember, reviewer, signal } = options;
  const rules = remember && (await ruleLimit({ call: remember.call, verdict }, remember));
  const decision = await askReviewer(reviewer!, rules ? { ...payload, rules } : payload, { signal });
  if (remember) await rememberRule(decision, [{ digest, call: remember.call, verdict }], remember);
  const reserved = new Set<string>(verdict.personOnly ? [digest] : []);
  return (
    personsAnswers(decision.items, reserved).find((item) => item.digest === digest) ?? {
      action: "reject",
      digest,
      by: { kind: "nobody", why: "the reviewer gave no answer" },
    }
  );
}
