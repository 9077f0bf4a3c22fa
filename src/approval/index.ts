export { callPayload, describeServer } from "./payload/call-payload.ts";
export { askedBy, editsOf, isWrite, likelyEdits } from "./policy/asked-by.ts";
export {
  asWrite,
  CHUNK_BYTES,
  chunksOf,
  chunkTemplate,
  chunkUrl,
  fetchContent,
  LARGE_BYTES,
} from "./payload/chunks.ts";
export type { Chunks } from "./payload/chunks.ts";
export { oneByOne, reviewerFrom } from "./callbacks/callback-reviewer.ts";
export type { ApprovalCallback, SinglePayload } from "./callbacks/callback-reviewer.ts";
export { requireDecision } from "./decision/check-decision.ts";
export { DecisionSchema, RememberSchema } from "./decision/decision-schema.ts";
export {
  describeChange,
  describeDone,
  describeHunks,
  lines,
  quoteName,
  tally,
  withTarget,
} from "./payload/describe.ts";
export type { Tally } from "./payload/describe.ts";
export { editedPayload, isEditable } from "./payload/edited-payload.ts";
export type { EditableChange } from "./payload/edited-payload.ts";
export { below, foreignTool, isForeignTool, sandboxOf } from "./names.ts";
export { foldName } from "./policy/protected-names.ts";
export { hidingRules, isAbout, pathAccess } from "./policy/path-access.ts";
export type { PathAccess } from "./policy/path-access.ts";
export { changePayload, payloadOf } from "./payload/payload.ts";
export { countNotShown, describeNotShown, notShownOf } from "./payload/not-shown.ts";
export type { PayloadOptions } from "./payload/payload.ts";
export { denialBy, describeRule, judge, NO_RULES } from "./policy/policy.ts";
export type { Access, Effect, Operation, Policy, Rule, SandboxFlags, Verdict } from "./policy/policy.ts";
export { canonicalPattern, DEFAULT_PROTECTION, isProtected, patternProblem, protectionOf } from "./policy/protected.ts";
export type { Protection } from "./policy/protected.ts";
export { ALWAYS_PROTECTED, builtInEntries } from "./policy/protected-table.ts";
export type { ProtectedCategory, ProtectedEntry } from "./policy/protected-table.ts";
export { issuerOf, peopleLabel, personLabel } from "./decision/person-label.ts";
export { refuseAll, whyFailed } from "./decision/refuse-all.ts";
export { describeRejection, isOwnReason, reasonForModel, WITHOUT_REASON } from "./decision/rejection.ts";
export { readPayload } from "./payload/read-payload.ts";
export { targetField } from "./payload/target-field.ts";
export { isOffered, isSameRule, offersFor, sessionOffersFor } from "./policy/offers.ts";
export { describeRemembered, restOf, THIS_SESSION } from "./policy/remember.ts";
export type { Asked, AskedCommand, Remember, Remembered, Scope } from "./policy/remember.ts";
export { looksSecret } from "./payload/secrets.ts";
export { describePlace, shellPayload } from "./payload/shell-payload.ts";
export { risksOf } from "./payload/risks.ts";
export { decisionFrom } from "./callbacks/parse-reply.ts";
export type {
  CallbackAnswer,
  CallbackOptions,
  ConfirmationResponse,
  ConfirmationResult,
} from "./callbacks/parse-reply.ts";
export { ApprovalPayloadSchema } from "./schema.ts";
export type {
  ApprovalPayload,
  BatchPayload,
  CallPayload,
  ChangePayload,
  DeletePayload,
  EditPayload,
  MovePayload,
  OpenEdit,
  PatchPayload,
  Place,
  ReadPayload,
  NotShown,
  RuleLimit,
  ShellPayload,
  WireHunk,
  WriteLargePayload,
  WritePayload,
} from "./schema.ts";
export type { Actor, Answer, Comment, Decision, Reviewer, ReviewOptions, ReviewPurpose, Risk } from "./types.ts";
export { withheldPayload } from "./payload/withheld.ts";
