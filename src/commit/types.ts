// What a commit leaves behind: one outcome per file, one result per block.

import type { Actor } from "../approval/index.ts";
import type { Code, Frozen, Version, WorkspacePath } from "../base/index.ts";
import type { BlockResultSchema, ChangePlan } from "../edits/index.ts";
import type { Text } from "../text/index.ts";
import type * as z from "zod/mini";

declare const receiptId: unique symbol;
/** Names what one commit wrote. `undo` takes it. */
export type ReceiptId = string & { readonly [receiptId]: true };

/** What became of one file of a plan. */
export type FileOutcome = { readonly path: WorkspacePath; readonly to: WorkspacePath | null } & (
  | {
      readonly kind: "written";
      readonly before: Version | null;
      readonly after: Version | null;
      /** Hunks of the plan that the person left out. */
      readonly hunksLeft: readonly number[];
      /** The person edited the text in review; `hunksLeft` is then empty. */
      readonly userModified: boolean;
      /** The content of the file now. null = it was deleted. */
      readonly content: Text | null;
      /** What the person wrote about lines of the change, one a line; missing when nothing. */
      readonly comments?: string;
    }
  | { readonly kind: "rejected"; readonly by: Actor; readonly reason: string | null }
  | { readonly kind: "stale"; readonly found: Version | null }
  | { readonly kind: "failed"; readonly code: Code; readonly message: string }
  /** It may have been written or not; the message says what is known. */
  | { readonly kind: "unknown"; readonly message: string }
  /** Left as it was because of something else: approved, or never asked about. */
  | { readonly kind: "held"; readonly because: "atomic" | "cancelled" }
);

/** Wire shape: one per block of the answer, in its order. */
export type BlockResult = Frozen<z.infer<typeof BlockResultSchema>>;

/** The status of one block of an answer. */
export type Status = BlockResult["status"];

/** What was written, and the id to undo it by. */
export type Receipt = {
  /** null when nothing was written. */
  readonly id: ReceiptId | null;
  /** `interrupted`: the files are as stated here, but the log could not be written; the next start writes it. */
  readonly state: "done" | "interrupted" | "delegated";
  /** One per file of the plan, in its order; also for a file that left the plan when it was planned again. */
  readonly files: readonly FileOutcome[];
  /** What a person should know though nothing failed. */
  readonly warnings: readonly string[];
};

/** What carrying out a plan returns: the final plan (stale files were planned again) and the receipt. */
export type Carried = {
  readonly plan: ChangePlan;
  readonly receipt: Receipt;
  /** The reviewer asked to end the run. */
  readonly stopRun: boolean;
};

export type Progress = {
  readonly kind: "staged" | "written";
  readonly path: string;
  /** How many of `total` have been. */
  readonly count: number;
  readonly total: number;
};
