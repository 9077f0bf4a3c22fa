export { executeToolCalls } from "./agent-tool.ts";
export type {
  AgentLoopConfig,
  AgentTool,
  AgentToolCall,
  AgentToolResult,
  ExecuteOptions,
  ToolResultMessage,
} from "./agent-tool.ts";
export { createEditTool, createWriteTool } from "./change-agent-tool.ts";
export type { ChangeDetails, ChangeToolOptions } from "./change-agent-tool.ts";
export type {
  ConfirmationCallback,
  EditConfirmationRequest,
  ToolConfirmation,
  ToolConfirmationRequired,
  ToolExecutionContext,
} from "./confirmation.ts";
export { createConfirmations } from "./confirmations.ts";
export type { Confirmations, ConfirmedCall } from "./confirmations.ts";
export { confirmingReviewer } from "./confirming-reviewer.ts";
export type { AbortableConfirmation, ConfirmOptions } from "./confirming-reviewer.ts";
export { handleApproval, handlingReviewer } from "./handle-approval.ts";
export type { ApprovalHandlers, UnknownPayload } from "./handle-approval.ts";
export { needsApproval } from "./needs-approval.ts";
export type { ApprovalNeed } from "./needs-approval.ts";
