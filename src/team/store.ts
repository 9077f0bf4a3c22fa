// The port of a team's store: what `galley serve` needs beside the inbox itself. PostgreSQL implements it
// (team/postgres). It holds no rules: who may answer is decided before `answer` is called; what the store guarantees is
// that one answer counts, that it is the audit's, and that a blocked person or a revoked machine gets nothing.
// Every method throws IO while the database cannot be reached, is read-only or is full. Times are the database's own.

import type { WatchOptions } from "../inbox/index.ts";
import type { AuditHead } from "./audit/entry.ts";
import type { AuditSnapshot } from "./audit/verify.ts";
import type { Access, KnownPerson, Machine, MachineToken, NewMachine, Person, PersonName } from "./identity.ts";
import type {
  Changed,
  Delegate,
  EndedQuestion,
  HistoryFilter,
  Page,
  QueueCount,
  QueueFilter,
  TeamAnswer,
  TeamDecided,
  TeamEvent,
  TeamQuestion,
  TeamRead,
} from "./questions.ts";
import type { InboxTransport } from "./transport.ts";

export interface TeamStore {
  readonly questions: TeamQuestions;
  readonly machines: Machines;
  readonly people: People;
  readonly audit: Audit;
  /** The inbox's operations on behalf of a machine, or of a process with access to the database. Cheap: make one per request. */
  transport(access: Access): InboxTransport;
  /** Null when questions can be asked and answered now; else why not, as a sentence. Never throws. */
  problem(): Promise<string | null>;
  /** For metrics: how things are, without asking the database. */
  readonly status: () => StoreStatus;
  /** Ends its watchers and connections. Never fails. */
  close(): Promise<void>;
}

export type StoreStatus = {
  /** Whether the database announces changes. False behind a transaction pooler: then changes show within the poll. */
  readonly announces: boolean;
  /** Connections in use, and calls that wait for one. */
  readonly connections: number;
  readonly waiting: number;
};

/** Questions, for the people who answer. */
export interface TeamQuestions {
  /** Open ones, oldest first. */
  queue(filter: QueueFilter): Promise<Page<TeamQuestion>>;
  counts(): Promise<readonly QueueCount[]>;
  read(id: string): Promise<TeamRead>;
  /** Exactly one decision counts, recorded with its audit row in one transaction. Refused where it answers other bytes. */
  answer(answer: TeamAnswer): Promise<TeamDecided>;
  delegate(id: string, delegation: { readonly by: PersonName; readonly to: Delegate }): Promise<Changed>;
  /** "Not now": out of this person's queue for so long. */
  postpone(id: string, postponed: { readonly person: PersonName; readonly forMs: number }): Promise<Changed>;
  /** As the inbox's, for everyone's questions. Any number of watchers cost the database one. */
  watch(options: WatchOptions & { readonly signal: AbortSignal }): AsyncIterable<TeamEvent>;
  history(filter: HistoryFilter): Promise<Page<EndedQuestion>>;
  /**
   * Deletes the contents of questions that ended so long ago, and decisions with what people typed; what is listed, and
   * the audit, stay. Returns how many questions that were. Call it again until it returns 0.
   */
  deleteContents(older: { readonly thanMs: number }): Promise<number>;
}

/** Tokens of machines. */
export interface Machines {
  /** `token` is shown once and stored only as a hash. "taken": a token of this name is in use. */
  create(
    machine: NewMachine,
  ): Promise<{ readonly kind: "created"; readonly machine: Machine; readonly token: string } | { kind: "taken" }>;
  list(): Promise<readonly MachineToken[]>;
  /** By id or name. Its open questions close at once: how many. Null: there is no such token that is in use. */
  revoke(name: string): Promise<{ readonly closed: number } | null>;
  /** The machine of a token; null for one that is unknown or revoked. */
  find(token: string): Promise<Machine | null>;
  /** Which of these ids are of revoked machines. */
  revoked(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** People, as their identity provider described them when they were here last. */
export interface People {
  /** Records who signed in. Returns null when this person is blocked. */
  seen(person: Person): Promise<KnownPerson | null>;
  list(): Promise<readonly KnownPerson[]>;
  /** Takes back the votes of a person for questions that are open, in the same transaction. Null: there is no such person. */
  block(id: string): Promise<StandingChange | null>;
  /** The person has to vote again. */
  unblock(id: string): Promise<StandingChange | null>;
  /** Which of these ids are of people who are blocked. */
  blocked(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** `isChanged`: false where it was so already. `lapsed`: how many votes were taken back. */
export type StandingChange = { readonly name: string; readonly isChanged: boolean; readonly lapsed: number };

/** The audit: it can be added to by what happens, and read. */
export interface Audit {
  heads(): Promise<readonly AuditHead[]>;
  /** Everything, or one repository, as of one moment. The rows must be read to their end or returned. */
  snapshot(repository?: string): Promise<AuditSnapshot>;
}
