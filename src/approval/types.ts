// The nouns of asking: a payload that shows everything, a decision bound to what was shown.
// Plain data. Wire names stay as others know them (snake_case, `type`, `action`).

import type { Frozen } from "../base/index.ts";
import type * as z from "zod/mini";
import type { ActorSchema, AnswerSchema, CommentSchema, DecisionSchema } from "./decision/decision-schema.ts";
import type { ApprovalPayload, RiskSchema } from "./schema.ts";

/** Who answered. */
export type Actor = Frozen<z.infer<typeof ActorSchema>>;

/** Something a careful reader would want pointed out. Shown, never blocking by itself. */
export type Risk = Frozen<z.infer<typeof RiskSchema>>;

/** One answer per file, bound to the question (`digest`) and to the bytes shown (`after`). */
export type Answer = Frozen<z.infer<typeof AnswerSchema>>;

/**
 * `remember`: only a reviewer that has shown everything may carry a rule to keep. `places`: the files of the open edits
 * are planned again and asked about again; answers in `items` for those files do not count.
 */
export type Decision = Frozen<z.infer<typeof DecisionSchema>>;

/** What a person wrote about lines of a change. */
export type Comment = Frozen<z.infer<typeof CommentSchema>>;

/** What an answer decides: whether a change is made, or whether one that was made is kept. */
export type ReviewPurpose = "approve" | "work-tree";

/** What a reviewer is given in addition to the question. */
export type ReviewOptions = {
  readonly signal?: AbortSignal;
  /** The n-th chunk of a `write_large` in this question, by its URL. Missing where content is never held back. */
  readonly fetch?: (url: string) => Promise<string>;
  /** Set for a question of another process: who asks. Leaving such a question answers nothing, so it stays open. */
  readonly askedFrom?: string;
  /**
   * `work-tree`: the changes are on disk already. Applying one keeps it, rejecting it brings back what was there before.
   * Default: `approve`.
   */
  readonly purpose?: ReviewPurpose;
  /** Shown once above the question: sentences. */
  readonly notice?: string;
};

/**
 * Shows a payload to the person or program that decides and returns the decision. It answers the approval_id it was asked, at most
 * one answer per digest; what it leaves out counts as rejected. It never writes to the workspace.
 */
export interface Reviewer {
  ask(payload: ApprovalPayload, options: ReviewOptions): Promise<Decision>;
}
