// Would this call run, be asked about, or be refused? Nothing is asked and nothing is done.

import type { ApprovalPayload } from "../approval/index.ts";
import { Bug, failure } from "../base/index.ts";
import { planTool, type Tool, type ToolContext } from "../tools/index.ts";

/** `payload` is there exactly when approval has to be asked for. */
export type ApprovalNeed = {
  readonly status: "blocked" | "pre_approved" | "needs_approval";
  readonly reason?: string;
  readonly payload?: ApprovalPayload;
};

/** A call that cannot work (no match, not unique, not there, not text) throws its error: no person is asked about it. */
export async function needsApproval(tool: Tool, args: unknown, context: ToolContext): Promise<ApprovalNeed> {
  const plan = await planTool(tool, args, context);
  if ("success" in plan) {
    if (plan.success) throw new Bug("a plan is no success yet");
    throw failure(plan.error.code, plan.message, { data: plan.error.data, hasLines: true });
  }
  const { status, reason, payload } = plan;
  return { status, reason, ...(payload === null ? {} : { payload }) };
}
