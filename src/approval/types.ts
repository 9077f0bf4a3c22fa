// The nouns of asking: a payload that shows everything, a decision bound to what was shown.
// Plain data. Wire names stay as others know them (snake_case, `type`, `action`).

import type { Digest, Version } from "../base/index.ts";
import type { Remember } from "./remember.ts";
import type { ApprovalPayload } from "./schema.ts";

/** Who answered. */
export type Actor =
  | { readonly kind: "person" }
  | { readonly kind: "rule"; readonly rule: string }
  | { readonly kind: "flag"; readonly flag: string }
  | { readonly kind: "hook"; readonly hook: string }
  | { readonly kind: "nobody"; readonly why: string };

/** Something a careful reader would want pointed out. Shown, never blocking by itself. */
export type Risk = {
  readonly kind: string;
  readonly message: string;
  /** 1-based line in the result, or null */ readonly line: number | null;
};

/** One answer per file, bound to the question (`digest`) and to the bytes shown (`after`). */
export type Answer = { readonly digest: Digest; readonly by: Actor } & (
  | { readonly action: "apply"; readonly hunks?: readonly number[]; readonly after: Version | null }
  | { readonly action: "modify"; readonly content: string; readonly after: Version }
  | { readonly action: "reject"; readonly reason?: string }
);

export type Decision = {
  readonly approval_id: string;
  readonly stop_run?: boolean;
  /** A rule the person asks to keep. Only a reviewer that has shown everything may carry one. */
  readonly remember?: Remember;
  /**
   * Places chosen for open edits: `place` is an index into the open edit's places. The files they are in are planned
   * again and asked about again; answers in `items` for those files do not count.
   */
  readonly places?: readonly { readonly edit: string; readonly place: number }[];
  readonly items: readonly Answer[];
};

export type ReviewOptions = {
  readonly signal?: AbortSignal;
  /** The n-th chunk of a `write_large` in this question, by its URL. Missing where content is never held back. */
  readonly fetch?: (url: string) => Promise<string>;
};

/**
 * Shows a payload to whoever decides and brings back their decision. It answers the approval_id it was asked, at most
 * one answer per digest; what it leaves out counts as rejected. It never writes to the workspace.
 */
export interface Reviewer {
  ask(payload: ApprovalPayload, options: ReviewOptions): Promise<Decision>;
}
