// The wire shapes of asking, each defined here and nowhere else. JSON Schemas in schema/ are generated from these.
// Import the types freely; import the schemas only at a door that parses (zod costs start-up time).

import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());

export const RiskSchema = z.object({
  kind: z.string(),
  message: z.string(),
  /** 1-based line in the result. */
  line: z.nullable(z.int()),
});

/** A run of changed lines without context. Lines are 1-based; a count of 0 stands before `start`. */
export const HunkSchema = z.object({
  index: count,
  old_start: z.int(),
  old_lines: count,
  new_start: z.int(),
  new_lines: count,
});

const base = {
  /** One line that says it all: enough for a reviewer that knows no more than this field. */
  description: z.string(),
  /** sandbox/relative/path, never a host path. */
  path: z.string(),
  sandbox: z.string(),
  approval_id: z.string(),
  digest: z.string(),
  risks: z.array(RiskSchema),
};

const change = {
  ...base,
  hunks: z.array(HunkSchema),
  original_content: z.nullable(z.string()),
  suggested_content: z.nullable(z.string()),
  /** Version of the suggested content: what an answer "apply" is bound to. */
  after: z.nullable(z.string()),
};

const diff = {
  unified_diff: z.string(),
  diff_lines: count,
};

const current = {
  file_lines: count,
  file_bytes: count,
};

export const ReadPayloadSchema = z.object({
  ...base,
  type: z.literal("read"),
  /** Null when the file is missing or is not text. */
  file_lines: z.nullable(count),
  file_bytes: z.nullable(count),
  file_exists: z.boolean(),
});

export const WritePayloadSchema = z.object({
  ...change,
  type: z.literal("write"),
  content: z.string(),
  content_lines: count,
  content_bytes: count,
  preview: z.string(),
  preview_truncated: z.boolean(),
  file_exists: z.boolean(),
  existing_lines: z.nullable(count),
  existing_bytes: z.nullable(count),
});

export const EditPayloadSchema = z.object({
  ...change,
  ...diff,
  ...current,
  type: z.literal("edit"),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean(),
  match_line: z.int(),
  match_count: count,
  context_before: z.string(),
  context_after: z.string(),
});

export const PatchPayloadSchema = z.object({
  ...change,
  ...diff,
  ...current,
  type: z.literal("patch"),
  /** How many edits of the answer are summed up here. */
  edit_count: count,
});

export const MovePayloadSchema = z.object({
  ...change,
  ...diff,
  ...current,
  type: z.literal("move"),
  to: z.string(),
});

export const DeletePayloadSchema = z.object({
  ...change,
  type: z.literal("delete"),
  /** Null for what is not text. */
  file_lines: z.nullable(count),
  file_bytes: z.nullable(count),
});

const ItemSchema = z.discriminatedUnion("type", [
  WritePayloadSchema,
  EditPayloadSchema,
  PatchPayloadSchema,
  MovePayloadSchema,
  DeletePayloadSchema,
]);

export const BatchPayloadSchema = z.object({
  ...base,
  type: z.literal("batch"),
  items: z.array(ItemSchema),
  /** The question this one replaces because a file changed meanwhile. */
  supersedes: z.nullable(z.string()),
});

export const ApprovalPayloadSchema = z.discriminatedUnion("type", [
  ReadPayloadSchema,
  WritePayloadSchema,
  EditPayloadSchema,
  PatchPayloadSchema,
  MovePayloadSchema,
  DeletePayloadSchema,
  BatchPayloadSchema,
]);

export type WireHunk = z.infer<typeof HunkSchema>;
export type ReadPayload = z.infer<typeof ReadPayloadSchema>;
export type WritePayload = z.infer<typeof WritePayloadSchema>;
export type EditPayload = z.infer<typeof EditPayloadSchema>;
export type PatchPayload = z.infer<typeof PatchPayloadSchema>;
export type MovePayload = z.infer<typeof MovePayloadSchema>;
export type DeletePayload = z.infer<typeof DeletePayloadSchema>;
export type ChangePayload = z.infer<typeof ItemSchema>;
export type BatchPayload = z.infer<typeof BatchPayloadSchema>;
export type ApprovalPayload = z.infer<typeof ApprovalPayloadSchema>;
