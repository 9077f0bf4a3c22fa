// `galley/agent`: an agent's turn with approvals, its session, sections, models and display.

export {
  FILESYSTEM_TOOLS,
  ModelError,
  RunEventSchema,
  Session,
  chooseModel,
  eventDisplay,
  openModel,
  repairHistory,
  resumeSession,
  runWithApprovals,
  storeSession,
  vfsSection,
  workspaceSection,
} from "../agent/index.ts";
export type {
  ApprovalQuestion,
  Display,
  Message,
  Model,
  ModelEvent,
  ModelRequest,
  Receipt,
  RunEvent,
  RunOptions,
  Section,
  ToolApprovalCallback,
  TurnResult,
  Usage,
} from "../agent/index.ts";
