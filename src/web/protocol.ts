// What the page and its server say to each other, as types: both sides import this file and nothing else of the other.
// Everything is under /api and needs the cookie and the key (see security.ts). Requests that change something are POST
// with a JSON body; the server checks each body with the schema of its route. Errors are `WebError` with a 4xx status.

import type { Decision, Remember } from "../approval/index.ts";
import type { RunEvent } from "../agent/index.ts";
import type { ClosedBecause, Decided, Question, QuestionSummary } from "../inbox/index.ts";
import type { ApplyReport } from "../tools/index.ts";

/** What the page needs of other modules' types; it may not import these modules. */
export type { ApplyReport, ClosedBecause, Question, QuestionSummary, RunEvent };

/** The header that carries the key. */
export const KEY_HEADER = "x-galley-key";

export type WebError = { readonly error: { readonly code: string; readonly message: string } };

/** GET /api/state: everything the page shows at first. `cursor` is where /api/events continues. */
export type WebState = {
  readonly cursor: string;
  readonly version: string;
  /** The project's folder as the user knows it, and its last name. */
  readonly root: string;
  readonly name: string;
  readonly host: string;
  /** The config may be wrong in part; each is a sentence. */
  readonly warnings: readonly string[];
  readonly questions: readonly ListedQuestion[];
  /** Questions that cannot be shown, with the reason. */
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[];
  readonly tasks: readonly WebTask[];
  readonly conversation: WebConversation;
  readonly selection: readonly SelectedPath[];
  readonly models: WebModels;
  /** Of `galley serve`: who is signed in. Missing: the page of one user, on their own machine. */
  readonly team?: WebTeam;
};

export type WebTeam = {
  readonly person: TeamPerson & { readonly groups: readonly string[] };
};

/** Of a team. GET /api/people: those who were here and are not blocked, for delegating. */
export type TeamPeople = { readonly people: readonly TeamPerson[] };

/** Shown as `personLabel` gives it, never by the name alone. */
export type TeamPerson = { readonly id: string; readonly name: string };

/** What a team's inbox knows of a question beside what every inbox does. Lists are oldest first. */
export type TeamFacts = {
  readonly repository: string;
  readonly machine: { readonly name: string; readonly owner: string | null };
  readonly votes: readonly TeamVote[];
  readonly delegations: readonly {
    readonly by: TeamPerson;
    readonly to:
      | { readonly kind: "person"; readonly person: TeamPerson }
      | { readonly kind: "group"; readonly group: string };
    readonly at: string;
  }[];
  readonly postponed: readonly { readonly person: TeamPerson; readonly until: string }[];
};

export type TeamVote = {
  readonly person: TeamPerson;
  readonly at: string;
  readonly decision: Decision;
  /** The same for votes that decide the same. */
  readonly agrees: string;
};

/** `why_not`: a sentence, for one that does not count. */
export type CountedVote = TeamVote & { readonly why_not: string | null };

/** The team's facts are there in a team's inbox, and nowhere else. */
export type ListedQuestion = QuestionSummary & Partial<TeamFacts>;

/**
 * GET /api/events?after=CURSOR: one JSON object per line, as they happen. Where the server no longer has what came
 * after the cursor, or was started anew, the first event is `reset`: fetch the state again. `ping` keeps the
 * connection open, every 10 s.
 */
export type WebLine = { readonly cursor: string; readonly event: WebEvent };

export type WebEvent =
  | { readonly type: "reset" }
  | { readonly type: "ping" }
  | { readonly type: "question"; readonly question: ListedQuestion }
  /** Of a team: someone voted, delegated it or said "not now". */
  | { readonly type: "question-changed"; readonly question: ListedQuestion }
  | {
      readonly type: "answered";
      readonly question: QuestionSummary;
      readonly decision: Decision;
      /** Where it was answered, for people: "this page", "another tab", "a terminal". Null when it is not known. */
      readonly from: string | null;
      /** Of a team: whose answer it is. None: of someone with access to the database. */
      readonly by?: readonly TeamPerson[];
      readonly at: string;
    }
  | {
      readonly type: "gone";
      readonly question: QuestionSummary;
      readonly because: ClosedBecause;
      /** When the server saw it. */
      readonly at: string;
    }
  | { readonly type: "task"; readonly task: WebTask }
  /** One more event of the conversation; `index` counts from 0 in this conversation. */
  | { readonly type: "conversation"; readonly session_id: string; readonly index: number; readonly event: TurnEvent }
  /** Another conversation is open now: fetch it. The same one: another model was chosen. */
  | { readonly type: "conversation-opened"; readonly session_id: string; readonly model: string | null }
  | { readonly type: "selection"; readonly selection: readonly SelectedPath[] }
  /** Files on disk changed; null: which is not known. */
  | { readonly type: "files-changed"; readonly paths: readonly string[] | null }
  /** The log has a new entry, or one was undone. */
  | { readonly type: "log-changed" }
  | { readonly type: "rules-changed" };

/** GET /api/questions/ID. 404 for one that is not known. */
export type WebQuestion =
  | {
      readonly kind: "question";
      readonly question: Question;
      readonly outcome: WebOutcome | null;
      /** Of a team: whether the one who is signed in may answer, and if not, why. */
      readonly may?: MayAnswerNow;
    }
  | { readonly kind: "outcome"; readonly outcome: WebOutcome }
  | { readonly kind: "unreadable"; readonly reason: string };

export type MayAnswerNow =
  | { readonly kind: "yes"; readonly needed: 1 | 2 }
  | { readonly kind: "no"; readonly why: string };

export type WebOutcome =
  | {
      readonly kind: "answered";
      readonly decision: Decision;
      readonly at: string;
      readonly from: string | null;
      /** Of a team: whose answer counts. */
      readonly by?: readonly TeamPerson[];
    }
  | { readonly kind: "closed"; readonly because: ClosedBecause; readonly at: string };

/**
 * POST /api/questions/ID/answer. The page computes the decision (`review`); the server never makes one up. 400 for a
 * decision that is no answer to this question, which stays open; 404 for a question that is not known.
 */
export type AnswerBody = { readonly decision: Decision };
export type AnswerReply = TeamAnswerReply | Exclude<Decided, { readonly kind: "refused" | "unknown" }>;

export type TeamAnswerReply =
  /** Whose answer counts. */
  | {
      readonly kind: "won" | "lost";
      readonly decision: Decision;
      readonly by: readonly TeamPerson[];
      readonly at: string;
    }
  /** It counts as a vote: someone else must decide the same. `agreeing`: how many do so far, and may. */
  | {
      readonly kind: "voted";
      readonly votes: readonly CountedVote[];
      readonly needed: number;
      readonly agreeing: number;
    };

/** GET /api/questions/ID/team: what people see of it beside its content, also when it is over and that was deleted. */
export type TeamView = {
  readonly question: ListedQuestion;
  readonly votes: readonly CountedVote[];
  /** How many people must agree; null where that is no longer known. */
  readonly needed: 1 | 2 | null;
  readonly outcome: TeamEnd | null;
};

/** Of a team. POST /api/questions/ID/delegate: 409 where the question is no longer open. The reply is `{}`. */
export type DelegateBody = { readonly to: TeamFacts["delegations"][number]["to"] };
/** POST /api/questions/ID/postpone: out of this person's way for so long. */
export type PostponeBody = { readonly minutes: number };
/** How a question of a team ended, also when its contents are deleted. */
export type TeamEnd =
  | {
      readonly kind: "answered";
      readonly result: "applied" | "rejected";
      readonly at: string;
      readonly by: readonly TeamPerson[];
    }
  | { readonly kind: "closed"; readonly because: ClosedBecause; readonly at: string };
/** GET /api/history?text=&repository=&person=&outcome=&from=&to=&after=: questions that have ended, newest first. */
export type TeamHistory = {
  readonly rows: readonly (ListedQuestion & { readonly outcome: TeamEnd })[];
  /** For `after`; null on the last page. */
  readonly next: string | null;
};

/** Work that the page asked for. Its questions are in the inbox, with `asker.session` equal to the task's id. */
export type WebTask = {
  readonly id: string;
  readonly kind: "apply" | "review";
  readonly started_at: string;
  readonly state:
    | { readonly kind: "working" }
    | { readonly kind: "asking" }
    | {
        readonly kind: "applied";
        /** Its results are in words for the user. */
        readonly report: ApplyReport;
        /** What to send back to the model about blocks that were not applied; null when there is nothing to correct. */
        readonly retry: string | null;
      }
    | { readonly kind: "reviewed"; readonly report: WorkTreeReport }
    /** There was nothing to do; a sentence. */
    | { readonly kind: "nothing"; readonly message: string }
    | { readonly kind: "cancelled" }
    | { readonly kind: "failed"; readonly code: string; readonly message: string };
  /** For the user, as sentences; for a review also what is not part of it. */
  readonly notes: readonly string[];
};

/** As `galley review --json`, and the comments and reverts as a prompt for any agent. */
export type WorkTreeReport = {
  readonly kept: readonly string[];
  readonly reverted: readonly string[];
  /** Those of `reverted` of which some changes were kept. */
  readonly reverted_in_part: readonly string[];
  readonly edited: readonly string[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly receipt_id: string | null;
  /** "" when there is nothing to say. */
  readonly prompt: string;
};

/** POST /api/apply: text pasted from any chat. `context`: only these files count as seen. */
export type ApplyBody = { readonly text: string; readonly context?: readonly string[] };
/** POST /api/review: what is on disk already. */
export type ReviewBody = { readonly revision?: string };
/** Both reply with the task. POST /api/tasks/ID/cancel ends one; what was approved already is written. */
export type TaskReply = { readonly task: WebTask };

/** GET /api/work-tree: how much there is to review; null where there is no git repository. */
export type WorkTreeReply = { readonly changed: number | null };

/**
 * A turn as it happens: what the user said, then the events of `galley run --json`, with one difference. The text of an
 * answer comes in the order of its parts, each once: words as `text-delta` and `text-commit` (all deltas since the last
 * commit; nothing else comes between them), edit blocks as `block-start`, `block-text` and `block-end`. `retry` takes back the text, reasoning
 * and block events since the last `usage`, `retry`, `run-start` or `user-message`.
 */
export type TurnEvent =
  | { readonly type: "user-message"; readonly text: string }
  /** Of a resumed conversation: only what the model read of a call's result was kept. */
  | {
      readonly type: "recalled-result";
      readonly call_id: string;
      readonly tool: string;
      readonly content: string;
      readonly failed: boolean;
    }
  | RunEvent;

/** GET /api/conversation: the open one. */
export type WebConversation = {
  readonly session_id: string;
  readonly model: string | null;
  /** A turn is running. */
  readonly busy: boolean;
  /** Of every turn, oldest first; deltas of text that is complete are joined. */
  readonly events: readonly TurnEvent[];
  /** The `index` of the event that comes next: joined deltas count each. */
  readonly next: number;
};

/** POST /api/chat: starts a turn. POST /api/chat/stop interrupts it. POST /api/chat/new opens an empty conversation. */
export type ChatBody = { readonly text: string };
/** POST /api/chat/resume. GET /api/sessions lists those of this folder, newest first. */
export type ResumeBody = { readonly session_id: string };
export type WebSession = {
  readonly id: string;
  readonly saved_at: string;
  readonly model: string;
  /** The first words of the user. */
  readonly title: string;
};
/** POST /api/chat/model. */
export type ModelBody = { readonly model: string };

/** GET /api/models: names that can be chosen now. `advice` says what to do when there is none. */
export type WebModels = {
  readonly current: string | null;
  readonly available: readonly string[];
  readonly advice: string | null;
};

/** A file whose text every request to the model has. */
export type SelectedPath = {
  readonly path: string;
  readonly size: number;
  /** Selected because the model edited it without having seen it. */
  readonly auto_added: boolean;
};

/** POST /api/selection. The reply has those that were refused; the selection itself comes as an event too. */
export type SelectionBody = { readonly add?: readonly string[]; readonly remove?: readonly string[] };
export type SelectionReply = {
  readonly selection: readonly SelectedPath[];
  readonly refused: readonly { readonly path: string; readonly message: string }[];
};

/** GET /api/files: every file that rules let the user's model see, .gitignore honoured, sorted by path. */
export type WebFiles = {
  readonly files: readonly WebFile[];
  /** There are more than are listed. */
  readonly truncated: boolean;
};

export type WebFile = {
  readonly path: string;
  readonly size: number;
  /** What git says about it: modified, added, untracked, conflict, deleted; null for unchanged, or without git. */
  readonly git: "modified" | "added" | "untracked" | "conflict" | "deleted" | null;
  /** Changed through Galley since the server started: who asked for it ("apply", "web", "hook:claude-code", …). */
  readonly changed_by: string | null;
  /** Its name has characters that no path may hold: it is shown, and can neither be opened nor selected. */
  readonly unusable?: true;
};

/** GET /api/file?path=PATH: one file's text, to look at. Refused when it is not text or too large. */
export type WebFileContent = { readonly path: string; readonly content: string };

/** GET /api/log: changes of this folder, newest first, as `galley log --json` with what undo needs. */
export type WebLogEntry = {
  readonly receipt_id: string;
  readonly at: string;
  readonly decided_by: string;
  readonly state: string;
  /** Of an undo: the change that it took back. */
  readonly undoes: string | null;
  readonly files: readonly string[];
};

/** POST /api/undo. With `preview` nothing is written: it says what would be restored and what cannot be. */
export type UndoBody = { readonly receipt_id: string; readonly preview?: boolean };
export type UndoReply = {
  readonly receipt_id: string;
  readonly restored: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly warnings: readonly string[];
};

/** GET /api/rules: rules kept by "always". POST /api/rules/revoke takes one back. */
export type WebRule = {
  readonly id: string;
  /** The rule in words, whole. */
  readonly description: string;
  readonly rule: Remember;
  readonly created_at: string | null;
  /** It ends with the session; else it counts until it is revoked. */
  readonly session: boolean;
  /** Why it does not count now; null when it does. */
  readonly inactive: string | null;
};
export type RevokeBody = { readonly id: string };

/** GET /api/config: every key with its effective value as JSON text, and where it comes from. */
export type WebConfig = {
  readonly rows: readonly { readonly key: string; readonly value: string; readonly from: string }[];
  readonly warnings: readonly string[];
};
