// What the rules would make of a plan, file by file, without asking or writing: for a dry run. A question that --yes or a
// reviewer could answer is left open; what only a person may answer is refused where there is none.

import type { Actor } from "../approval/index.ts";
import type { WorkspacePath } from "../base/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import type { Absence } from "./absence.ts";
import { callOf, judgeCall, type Gate } from "./gate.ts";
import { settleBy } from "./settle.ts";

export type Foreseen = { readonly path: WorkspacePath; readonly to: WorkspacePath | null } & (
  | { readonly kind: "written" }
  /** `personOnly`: --yes does not answer for it. */
  | { readonly kind: "asked"; readonly personOnly: boolean; readonly reason: string }
  | { readonly kind: "rejected"; readonly by: Actor; readonly reason: string }
);

export type ForeseeOptions = {
  readonly gate: Gate;
  readonly yes: boolean;
  /** Why no one could be asked; null when someone could. */
  readonly absence: Absence | null;
};

/** One entry per file of the plan, in its order. */
export async function foresee(plan: ChangePlan, { gate, yes, absence }: ForeseeOptions): Promise<readonly Foreseen[]> {
  const foreseen: Foreseen[] = [];
  for (const file of plan.files) {
    const { path, to } = file;
    const verdict = await judgeCall(gate, callOf(plan, file));
    const { personOnly, reason } = verdict;
    const settled = settleBy(verdict, { yes, absence: personOnly ? absence : null });
    if (settled === null) foreseen.push({ path, to, kind: "asked", personOnly, reason });
    else if (settled.kind === "yes") foreseen.push({ path, to, kind: "written" });
    else foreseen.push({ path, to, kind: "rejected", by: settled.by, reason: settled.reason });
  }
  return foreseen;
}
