export { askedBy, isWrite } from "./asked-by.ts";
export { asWrite, CHUNK_BYTES, chunksOf, chunkTemplate, chunkUrl, fetchContent, LARGE_BYTES } from "./chunks.ts";
export type { Chunks } from "./chunks.ts";
export { confirmingReviewer, reviewerFrom } from "./callback-reviewer.ts";
export type { AbortableConfirmation, ApprovalCallback, ConfirmOptions } from "./callback-reviewer.ts";
export { responseOf } from "./confirmation.ts";
export type {
  ConfirmationCallback,
  ConfirmationResponse,
  ConfirmationResult,
  EditConfirmationRequest,
  ToolConfirmation,
  ToolConfirmationRequired,
  ToolExecutionContext,
} from "./confirmation.ts";
export { createConfirmations, inTurn } from "./confirmations.ts";
export type { ConfirmedCall, Confirmations } from "./confirmations.ts";
export { requireDecision } from "./check-decision.ts";
export { DecisionSchema, RememberSchema } from "./decision-schema.ts";
export { describeChange, describeDone, describeHunks, lines, quoteName, tally, withTarget } from "./describe.ts";
export type { Tally } from "./describe.ts";
export { editedPayload, isEditable } from "./edited-payload.ts";
export type { EditableChange } from "./edited-payload.ts";
export { genericPrompt, handleApproval, handlingReviewer } from "./handle-approval.ts";
export type { ApprovalHandlers, UnknownPayload } from "./handle-approval.ts";
export { below, sandboxOf } from "./names.ts";
export { hidingRules, isAbout, pathAccess } from "./path-access.ts";
export type { PathAccess } from "./path-access.ts";
export { changePayload, payloadOf } from "./payload.ts";
export type { PayloadOptions } from "./payload.ts";
export { denialBy, describeRule, judge } from "./policy.ts";
export type { Access, Effect, Operation, Policy, Rule, SandboxFlags, Verdict } from "./policy.ts";
export { canonicalPattern, DEFAULT_PROTECTION, isProtected, patternTrouble, protectionOf } from "./protected.ts";
export type { Protection } from "./protected.ts";
export { ALWAYS_PROTECTED, PROTECTED } from "./protected-table.ts";
export type { ProtectedCategory, ProtectedEntry } from "./protected-table.ts";
export { refuseAll, whyFailed } from "./refuse-all.ts";
export { describeRejection } from "./rejection.ts";
export { readPayload } from "./read-payload.ts";
export { targetField } from "./target-field.ts";
export { describeRemembered, isOffered, offersFor, restOf, THIS_SESSION } from "./remember.ts";
export type { Asked, Remember, Remembered, Scope } from "./remember.ts";
export { describePlace, shellPayload } from "./shell-payload.ts";
export { risksOf } from "./risks.ts";
export { decisionFrom } from "./said.ts";
export type { Said, SaidOptions } from "./said.ts";
export { ApprovalPayloadSchema } from "./schema.ts";
export type {
  ApprovalPayload,
  BatchPayload,
  ChangePayload,
  DeletePayload,
  EditPayload,
  MovePayload,
  OpenEdit,
  PatchPayload,
  Place,
  ReadPayload,
  ShellPayload,
  WireHunk,
  WriteLargePayload,
  WritePayload,
} from "./schema.ts";
export type { Actor, Answer, Decision, Reviewer, ReviewOptions, Risk } from "./types.ts";
export { withheldPayload } from "./withheld.ts";
