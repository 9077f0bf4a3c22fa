export type { BatchFile, BatchHeader, Blob, DelegatedCall, StoredAddress } from "./batch-file.ts";
export type { Caches } from "./caches.ts";
export { stateDirectory } from "./directory.ts";
export type {
  Batch,
  BatchDraft,
  BatchState,
  DraftBlob,
  DraftFile,
  Journal,
  Listed,
  ReadBatch,
  SettledState,
} from "./journal.ts";
export type { Held, LockOptions } from "./lock.ts";
export { addressKey } from "./log.ts";
export type { Log, LogEntry, LoggedFile, LogLine, LogListing, StagedEntry, StagedFile } from "./log.ts";
export { nodeOps, systemCode } from "./ops.ts";
export type { StateOps } from "./ops.ts";
export { systemProcesses } from "./owner.ts";
export type { Liveness, Owner, Processes } from "./owner.ts";
export type { Drafts } from "./drafts.ts";
export type { Prompts } from "./prompts.ts";
export type { PruneLimits } from "./prune.ts";
export { openRecords, UNFINISHED_RECORD } from "./records.ts";
export type { RecordFacts, Records, RecordsOptions } from "./records.ts";
export type { RuleListing, Rules, StoredRule } from "./rules.ts";
export type { SavedSession, Sessions } from "./sessions.ts";
export { openState } from "./state.ts";
export type { State, StateOptions } from "./state.ts";
