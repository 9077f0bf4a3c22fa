// `galley/tools`: the tools by name, and applying an answer, on a workspace put together by hand.

export {
  ApplyReportSchema,
  TOOL_NAMES,
  ToolPlanSchema,
  ToolResultSchema,
  applyAnswer,
  loadTool,
  planTool,
  retryPrompt,
  runTool,
  toolSpec,
} from "../tools/index.ts";
export type {
  ApplyOptions,
  ApplyReport,
  EditResult,
  Tool,
  ToolContext,
  ToolName,
  ToolPlan,
  ToolResult,
  ToolSpec,
  ToolWorkspace,
} from "../tools/index.ts";
export { createToolWorkspace } from "../workspace/index.ts";
export type { WorkspaceParts } from "../workspace/index.ts";
