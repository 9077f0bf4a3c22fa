// The reviewer's state and what can happen to it, for a terminal and a browser alike. Plain data, no screen in it.
// A page is one thing to decide: a changed file, an edit that has no one place yet, or a question of one line.

import type {
  ApprovalPayload,
  ChangePayload,
  Comment,
  Decision,
  OpenEdit,
  Remember,
  ReviewPurpose,
} from "../approval/index.ts";
import type { LineChange, LineRange, Text } from "../text/index.ts";
import type { Bulk, TreeNode } from "./overview-types.ts";

/** A question being reviewed. Made by `openReview`, changed only by `reduce`. */
export type Review = {
  readonly approvalId: string;
  /** Of a work tree, applying a page keeps its change and rejecting it reverts it. */
  readonly purpose: ReviewPurpose;
  /** Leaving it is no answer: it waits in the inbox, for this reviewer or another. */
  readonly staysOpen: boolean;
  /** Which changes are not part of it, as a sentence; null when all are. */
  readonly notShown: string | null;
  readonly pages: readonly Page[];
  /** Index of the page on the screen, or of the one that was there before the overview. */
  readonly at: number;
  /** What the screen shows: one page, or the overview of all. */
  readonly showing: "page" | "overview";
  readonly overview: Overview;
  /** How a change is laid out; "auto": side by side where there is room and something is replaced. */
  readonly columns: "auto" | "one" | "two";
  readonly stage: Stage;
  /** False from each turn of the page until it was painted: what is not on the screen cannot be approved. */
  readonly painted: boolean;
  /** Said once above the question: an editor that failed, a key that does not fit here. */
  readonly notice: string | null;
  /** The rule to keep, from the last "always", and the pages it was agreed to for: it counts while they are applied as suggested. */
  readonly remember: { readonly rule: Remember; readonly pages: readonly number[] } | null;
  /** What an editor closed without a change means. */
  readonly editorNoChange: EditorNoChange;
};

/** Where the person is in the overview. */
export type Overview = {
  readonly tree: readonly TreeNode[];
  /** The key of the row under the cursor. */
  readonly cursor: string;
  /** First row on the screen, and how many fit: as it was painted. */
  readonly top: number;
  readonly height: number;
  /** Only paths with this text in them; "" for all. */
  readonly filter: string;
  /** Paths of folders. */
  readonly folded: ReadonlySet<string>;
};

/** What an editor closed without saving means. Saved without changes, it applies. */
export type EditorNoChange = "apply" | "ask";

/** One thing to decide. */
export type Page = ChangePage | OpenPage | PlainPage;

export type ChangePage = Scrolled & {
  readonly kind: "change";
  readonly payload: ChangePayload;
  /** The same question about `proposal`: its title, counts and risks are those of what is on the screen. */
  readonly shown: ChangePayload;
  readonly before: Text | null;
  /** What would be written if every change were chosen: the suggestion, or what the person made of it. Null deletes. */
  readonly proposal: Text | null;
  /** The person changed the suggestion in an editor. */
  readonly edited: boolean;
  /** The diff from `before` to `proposal`; what `chosen` and `hunk` count. */
  readonly changes: readonly LineChange[];
  /** The same before any of them was split; the same object as `changes` when none was. */
  readonly unsplit: readonly LineChange[];
  /** Indexes into `changes`. */
  readonly chosen: ReadonlySet<number>;
  /** The change the cursor is on. */
  readonly hunk: number;
  /** The person went there: a screen marks it. */
  readonly isMarked: boolean;
  readonly view: "change" | "whole";
  /** All of the model's words about it are shown, not only their beginning. */
  readonly isExplained: boolean;
  /** Equal lines shown around a change. */
  readonly context: number | "all";
  /** Lines of `before` shown as well (0-based): folds that were opened. In order, apart. */
  readonly opened: readonly LineRange[];
  readonly answer: PageAnswer | null;
  /** What an editor closed without a change did on its own, and what became of that. */
  readonly notes: readonly string[];
  readonly comments: readonly PageComment[];
};

/** On lines of the change as it was suggested. */
export type PageComment = Omit<Comment, "digest">;

/** A line of one side of the change; 1-based. */
export type LinePlace = { readonly side: Comment["side"]; readonly line: number };

export type OpenPage = Scrolled & {
  readonly kind: "open";
  readonly edit: OpenEdit;
  /** The place the cursor is on. */
  readonly place: number;
  readonly answer: { readonly kind: "place"; readonly place: number } | { readonly kind: "left" } | null;
};

/** A read, a command, or a type this version has no view for. */
export type PlainPage = Scrolled & {
  readonly kind: "plain";
  readonly payload: ApprovalPayload;
  readonly answer: PageAnswer | null;
};

export type PageAnswer = { readonly kind: "apply" } | { readonly kind: "reject"; readonly reason: string | null };

type Scrolled = {
  /** First row on the screen. */
  readonly top: number;
  readonly seen: Seen;
};

/** Which rows of a page were on the screen. Rows are counted in one layout; another width starts from zero. */
export type Seen = {
  readonly layout: string;
  readonly rows: number;
  readonly height: number;
  /** In order, apart. */
  readonly ranges: readonly RowRange[];
  /** Once true they stay true: the same text in another width was seen too. */
  readonly all: boolean;
  /** The title and the warnings were on the screen, and the first row below them. */
  readonly start: boolean;
  /** The last row was on the screen. */
  readonly end: boolean;
};

/** 0-based, half open. */
export type RowRange = { readonly from: number; readonly to: number };

/** What the review is waiting for. `settled` holds the decision. */
export type Stage =
  | { readonly kind: "reading" }
  /** Arrows move between changes; a key chooses or leaves the one under the cursor. */
  | { readonly kind: "choosing" }
  | { readonly kind: "reason"; readonly text: string }
  | {
      readonly kind: "remembering";
      readonly offers: readonly Remember[];
      readonly offer: number;
      readonly all: boolean;
    }
  /** Approved files are there: they are kept, or nothing is. */
  | { readonly kind: "stopping" }
  /** `back`: the stage whose keys it shows, and that it returns to. */
  | { readonly kind: "help"; readonly top: number; readonly back: "reading" | "choosing" }
  /** A comment on the lines from `anchor` to `at`, both on one side; `text` is null until they are chosen. */
  | { readonly kind: "commenting"; readonly anchor: LinePlace; readonly at: LinePlace; readonly text: string | null }
  /** A text in the change: typed, then gone through. `at`: which of its matches is shown, null when there is none. */
  | {
      readonly kind: "searching";
      readonly text: string;
      readonly isTyping: boolean;
      readonly at: number | null;
      /** The line of the new text (0-based) it starts from. */
      readonly from: number;
    }
  /** The filter of the overview is being typed. */
  | { readonly kind: "filtering" }
  /** One answer for several files, not given yet. */
  | { readonly kind: "bulk"; readonly bulk: Bulk }
  /** The editor has the screen; every key belongs to it. `hunk`: it has this change alone. */
  | { readonly kind: "editing"; readonly hunk?: number }
  | { readonly kind: "settled"; readonly decision: Decision };

/** What a screen reports: what it painted, and what the person did. */
export type ReviewEvent =
  /** What the screen shows now of the page. `height` is how many rows fit. */
  | {
      readonly kind: "page-painted";
      readonly page: number;
      readonly view: "change" | "whole";
      readonly layout: string;
      readonly rows: number;
      /** How many of the rows are above what is asked about. */
      readonly lead: number;
      readonly height: number;
      readonly from: number;
      readonly to: number;
      /** What is asked, and something of what it is asked about, are there. A screen can be too small for that. */
      readonly isAnswerable: boolean;
    }
  /** The overview is on the screen, and what is asked there. `from`: its first row; `height`: how many fit. */
  | {
      readonly kind: "overview-painted";
      readonly from: number;
      readonly height: number;
      readonly isAnswerable: boolean;
    }
  /** The overview, or back to the page. */
  | { readonly kind: "overview-asked" }
  | { readonly kind: "cursor-moved"; readonly by: number }
  /** Opens the file under the cursor; folds or unfolds a folder. */
  | { readonly kind: "row-opened" }
  /** Of the folder under the cursor; `fold` on a file or on a folded folder goes to the folder it is in. */
  | { readonly kind: "row-folded"; readonly fold: boolean }
  | { readonly kind: "filter-asked" }
  | { readonly kind: "filter-typed"; readonly text: string }
  | { readonly kind: "filter-kept" }
  | { readonly kind: "filter-cleared" }
  /** One answer for the row under the cursor, or for everything that has none. Asks; answers nothing. */
  | { readonly kind: "bulk-asked"; readonly action: Bulk["action"]; readonly of: "row" | "rest" }
  | { readonly kind: "bulk-confirmed" }
  /** A no to it: to everything where it is the whole question, else back to the overview. */
  | { readonly kind: "bulk-declined" }
  | { readonly kind: "page-turned"; readonly by: number }
  /** `rows`: how many there are now, when that is not what was painted last. */
  | { readonly kind: "page-scrolled"; readonly to: number; readonly rows?: number }
  | { readonly kind: "context-changed"; readonly to: number | "all" }
  /** Shows these lines of the old text (0-based), which were folded. */
  | { readonly kind: "fold-opened"; readonly from: number; readonly to: number }
  | { readonly kind: "folds-closed" }
  /** All of the model's words, or their beginning. */
  | { readonly kind: "explanation-switched" }
  | { readonly kind: "columns-changed"; readonly to: Review["columns"] }
  | { readonly kind: "view-changed" }
  | { readonly kind: "page-applied" }
  | { readonly kind: "page-rejected"; readonly reason: string | null }
  | { readonly kind: "reason-asked" }
  | { readonly kind: "reason-typed"; readonly text: string }
  | { readonly kind: "choosing-asked" }
  | { readonly kind: "hunk-moved"; readonly by: number }
  | { readonly kind: "hunk-reached"; readonly hunk: number }
  | { readonly kind: "hunk-switched"; readonly hunk: number }
  /** Into smaller changes, each taken or left alone. While choosing. */
  | { readonly kind: "hunk-split"; readonly hunk: number }
  /** Every change as it was before it was split. */
  | { readonly kind: "hunks-joined" }
  | { readonly kind: "place-moved"; readonly by: number }
  /** `from`: the line of the new text at the top of the screen (0-based). */
  | { readonly kind: "search-asked"; readonly from: number }
  | { readonly kind: "search-typed"; readonly text: string }
  | { readonly kind: "search-kept" }
  | { readonly kind: "search-moved"; readonly by: 1 | -1 }
  /** `all`: everything in this question and from now on in this session; else one of the offers for this page. */
  | { readonly kind: "always-asked"; readonly all: boolean }
  | { readonly kind: "offer-moved"; readonly by: number }
  | { readonly kind: "offer-taken" }
  /** `hunk`: this change alone, as `hunkText` gives it; what comes back is its text alone too. */
  | { readonly kind: "editor-opened"; readonly hunk?: number }
  | { readonly kind: "editor-closed"; readonly outcome: Edited }
  | { readonly kind: "comment-asked"; readonly place: LinePlace }
  /** `extend`: from the line where it began up to this one. */
  | { readonly kind: "comment-moved"; readonly place: LinePlace; readonly extend: boolean }
  | { readonly kind: "comment-opened" }
  | { readonly kind: "comment-typed"; readonly text: string }
  /** An empty text takes the comment away. */
  | { readonly kind: "comment-saved" }
  | { readonly kind: "help-asked" }
  | { readonly kind: "help-scrolled"; readonly to: number }
  /** Leaves a stage for the question; nothing is answered. */
  | { readonly kind: "stage-left" }
  | { readonly kind: "stop-asked" }
  | { readonly kind: "stop-confirmed"; readonly keep: boolean }
  | { readonly kind: "notice-given"; readonly text: string }
  /** Interrupted, or the terminal is gone: everything is a no. */
  | { readonly kind: "review-cut"; readonly reason: string };

export type Edited =
  /** `notes` say what of the editor's own changes was undone: line endings, a last line break. */
  | { readonly kind: "changed"; readonly content: string; readonly notes?: readonly string[] }
  /** `saved`: the file was written, without changes. `atOnce`: so soon that no one can have looked, which is no answer. */
  | {
      readonly kind: "unchanged";
      readonly notes?: readonly string[];
      readonly saved?: boolean;
      readonly atOnce?: boolean;
    }
  | { readonly kind: "failed"; readonly message: string };
