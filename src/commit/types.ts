// What a commit leaves behind: one outcome per file, one result per block.

import type { Code, Version, WorkspacePath } from "../base/index.ts";
import type { Diagnostics, ErrorType } from "../edits/index.ts";

declare const receiptId: unique symbol;
export type ReceiptId = string & { readonly [receiptId]: true };

export type FileOutcome = { readonly path: WorkspacePath; readonly to: WorkspacePath | null } & (
  | {
      readonly kind: "written";
      readonly before: Version | null;
      readonly after: Version | null;
      /** Hunks of the plan that the person left out. */
      readonly hunksLeft: readonly number[];
      readonly userModified: boolean;
    }
  | { readonly kind: "rejected"; readonly reason: string | null }
  | { readonly kind: "stale"; readonly found: Version | null }
  | { readonly kind: "failed"; readonly code: Code; readonly message: string }
  | { readonly kind: "unknown"; readonly message: string }
);

export type Status = "APPLIED" | "VALIDATED" | "ALREADY_APPLIED" | "FAILED" | "SKIPPED" | "NOT_IN_CONTEXT";

/** Wire shape: one per block of the answer, in its order. */
export type BlockResult = {
  readonly file_path: string | null;
  readonly status: Status;
  readonly message: string;
  readonly error_type: ErrorType | null;
  readonly line: number | null;
  readonly lines_changed: number;
  readonly user_modified: boolean;
  readonly diagnostics:
    | (Omit<Diagnostics, "candidate"> & {
        readonly candidate: Omit<NonNullable<Diagnostics["candidate"]>, "change"> | null;
      })
    | null;
};

export type Receipt = {
  /** null when nothing was written. */
  readonly id: ReceiptId | null;
  readonly state: "done" | "interrupted" | "delegated";
  readonly files: readonly FileOutcome[];
};
