// `galley/compat`: adapters for older shapes: confirmations, handlers per type, tools with `execute`.

export type { ConfirmationResponse, ConfirmationResult } from "../approval/index.ts";
export {
  confirmingReviewer,
  createConfirmations,
  createEditTool,
  createWriteTool,
  executeToolCalls,
  handleApproval,
  handlingReviewer,
  needsApproval,
} from "../compat/index.ts";
export type {
  AgentLoopConfig,
  AgentTool,
  AgentToolResult,
  ApprovalHandlers,
  ApprovalNeed,
  ChangeToolOptions,
  ConfirmationCallback,
  EditConfirmationRequest,
  ToolConfirmation,
  ToolConfirmationRequired,
  ToolExecutionContext,
} from "../compat/index.ts";
