// What the rules would make of a plan, file by file, without asking or writing: for a dry run. A question that --yes or a
// reviewer could answer is left open; what only a person may answer is refused where there is none.

import type { Actor } from "../approval/index.ts";
import type { WorkspacePath } from "../base/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import type { NoReviewer } from "./no-reviewer.ts";
import { callOf } from "./call-of.ts";
import { judgeCall, type Gate } from "./gate.ts";
import { settleBy } from "./settle.ts";

export type PredictedDecision = { readonly path: WorkspacePath; readonly to: WorkspacePath | null } & (
  | { readonly kind: "written" }
  /** `personOnly`: --yes does not answer for it. */
  | { readonly kind: "asked"; readonly personOnly: boolean; readonly reason: string }
  | { readonly kind: "rejected"; readonly by: Actor; readonly reason: string }
);

export type PredictOptions = {
  readonly gate: Gate;
  readonly yes: boolean;
  /** Why no one could be asked; null when someone could. */
  readonly noReviewer: NoReviewer | null;
};

/** One entry per file of the plan, in its order. */
export async function predictDecisions(
  plan: ChangePlan,
  { gate, yes, noReviewer }: PredictOptions,
): Promise<readonly PredictedDecision[]> {
  const predicted: PredictedDecision[] = [];
  for (const file of plan.files) {
    const { path, to } = file;
    const verdict = await judgeCall(gate, callOf(plan, file));
    const { personOnly, reason } = verdict;
    const settled = settleBy(verdict, { yes, noReviewer: personOnly ? noReviewer : null });
    if (settled === null) predicted.push({ path, to, kind: "asked", personOnly, reason });
    else if (settled.kind === "yes") predicted.push({ path, to, kind: "written" });
    else predicted.push({ path, to, kind: "rejected", by: settled.by, reason: settled.reason });
  }
  return predicted;
}
