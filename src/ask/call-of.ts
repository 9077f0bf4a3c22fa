// What one file of a plan is to the rules. Apart from gate.ts, because it needs what looks at changes, and a read does not.

import { editsOf, isWrite, likelyEdits, risksOf } from "../approval/index.ts";
import type { Target } from "../base/index.ts";
import type { ChangePlan, FilePlan } from "../edits/index.ts";
import type { Call } from "./call.ts";

/** What would be done to one file of a plan, under the name of the tool that would make such a change. */
export function callOf(plan: ChangePlan, file: FilePlan): Call {
  const what = {
    targets: targetsOf(file),
    likely: likelyEdits(plan, file),
    hasWarnings: () => file.to !== null || risksOf(file, editsOf(plan, file)).length > 0,
  };
  if (file.after === null) return { tool: "rm", access: "write", ...what };
  if (file.to !== null || isWrite(plan, file)) return { tool: "write_file", access: "write", ...what };
  return { tool: "edit_file", access: "edit", ...what };
}

function targetsOf({ path, real, to, toReal }: FilePlan): readonly Target[] {
  return to === null || toReal === null
    ? [{ path, real }]
    : [
        { path, real },
        { path: to, real: toReal },
      ];
}
