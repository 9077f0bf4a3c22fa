export { readingOnly } from "./reading-only.ts";
export { applyAnswer, applyForReaders } from "./answer/apply-answer.ts";
export type { Applied, ApplyOptions, ApplyReport } from "./answer/apply-answer.ts";
export { lastWords } from "./answer/explanations.ts";
export { countOutcomes, outcomesOf } from "./answer/block-outcome.ts";
export type { Applying, BlockOutcome } from "./answer/block-outcome.ts";
export { edit, editFile } from "./edit-file.ts";
export type { EditResult } from "./edit-file.ts";
export { IN_DOUBT } from "./in-doubt.ts";
export { readFile } from "./read-file.ts";
export { failed, succeeded } from "./result.ts";
export type { ToolResult } from "./result.ts";
export { openTextEdits, readTextEdits, reportTextEdits } from "./answer/text-edits.ts";
export type { TextEdit, TextWithEdits } from "./answer/text-edits.ts";
export { isRetryPrompt, noEditPrompt, retryPrompt } from "./answer/retry-prompt.ts";
export type { RetryPrompt } from "./answer/retry-prompt.ts";
export { rm } from "./rm.ts";
export { planTool, runTool } from "./run.ts";
export type { ToolPlan } from "./run.ts";
export { glob, grep, ls } from "./search.ts";
export { loadTool, READ_ONLY_TOOLS, TOOL_NAMES } from "./registry.ts";
export type { ToolName } from "./registry.ts";
export { confirm, mayRead, planChange, requireVisible, writeChange } from "./context.ts";
export type {
  Asking,
  Caller,
  Commands,
  Effects,
  Staged,
  StageReceipt,
  ToolContext,
  ToolWorkspace,
  WriteOptions,
} from "./context.ts";
export type { ParameterText, Prepared, Tool } from "./tool.ts";
export { toolSpec } from "./tool-spec.ts";
export type { ToolSpec } from "./tool-spec.ts";
export { writeFile } from "./write-file.ts";
export { exitMessage } from "./shell/command-result.ts";
export { isSafeCommand } from "./shell/safe-commands.ts";
export type { SafeCommand } from "./shell/safe-commands.ts";
export { ApplyReportSchema, ToolPlanSchema, ToolResultSchema } from "./wire-schema.ts";
