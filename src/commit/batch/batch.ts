// The nouns of writing: a batch that is wanted, and what became of it.

import type { Code, Version } from "../../base/index.ts";
import type { State } from "../../state/index.ts";
import type { Directory } from "./directories.ts";
import type { LeftFiles } from "./journal-draft.ts";
import type { Step } from "./step.ts";
import type { Progress } from "../types.ts";

/** What became of one change. */
export type WriteResult =
  | { readonly kind: "written" }
  | { readonly kind: "stale"; readonly found: Version | null }
  | { readonly kind: "failed"; readonly code: Code; readonly message: string }
  | { readonly kind: "unknown"; readonly message: string }
  /** Left as it was, or put back, because another change of the batch could not be made. */
  | { readonly kind: "held" };

export type BatchOutcome =
  /** Nothing was written: these changes are no longer about the file that was approved. */
  | { readonly kind: "stale"; readonly found: ReadonlyMap<number, Version | null> }
  /** Nothing was written: the journal cannot be kept. */
  | { readonly kind: "refused"; readonly code: Code; readonly message: string }
  /** Nothing was written: the signal fired in time. */
  | { readonly kind: "cancelled" }
  | {
      readonly kind: "carried";
      readonly results: ReadonlyMap<number, WriteResult>;
      /** Something was written, or may have been: there is a batch to take back. */
      readonly kept: boolean;
      readonly state: "done" | "interrupted";
      readonly warnings: readonly string[];
    };

export type BatchRequest = {
  readonly state: State;
  readonly id: string;
  readonly at: string;
  readonly decidedBy: string;
  readonly atomic: boolean;
  readonly undoes: string | null;
  readonly steps: readonly Step[];
  /** Of an undo: what it leaves as it is. */
  readonly left?: LeftFiles | undefined;
  /** Directories to remove in the end if they are empty then, outermost first. */
  readonly emptied: readonly Directory[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
};
