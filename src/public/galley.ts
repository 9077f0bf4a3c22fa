// The package's main entry point, `galley`: a workspace to apply answers, call tools and undo in. The other entry points are
// the parts it is made of.

export { openWorkspace } from "../workspace/index.ts";
export type { ApplyAnswerOptions, UndoResult, Workspace, WorkspaceOptions, WorkspaceTool } from "../workspace/index.ts";
export type { ApplyReport, ToolResult } from "../tools/index.ts";
export type { ApprovalCallback, ApprovalPayload, Decision } from "../approval/index.ts";
export { GalleyError, isFailure } from "../base/index.ts";
