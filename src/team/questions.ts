// A question as a team sees it: beside what every inbox has, which repository and machine it comes from, who has voted,
// and who was asked to answer. Plain data; who may answer is in answer-rules.ts.

import type { Decision } from "../approval/index.ts";
import type { ClosedBecause, Decided, Question, QuestionSummary } from "../inbox/index.ts";
import type { Machine, Person, PersonName } from "./identity.ts";

/** What rules are matched against. Taken from the payload when it is asked, so that no list has to read contents. */
export type QuestionFacts = {
  /** As the machine names it, such as `github.com/acme/shop`; a token can be limited to some. */
  readonly repository: string;
  /** The tools that would do it, as in rules of a policy: `edit_file`, `shell`, `server__tool`. */
  readonly tools: readonly string[];
  /** Kinds of the risks that the payload points out. */
  readonly risks: readonly string[];
};

/** One person's answer while it needs others to agree. A person has at most one per question; a new one replaces it. */
export type Vote = {
  readonly person: PersonName;
  readonly at: string;
  readonly decision: Decision;
  /** The same for decisions that decide the same. */
  readonly agrees: string;
};

/** A person asks another one, or a group, to answer. */
export type Delegation = {
  readonly by: PersonName;
  readonly to: Delegate;
  readonly at: string;
};
export type Delegate =
  | { readonly kind: "person"; readonly person: PersonName }
  | { readonly kind: "group"; readonly group: string };

/** What became of a delegation or a "not now". `over`: there is no such open question. `full`: it has as many as it may. */
export type Changed = "done" | "over" | "blocked" | "full";

/** A question as it is listed for people. */
export type TeamQuestion = QuestionSummary &
  QuestionFacts & {
    readonly machine: Pick<Machine, "id" | "name" | "owner">;
    /** Oldest first. Empty for most: one answer is enough. */
    readonly votes: readonly Vote[];
    /** Oldest first; the last one counts. */
    readonly delegations: readonly Delegation[];
    /** Who said "not now", and until when it is out of their way. It stays open for everyone. */
    readonly postponed: readonly { readonly person: PersonName; readonly until: string }[];
  };

/** How a question ended, and who ended it. */
export type TeamOutcome =
  | {
      readonly kind: "answered";
      readonly at: string;
      /** Those whose answer counts: one person, or as many as were needed. Empty: given with access to the database. */
      readonly by: readonly PersonName[];
      /** `applied`: at least a part was approved. */
      readonly result: "applied" | "rejected";
      /** Null once contents are deleted. */
      readonly decision: Decision | null;
    }
  | { readonly kind: "closed"; readonly at: string; readonly because: ClosedBecause };

/** One question with its content. */
export type TeamRead =
  | {
      readonly kind: "question";
      readonly listed: TeamQuestion;
      readonly question: Question;
      readonly outcome: TeamOutcome | null;
    }
  /** Its content was deleted, or cannot be read for the reason given. */
  | {
      readonly kind: "listed";
      readonly listed: TeamQuestion;
      readonly outcome: TeamOutcome | null;
      readonly reason: string;
    }
  | { readonly kind: "unknown" };

/** An answer of a person, checked by the rules before it comes here. */
export type TeamAnswer = {
  readonly id: string;
  readonly decision: Decision;
  readonly person: PersonName;
  /** How many people must give the same decision before anything is applied. A rejection always needs one. */
  readonly needed: 1 | 2;
  /**
   * Asked, inside the transaction that decides, about everyone who voted for it before, with their groups as the store
   * knows them now. False: their vote is taken back. Missing: they may.
   */
  readonly mayStill?: (person: Person) => boolean;
};

/** What became of a person's answer. */
export type TeamDecided =
  | {
      readonly kind: "won" | "lost";
      readonly decision: Decision;
      readonly by: readonly PersonName[];
      readonly at: string;
    }
  /** It counts as a vote; the question waits for someone else to decide the same. */
  | { readonly kind: "voted"; readonly votes: readonly Vote[]; readonly needed: number }
  /** This person was blocked. Nothing was recorded. */
  | { readonly kind: "blocked" }
  | Exclude<Decided, { readonly kind: "won" | "lost" }>;

/** Which open questions a queue lists. All that are given must match. */
export type QueueFilter = {
  readonly repository?: string;
  /** Only those asked by this machine. */
  readonly machine?: string;
  /** Leaves out what this person has postponed until later. */
  readonly forPerson?: string;
} & PageRequest;

/** Which ended questions a history lists, newest first. All that are given must match. */
export type HistoryFilter = {
  readonly repository?: string;
  /** Only those that this person answered, alone or with others. */
  readonly person?: string;
  /** Text in the description or in a path; upper and lower case are the same. */
  readonly text?: string;
  readonly outcome?: "answered" | ClosedBecause;
  /** ISO 8601: ended at or after, and before. */
  readonly from?: string;
  readonly to?: string;
} & PageRequest;

/** `after`: the `next` of an earlier page. */
export type PageRequest = { readonly after?: string; readonly limit?: number };

/** `next` is null on the last page. */
export type Page<T> = { readonly rows: readonly T[]; readonly next: string | null };

export type EndedQuestion = TeamQuestion & { readonly outcome: TeamOutcome };

/** One row per repository with open questions: for a queue and for metrics. */
export type QueueCount = {
  readonly repository: string;
  readonly open: number;
  /** When the oldest open one was asked. */
  readonly oldest: string;
};

/** As an inbox's event, with what people see of a question. `changed`: a vote, a delegation or a "not now" was added. */
export type TeamEvent = { readonly cursor: string } & (
  | { readonly kind: "snapshot"; readonly open: readonly TeamQuestion[] }
  | TeamHappened
);

/** An event without its place in the order of events. */
export type TeamHappened =
  | { readonly kind: "question" | "changed"; readonly question: TeamQuestion }
  | { readonly kind: "ended"; readonly question: TeamQuestion; readonly outcome: TeamOutcome };
