// The nouns of editing: what a model proposed, where it lands, and why it does not.

import type { Code, Digest, Frozen, RealPath, Version, WorkspacePath } from "../base/index.ts";
import type { LineRange, Snapshot, Text } from "../text/index.ts";
import type * as z from "zod/mini";
import type { Format } from "./formats/table.ts";
import type { CauseSchema, DiagnosticsSchema, ErrorTypeSchema } from "./result-schema.ts";

/** The format an edit is written in. */
export type { Format };

declare const editId: unique symbol;
/** The place of an edit in its answer: "1", "2", … */
export type EditId = string & { readonly [editId]: true };

/** Where in the answer the edit is, in UTF-16 units. A tool call has format "tool" and 0, 0. */
export type Source = {
  readonly format: Format | "tool";
  readonly from: number;
  readonly to: number;
  /** What the tool calls the text to find. Default: "old_string", for a call that was not read from an answer. */
  readonly parameter?: string;
};

/**
 * One contiguous change inside a patch. Lines with their endings as the model wrote them; the last line of
 * `find` or `put` has no ending exactly when `noFinalNewline` says so for its side.
 * An empty `find` adds lines: before line `at.line` (one past the last line = at the end), else directly after
 * the last `at.after` line, else at the end when `at.end`; with none of the three the place is not known.
 */
export type Chunk = {
  readonly find: string;
  readonly put: string;
  readonly at: {
    /** 1-based line the header names; chooses among several exact places, never moves an edit to an inexact one. */
    readonly line: number | null;
    /** Lines that must come, in this order, somewhere before the place (`@@ class Foo`, `@@ def bar`). */
    readonly after: readonly string[];
    /** The find text must end at the end of the file. */
    readonly end: boolean;
    /** The one place a person chose; then nothing else chooses. */
    readonly pin?: Pin;
  };
  /**
   * One character for each line of the hunk, in its order: " " kept, "-" taken out, "+" put in. Says which of several
   * equal lines stays (its ending stays with it). Without it, kept lines are found by comparing find with put.
   */
  readonly steps?: string;
  /**
   * Chunks that the answer has under one header share a number; those of a later header have a greater one. Missing is
   * 0. Later ones may be meant for the file as it was, or as the earlier ones leave it.
   */
  readonly part?: number;
  /** Lines that another reading of the hunk takes out. When they are in the file too, neither reading is taken. */
  readonly rival?: string;
  /** The put text ends without a line break on purpose ("\ No newline at end of file" on the new side). */
  readonly noFinalNewline: { readonly old: boolean; readonly new: boolean };
};

/**
 * A place that was chosen, bound to the text it was chosen in, so that it never slips to another one. 0-based, in the
 * file as the edits before left it.
 */
export type Pin = {
  readonly line: number;
  /** Where in the line the place begins; 0 for whole lines. */
  readonly column: number;
  /** How many lines it touches. */
  readonly count: number;
  /** The whole text the place was chosen in. */
  readonly text: Version;
  /** The first line in the file itself, and the file's content, when all lines are the file's own. */
  readonly home: { readonly line: number; readonly base: Version } | null;
};

/** How an edit without one exact place got one. */
export type Placed = {
  readonly by: "person" | "flag";
  /** The change as the answer has it. */
  readonly asked: Change;
  /** `rule`: the softer rule that found the place; null when the text matches exactly. Lines are 1-based. */
  readonly choices: readonly {
    readonly rule: string | null;
    readonly line: number;
    /** Of edits that exclude each other: the 1-based line of the answer that has the chosen one. */
    readonly answerLine?: number;
  }[];
};

/** What to do, independent of the format it was written in. */
export type Change =
  /** `lines`: find is whole lines and matches whole lines; `chars`: any run of characters. */
  | {
      readonly kind: "replace";
      readonly find: string;
      readonly put: string;
      readonly match: "chars" | "lines";
      readonly all: boolean;
      /** 1-based line of the file before any edit, which chooses among several exact places and does nothing else. */
      readonly line?: number;
      /** The one place a person chose; then nothing else chooses. */
      readonly pin?: Pin;
    }
  /**
   * All chunks land or none does. `to` renames the file as well. `inQuote`: the diff begins on a quoted line ("> ") of an
   * answer that has edits in other formats: of a file that does not exist it is a quotation.
   */
  | {
      readonly kind: "patch";
      readonly chunks: readonly Chunk[];
      readonly to: string | null;
      readonly inQuote?: true;
    }
  | { readonly kind: "create"; readonly content: string }
  | { readonly kind: "overwrite"; readonly content: string; readonly doubt?: Doubt }
  /** `expect`: what the answer believes the file holds; other content is not deleted. */
  | { readonly kind: "delete"; readonly expect?: string }
  | { readonly kind: "move"; readonly to: string }
  /**
   * One block that can be read in several ways. Planning makes the only reading that fits the file; when several fit,
   * or a rival does, none is made. `why` says what is unclear, as a sentence.
   */
  | {
      readonly kind: "either";
      readonly readings: readonly Change[];
      /** Readings that are never made. `ifRuled`: likely only in a file that has lines of signs alone. */
      readonly rivals: readonly { readonly change: Change; readonly ifRuled: boolean }[];
      readonly why: string;
    };

/** Why text that is shown for a file may not be its new content. Missing where there is no doubt. */
export type Doubt =
  /** It may show a part of the file. */
  | { readonly kind: "quotation"; readonly line?: number; readonly canConfirm?: boolean }
  /**
   * The answer has edits in other formats: only a file that is not there is made of it. For one that is there, a person may
   * confirm it; `line` is the 1-based line of the answer.
   */
  | { readonly kind: "mixed"; readonly line?: number; readonly canConfirm?: boolean }
  /** The answer is not applied at all: a part of the file only shows it. */
  | { readonly kind: "unapplied" };

/**
 * What made a passage of the answer look like an edit, where that is not certain. A person who sees the reading next to
 * the change may confirm it; without one it is FAILED `unsure`. No rule and no flag confirms it.
 */
export type Likely = {
  /** Follows "line 12 of the answer: ", without a full stop: `"### 1. lib/a.js (new file)" names the file`. */
  readonly reading: string;
  /** 1-based line of the answer that the reading is about. */
  readonly line: number;
  /** What is uncertain, and how to write it so that it is certain: sentences for the one who wrote the answer. */
  readonly why: string;
  /** It is among the thoughts of the model, which come before its answer: it competes with no edit outside of them. */
  readonly isThought?: true;
  /** The words of the answer above code that may be a part of a file: they may say where it goes. */
  readonly lead?: string;
  /** It is a part of its file, never the whole: the lines that it replaces, or null when nothing names them. */
  readonly suggests?: LineRange | null;
};

/** One block of an answer, with the path as the model wrote it. */
export type Proposed = { readonly source: Source } & (
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly change: Change;
      /** Missing for an edit that is certain. */
      readonly likely?: Likely;
    }
  | {
      readonly kind: "broken";
      readonly path: string | null;
      /** `unsure`: it looks like an edit, but nothing says which file it changes, or how. */
      readonly error: "malformed_block" | "incomplete" | "unsure";
      readonly message: string;
    }
);

/** A block whose path was checked. `change.to` is a checked path too. */
export type Edit = {
  readonly id: EditId;
  readonly path: WorkspacePath;
  readonly source: Source;
  readonly change: Change;
  /** Missing for an edit that needs no help. */
  readonly placed?: Placed;
  /** Its 1-based line in the answer, and whether a person could confirm it if it turns out to be only likely. */
  readonly origin?: { readonly line: number; readonly canConfirm: boolean };
  /** Missing for an edit that is certain. `canConfirm`: a person will see the reading and decide. */
  readonly likely?: Likely & { readonly canConfirm: boolean };
  /** Missing for an edit that no other one of its answer excludes. */
  readonly rivals?: Rivals;
  /** What the answer says about it, for a reviewer to read; nothing depends on it. */
  readonly explanation?: string;
};

/** Edits of one answer of which only one can be meant. None is made until a person has chosen. */
export type Rivals = {
  /** In the order of the answer, the edit itself among them. */
  readonly all: readonly EditId[];
  /** Null until a person has chosen. `line`: its 1-based line in the answer. */
  readonly chosen: { readonly edit: EditId; readonly line: number } | null;
};

/** What is at a path when planning begins. */
export type Found =
  | { readonly kind: "text"; readonly snapshot: Snapshot }
  /** `real`: where a file would be made. */
  | { readonly kind: "absent"; readonly real: RealPath }
  | { readonly kind: "refused"; readonly code: Code; readonly message: string };

export type ErrorType = z.infer<typeof ErrorTypeSchema>;

/** Why an edit has no one exact place. */
export type Cause = z.infer<typeof CauseSchema>;

/** A place that fits under a named softer rule. A proposal: nothing applies it silently. */
export type Candidate = {
  readonly rule: string;
  /** 1-based first line of the place. */
  readonly line: number;
  readonly unified_diff: string;
  /** The exact edit that would be made if a person accepts it. */
  readonly change: Extract<Change, { kind: "replace" | "patch" }>;
};

/** `diagnostics` of a report, with the candidate's exact `change` on top: that stays inside. */
export type Diagnostics = Omit<Frozen<z.infer<typeof DiagnosticsSchema>>, "candidate"> & {
  readonly candidate: Candidate | null;
};

/** Why an edit has no place. `message` alone must be enough to fix the edit. */
export type Miss = {
  readonly error: ErrorType;
  readonly code: Code;
  readonly message: string;
  readonly diagnostics: Diagnostics | null;
};

/** What became of one edit in planning. */
export type EditPlan = { readonly edit: EditId } & (
  | {
      readonly kind: "change";
      /** 1-based line, in the file as this edit found it, where the change begins. */
      readonly line: number;
      /** 1-based line of the first match. */
      readonly matchLine: number;
      /** max(added, removed) summed over the edit's own changes. */
      readonly linesChanged: number;
      readonly replacements: number;
      /** What was asked for and not done; missing when nothing. */
      readonly note?: string;
    }
  | {
      readonly kind: "already";
      readonly line: number | null;
      readonly message: string;
      /** It only shows what the file has: no edit. */
      readonly isQuoted?: true;
    }
  | { readonly kind: "miss"; readonly why: Miss }
);

/** A run of lines that changes, without context; `index` counts from 0 within the file. */
export type Hunk = {
  readonly index: number;
  readonly old: LineRange;
  readonly new: LineRange;
  readonly edits: readonly EditId[];
};

/** The sum of all edits on one file. base null = the file is to be created; after null = to be deleted. */
export type FilePlan = {
  readonly path: WorkspacePath;
  readonly to: WorkspacePath | null;
  /** Where the two led when the plan was made. Rules, question, write and undo use these and follow no link. */
  readonly real: RealPath;
  readonly toReal: RealPath | null;
  readonly base: Version | null;
  readonly after: Version | null;
  readonly before: Text | null;
  /** The old bytes of a file that is not text; such a file can only be deleted, and `before` is null. */
  readonly raw?: Uint8Array;
  readonly result: Text | null;
  readonly mode: number | null;
  readonly links: number;
  readonly hunks: readonly Hunk[];
  readonly edits: readonly EditId[];
  /** Of path, to, where they led, base, after. */
  readonly digest: Digest;
};

/** Every edit has exactly one entry in `results`, in order; every file that would change one in `files`. */
export type ChangePlan = {
  readonly edits: readonly Edit[];
  readonly files: readonly FilePlan[];
  readonly results: readonly EditPlan[];
};
