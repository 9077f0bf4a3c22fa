// The wire shapes that only commands print, defined here and nowhere else. Paths are as the person calls them.

import * as z from "zod/mini";
import type { Frozen } from "../base/index.ts";

export const UndoReportSchema = z.object({
  /** Null when there was nothing to take back and no receipt was named. */
  receipt_id: z.nullable(z.string()),
  restored: z.array(z.string()),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** The receipt of the undo itself: undoing it brings the change back. Null when nothing was restored. */
  undo_id: z.nullable(z.string()),
  /** There only when nothing was found to take back. */
  error: z.exactOptional(z.object({ code: z.string(), message: z.string() })),
});

export const LogSchema = z.array(
  z.object({
    receipt_id: z.string(),
    /** ISO 8601, UTC. */
    at: z.string(),
    /** `hook`: no one was asked here; the other program asked its own user, or was to. */
    decided_by: z.string(),
    /** What was written, or may have been. While it is `delegated`: what another program may yet write. */
    files: z.array(z.string()),
    /**
     * `undone`: all of it was taken back. `delegated`: another program may write it, and has not so far. `differs`: that
     * program wrote something else. `interrupted` without files: it was never written.
     */
    state: z.enum(["done", "interrupted", "undone", "delegated", "differs"]),
    /** Those of `files` that were taken back, when that is only a part of them. */
    restored: z.optional(z.array(z.string())),
    /** Of an undo: the receipt that it took back. */
    undoes: z.optional(z.string()),
    /** Who was to write it, such as `hook:codex`. Not there where galley wrote it itself. */
    delegated_to: z.optional(z.string()),
    /** False when it cannot be undone: another program has not written it, it was written to memory or a container, or its old content is not kept any more. */
    undoable: z.optional(z.literal(false)),
  }),
);

export const ReviewReportSchema = z.object({
  kept: z.array(z.string()),
  /** As a whole, or some of its changes. */
  reverted: z.array(z.string()),
  /** Those of `reverted` of which some changes were kept. */
  reverted_in_part: z.array(z.string()),
  /** Why, where the reviewer gave a reason. Not there where none was given. */
  reasons: z.optional(z.array(z.object({ path: z.string(), reason: z.string() }))),
  edited: z.array(z.string()),
  /** Left as they are, against the decision. */
  failed: z.array(z.object({ path: z.string(), reason: z.string() })),
  comments: z.array(
    z.object({
      path: z.string(),
      side: z.enum(["old", "new"]),
      /** 1-based; `to` is the last line. */
      from: z.int(),
      to: z.int(),
      text: z.string(),
    }),
  ),
  /** Undoing it brings back what was reverted. Null when nothing was written. */
  receipt_id: z.nullable(z.string()),
});

export type ReviewReport = Frozen<z.infer<typeof ReviewReportSchema>>;
export type UndoReport = Frozen<z.infer<typeof UndoReportSchema>>;
export type LogReport = Frozen<z.infer<typeof LogSchema>>;
