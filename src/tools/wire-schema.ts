// The wire shapes of results, defined here and nowhere else: of one tool call, of its plan, of a whole answer.
// Import the types freely; the schemas only where something is parsed or described.

import * as z from "zod/mini";
import { ApprovalPayloadSchema } from "../approval/index.ts";
import { CODES, type Code } from "../base/index.ts";
import { BlockResultSchema, FORMAT_NAMES } from "../edits/index.ts";

/** `name` is the class of the error; `data` its facts. */
const ToolErrorSchema = z.object({
  code: z.enum(CODES as [Code, ...Code[]]), // There are codes.
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** Checks a tool result from outside. */
export const ToolResultSchema = z.discriminatedUnion("success", [
  z.object({
    success: z.literal(true),
    message: z.string(),
    /** What the tool gives; null when it gives nothing. */
    value: z.unknown(),
    truncated: z.boolean(),
  }),
  z.object({ success: z.literal(false), message: z.string(), value: z.null(), error: ToolErrorSchema }),
]);

/** What `--plan` reports: nothing was done, no one was asked. */
export const ToolPlanSchema = z.object({
  status: z.enum(["pre_approved", "needs_approval", "blocked"]),
  reason: z.string(),
  error: z.nullable(ToolErrorSchema),
  payload: z.nullable(ApprovalPayloadSchema),
});

const paths = z.array(z.string());

/** Paths are bare for the default sandbox, `name/relative` for others. */
export const ApplyReportSchema = z.object({
  mode: z.enum(["apply", "dry-run"]),
  /** Null when the text has no edit. */
  format: z.nullable(z.enum([...FORMAT_NAMES, "mixed"])),
  /** One per block, in the order of the text. */
  results: z.array(BlockResultSchema),
  files_modified: paths,
  files_created: paths,
  files_deleted: paths,
  files_auto_added: paths,
  staged: paths,
  warnings: z.array(z.string()),
  /** What to undo it by; null when nothing was written. */
  receipt_id: z.nullable(z.string()),
});
