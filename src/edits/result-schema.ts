// The wire shape of what became of a block, defined here and nowhere else: one per block of an answer, in its order.

import * as z from "zod/mini";
import { STATUSES, type Status } from "./statuses.ts";

const line = z.int();

const STATUS_NAMES = Object.keys(STATUSES) as [Status, ...Status[]]; // There are statuses.
export const StatusSchema = z.enum(STATUS_NAMES);

export const ErrorTypeSchema = z.enum([
  "unsure",
  "anchor_not_found",
  "ambiguous_anchor",
  "file_not_found",
  "already_exists",
  "malformed_block",
  "incomplete",
  "binary",
  "path_refused",
  "too_large",
  "rejected",
  "stale",
  "no_change",
  "write_error",
]);

export const CauseSchema = z.enum([
  "whitespace",
  "indentation",
  "line_ending",
  "look_alike",
  "stale",
  "already_applied",
  "marker_damage",
  "ambiguous",
  "not_found",
]);

/** Why a block has no place. Lines are 1-based. */
export const DiagnosticsSchema = z.object({
  cause: CauseSchema,
  nearest: z.array(z.object({ line, text: z.string() })),
  /** Every exact match, when there are several. */
  matches: z.array(line),
  /** A place that fits under a named softer rule: a proposal. */
  candidate: z.nullable(z.object({ rule: z.string(), line, unified_diff: z.string() })),
});

export const BlockResultSchema = z.object({
  /** Null when the block names no path. */
  file_path: z.nullable(z.string()),
  status: StatusSchema,
  message: z.string(),
  error_type: z.nullable(ErrorTypeSchema),
  /** Where the change begins in the file. A block that cannot be applied has no such place: where it is in the answer. */
  line: z.nullable(line),
  lines_changed: z.int().check(z.nonnegative()),
  user_modified: z.boolean(),
  /** How many of the edit's changes were left out in review. Missing when it was applied whole, or not at all. */
  changes_left_out: z.optional(z.int().check(z.positive())),
  /** Why a person rejected it, in their words. Missing when no reason was given. */
  reason: z.optional(z.string()),
  /** What a person wrote about lines of the change that they approved; at the first block of a file. */
  comments: z.optional(z.string()),
  /** A command for the user, who may have wanted what an edit cannot do: delete or rename a file. */
  hint: z.optional(z.string()),
  /** Dry run: who would have to approve the edit before it applies. Missing when no one is asked. */
  approval: z.optional(z.enum(["reviewer", "person"])),
  diagnostics: z.nullable(DiagnosticsSchema),
});
