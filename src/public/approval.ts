// `galley/approval`: questions, decisions, rules, and reviewers out of callbacks. Runs anywhere.

export {
  ApprovalPayloadSchema,
  DecisionSchema,
  NO_RULES,
  asWrite,
  decisionFrom,
  fetchContent,
  isProtected,
  judge,
  offersFor,
  reviewerFrom,
} from "../approval/index.ts";
export type {
  Actor,
  Answer,
  ApprovalCallback,
  ApprovalPayload,
  CallbackAnswer,
  ChangePayload,
  Decision,
  EditPayload,
  Policy,
  ReadPayload,
  Remember,
  ReviewOptions,
  Reviewer,
  Risk,
  Rule,
  SandboxFlags,
  Verdict,
  WritePayload,
} from "../approval/index.ts";
