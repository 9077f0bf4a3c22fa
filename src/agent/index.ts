export { approvalBy } from "./approve.ts";
export type { ApprovalQuestion, ToolApprovalCallback } from "./approve.ts";
export { describeForModel } from "./turn/block-turn.ts";
export { completeAnswer } from "./context/complete.ts";
export type { Completed, StreamComplete } from "./context/complete.ts";
export { findInstructions, instructionReader, Instructions } from "./context/instructions.ts";
export type { FoundInstructions, Instruction, InstructionReader } from "./context/instructions.ts";
export { attachImage } from "./context/attached.ts";
export { imageTypeOf } from "./context/image.ts";
export type { ImageType, ShownImage } from "./context/image.ts";
export { readSelected } from "./context/selected.ts";
export type { Added, Listed, SelectedFile } from "./context/selected.ts";
export { addFiles, dropFiles, listFiles } from "./context/selection.ts";
export type { AddOptions } from "./context/selection.ts";
export { contextMap, MAP_TOKENS, Symbols } from "./context/symbol-map.ts";
export type { ContextMapOptions, SymbolSource } from "./context/symbol-map.ts";
export { guardDisplay, SILENT } from "./display/display.ts";
export type { Approval, Display, GuardedDisplay, Receipt, Retry, ShownCall, ShownResult } from "./display/display.ts";
export { DEFAULT_LIMITS } from "./turn/limits.ts";
export type { Limits } from "./turn/limits.ts";
export type {
  AssistantPart,
  CallPart,
  CallResult,
  Message,
  ProviderData,
  ReasoningPart,
  TextPart,
} from "./history/messages.ts";
export { ModelError, NO_USAGE } from "./model.ts";
export type { Price } from "./model.ts";
export type { FinishReason, Model, ModelErrorCode, ModelEvent, ModelRequest, Usage } from "./model.ts";
export { measure } from "./measure.ts";
export { makePrompt } from "./prompt.ts";
export type { Mode, Prompt } from "./prompt.ts";
export { INTERRUPTED, repairHistory } from "./history/repair.ts";
export type { RepairOptions } from "./history/repair.ts";
export { DEFAULT_RETRIES } from "./turn/request.ts";
export type { RetryPolicy } from "./turn/request.ts";
export { renderResult } from "./turn/render-result.ts";
export { CUT_OFF, runWithApprovals } from "./turn/run.ts";
export type { CallReceipt, Ending, RunOptions, TurnResult } from "./turn/types.ts";
export { PERMISSIONS } from "./permissions.ts";
export type { Permissions } from "./permissions.ts";
export { containerSection, FILESYSTEM_TOOLS, workspaceSection } from "./sections.ts";
export type { WorkspaceSectionOptions } from "./sections.ts";
export { SeenFiles } from "./seen.ts";
export type { SeenEntry } from "./seen.ts";
export { ActiveFiles, defineService } from "./services.ts";
export type { Service } from "./services.ts";
export { Session } from "./session.ts";
export type { Section, SessionOptions } from "./session.ts";
export { dropPrompt } from "./history/drop-prompt.ts";
export type { SessionBefore } from "./history/drop-prompt.ts";
export { trimHistory } from "./history/trim.ts";
export type { Trimmed } from "./history/trim.ts";
export { vfsWorkspace, vfsSection } from "./vfs.ts";
export type { VfsOptions } from "./vfs.ts";
export { shownAddress } from "./providers/address.ts";
export { adviceWithoutModel, chooseModel } from "./providers/choose.ts";
export type { Chosen, ModelSettings } from "./providers/choose.ts";
export { findLocalServers } from "./providers/local-servers.ts";
export type { LocalServer } from "./providers/local-servers.ts";
export { addressOf, keyVariable, parseModelName, PROVIDERS } from "./providers/names.ts";
export type { Provider } from "./providers/names.ts";
export { openModel } from "./providers/open-model.ts";
export { DEFAULT_TIMEOUTS } from "./providers/timeouts.ts";
export type { Timeouts } from "./providers/timeouts.ts";
export { estimateCost } from "./providers/prices.ts";
export { replaceBySummary, summarize, summaryOf } from "./history/compact.ts";
export type { Summary } from "./history/compact.ts";
export { DEFAULT_WINDOW, describeWindow, filesTokens, inThousands, shareOf } from "./window.ts";
export type { ModelWindow } from "./window.ts";
export { readStored, resumeSession, storeSession } from "./history/stored-session.ts";
export type { StoredFacts } from "./history/stored-session.ts";
export { eventDisplay, runEnd, RunTally } from "./display/event-display.ts";
export type { EndedRun } from "./display/event-display.ts";
export { TextAroundBlocks } from "./display/text-around-blocks.ts";
export { exitCodeOf } from "./turn/exit-code.ts";
export { RunEventSchema } from "./display/run-events.ts";
export type { RunEvent } from "./display/run-events.ts";
