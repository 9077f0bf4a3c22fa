// What a tool call would need, for a caller who plans ahead. Nothing is done and no one is asked.

import { withheldPayload, type ApprovalPayload } from "../approval/index.ts";
import type { RealPath, Target, WorkspacePath } from "../base/index.ts";
import { mayRead, planTool, type Tool, type ToolPlan, type ToolResult, type ToolWorkspace } from "../tools/index.ts";

/** The plan is for a caller, not for the user who would decide: it shows nothing of a file that the caller may not read. */
export async function planCall(workspace: ToolWorkspace, tool: Tool, args: unknown): Promise<ToolPlan | ToolResult> {
  const plan = await planTool(tool, args, { ...workspace, reviewer: null, yes: false });
  if ("success" in plan || plan.payload === null) return plan;
  return { ...plan, payload: await payloadForCaller(plan.payload, workspace) };
}

/** A question as the caller may see it: the same payload, unless it shows what the caller may not read without asking. */
export async function payloadForCaller(
  payload: ApprovalPayload,
  workspace: Pick<ToolWorkspace, "gate">,
): Promise<ApprovalPayload> {
  const changes = payload.type === "batch" ? payload.items : [payload];
  const readable = new Set<string>();
  for (const target of changes.flatMap(targetsIn)) if (await mayRead(target, workspace)) readable.add(target.path);
  return withheldPayload(payload, (path) => readable.has(path));
}

/** The files that a question is about. */
function targetsIn(payload: ApprovalPayload): readonly Target[] {
  // A plan's own paths and where it found that they lead.
  const target = (path: string, real: string): Target => ({ path: path as WorkspacePath, real: real as RealPath });
  const own = target(payload.path, payload.target ?? payload.path);
  return payload.type === "move" ? [own, target(payload.to, payload.to_target ?? payload.to)] : [own];
}
