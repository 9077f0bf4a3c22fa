export { executeToolCalls } from "./agent-tool.ts";
export type {
  AgentLoopConfig,
  AgentTool,
  AgentToolCall,
  AgentToolResult,
  ExecuteOptions,
  ToolResultMessage,
} from "./agent-tool.ts";
export { applyAnswer, applyForReaders } from "./answer/apply-answer.ts";
export type { Applied, ApplyOptions, ApplyReport } from "./answer/apply-answer.ts";
export { countOutcomes, isDone, outcomesOf } from "./answer/block-outcome.ts";
export type { Applying, BlockOutcome } from "./answer/block-outcome.ts";
export { createEditTool, createWriteTool } from "./change-agent-tool.ts";
export type { ChangeDetails, ChangeToolOptions } from "./change-agent-tool.ts";
export { edit, editFile } from "./edit-file.ts";
export type { EditResult } from "./edit-file.ts";
export { IN_DOUBT } from "./in-doubt.ts";
export { needsApproval } from "./needs-approval.ts";
export type { ApprovalNeed } from "./needs-approval.ts";
export { readFile } from "./read-file.ts";
export type { ToolResult } from "./result.ts";
export { editsInText, reportTextEdits } from "./answer/text-edits.ts";
export type { TextEdit } from "./answer/text-edits.ts";
export { isRetryPrompt, retryPrompt } from "./answer/retry-prompt.ts";
export type { RetryPrompt } from "./answer/retry-prompt.ts";
export { rm } from "./rm.ts";
export { planTool, runTool } from "./run.ts";
export type { ToolPlan } from "./run.ts";
export { glob, grep, ls } from "./search.ts";
export { loadTool, LOOKING, TOOL_NAMES } from "./registry.ts";
export type { ToolName } from "./registry.ts";
export { mayRead } from "./context.ts";
export type { Asking, Caller, Commands, Effects, Staged, ToolContext, ToolWorkspace, WriteOptions } from "./context.ts";
export type { ParameterText, Prepared, Tool } from "./tool.ts";
export { toolSpec } from "./tool-spec.ts";
export type { ToolSpec } from "./tool-spec.ts";
export { writeFile } from "./write-file.ts";
export { isSafeCommand } from "./shell/safe-commands.ts";
export type { SafeCommand } from "./shell/safe-commands.ts";
export { ApplyReportSchema, ToolPlanSchema, ToolResultSchema } from "./wire-schema.ts";
