// What a turn is given, and how it ends.

import type { ApplyReport } from "../../tools/index.ts";
import type { ToolApprovalCallback } from "../approve.ts";
import type { StreamComplete } from "../context/complete.ts";
import type { Display, Receipt } from "../display/display.ts";
import type { Model, ModelErrorCode, Usage } from "../model.ts";
import type { Mode } from "../prompt.ts";
import type { Session } from "../session.ts";
import type { Limits } from "./limits.ts";
import type { RetryPolicy } from "./request.ts";

/** What one turn of `runWithApprovals` is given. */
export type RunOptions = {
  readonly model: Model;
  readonly session: Session;
  /** What the user says; null continues where a turn was stopped. INVALID_ARG when there is nothing to continue. */
  readonly prompt: string | null;
  /** Null: no one is there, and whatever needs approval is denied. */
  readonly approve: ToolApprovalCallback | null;
  /** Answers every question with yes, but never for protected paths. */
  readonly yes?: boolean;
  readonly display?: Display;
  /**
   * Called whenever the conversation has come a step further and more is to come: after the person's words, after an
   * answer with something to do in it, after each result. A session that is saved here loses no whole step to a
   * kill. `unfinished` is what the model has to know if nothing follows. The turn waits for it; it must not throw.
   */
  readonly checkpoint?: (unfinished: readonly string[]) => void | Promise<void>;
  /** `auto` means tools, and blocks for a model that turns out to have none. */
  readonly mode?: Mode | "auto";
  readonly limits?: Partial<Limits>;
  readonly patience?: Partial<RetryPolicy>;
  readonly signal?: AbortSignal;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
};

export type CallReceipt = { readonly id: string; readonly tool: string; readonly receipt: Receipt };

/** How a turn ended, and what it did. A failure of the model is a result, not an exception. */
export type TurnResult = {
  /** The last words of the model. */
  readonly text: string;
  /** Some text was shown while it streamed. */
  readonly streamed: boolean;
  readonly usage: Usage;
  readonly requests: number;
  /** Every call of the run, in order. */
  readonly receipts: readonly CallReceipt[];
  /** Files that a call was to change and that no later call has changed. */
  readonly unmade: readonly string[];
  /** The names by which undo knows what was written, oldest first. */
  readonly written: readonly string[];
  /** What became of the edits in the text of the answer; null when there were none. In tools mode none is applied. */
  readonly report: ApplyReport | null;
  /** Block mode: the same with what comes next, as `streamComplete` has it. */
  readonly complete: StreamComplete | null;
  /** What the person should know, as sentences. */
  readonly notes: readonly string[];
} & Ending;

export type Ending =
  | { readonly kind: "done" }
  /** The signal fired. */
  | { readonly kind: "interrupted" }
  /** A decision said `stop_run`. */
  | { readonly kind: "stopped" }
  | { readonly kind: "limit"; readonly limit: keyof Limits; readonly message: string }
  | { readonly kind: "failed"; readonly code: ModelErrorCode; readonly message: string };
