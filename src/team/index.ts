export { AnswerRuleSchema } from "./answer-rules.ts";
export type { AnswerRule, MayAnswer } from "./answer-rules.ts";
export { AuditEventSchema, CHAIN_START, chainHash } from "./audit/entry.ts";
export type { AuditEvent, AuditHead, AuditRow } from "./audit/entry.ts";
export { verifyAudit } from "./audit/verify.ts";
export type { AuditProblem, AuditReport, AuditSnapshot } from "./audit/verify.ts";
export { effectsOf, nameProblem } from "./effects.ts";
export type { Effect } from "./effects.ts";
export { inboxOver } from "./inbox-over.ts";
export type { InboxOverOptions } from "./inbox-over.ts";
export type { Away } from "./reach.ts";
export { isSamePerson } from "./identity.ts";
export type { Access, KnownPerson, Machine, MachineToken, NewMachine, Person, PersonName } from "./identity.ts";
export type {
  Changed,
  Delegate,
  Delegation,
  EndedQuestion,
  HistoryFilter,
  Page,
  PageRequest,
  QuestionFacts,
  QueueCount,
  QueueFilter,
  TeamAnswer,
  TeamDecided,
  TeamEvent,
  TeamHappened,
  TeamOutcome,
  TeamQuestion,
  TeamRead,
  Vote,
} from "./questions.ts";
export type { Audit, Machines, People, StandingChange, StoreStatus, TeamQuestions, TeamStore } from "./store.ts";
export type { InboxTransport, LeaseId, LeaseTerms, SharedPut } from "./transport.ts";
export {
  BeatBodySchema,
  FilterBodySchema,
  IdBodySchema,
  LeaseBodySchema,
  MACHINE_API,
  MOST_WAIT_MS,
  OutcomesBodySchema,
  PutBodySchema,
  QuestionBodySchema,
  ReviewersBodySchema,
  WatchBodySchema,
} from "./wire.ts";
export type { OutcomesBody, PutBody, WatchBody, WireError } from "./wire.ts";
