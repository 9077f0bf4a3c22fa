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

/** A run of changed lines without context. Lines are 1-based; a count of 0 means before `start`. */
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
  /** Where the path really leads, in the same form. Missing when that is the path itself. What is approved is this file. */
  target: z.optional(z.string()),
  sandbox: z.string(),
  approval_id: z.string(),
  digest: z.string(),
  risks: z.array(RiskSchema),
  /** Which rules can be kept with the answer, where not every kind can, and why, as a sentence. */
  rules: z.optional(z.object({ kept: z.enum(["none", "session", "lasting"]), why: z.string() })),
  /** Of what is on disk: changes that are not part of the question, each with the reason, and how many more there are. */
  not_shown: z.optional(z.object({ files: z.array(z.object({ path: z.string(), why: z.string() })), more: count })),
};

const change = {
  ...base,
  hunks: z.array(HunkSchema),
  original_content: z.nullable(z.string()),
  suggested_content: z.nullable(z.string()),
  /** Version of the suggested content: what an answer "apply" is bound to. */
  after: z.nullable(z.string()),
  /**
   * The model's own words next to the edits of this file in its answer, cut when they are long. Not part of what is
   * approved, and not to be believed: show it apart from your own words.
   */
  explanation: z.optional(z.string()),
  /** Everything that would show the file is left out: the caller that planned this may not read it without asking. */
  withheld: z.optional(z.literal(true)),
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
  /** Which tool reads, lists or searches. Missing: no rule can be kept for it. */
  tool: z.optional(z.enum(["read_file", "ls", "glob", "grep"])),
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
  /** As `target`, for `to`. */
  to_target: z.optional(z.string()),
});

export const DeletePayloadSchema = z.object({
  ...change,
  type: z.literal("delete"),
  /** Null for what is not text. */
  file_lines: z.nullable(count),
  file_bytes: z.nullable(count),
  /** Of what is shown without content: the links and folders below it that go with it. Missing there: it is not known. */
  below: z.optional(z.array(z.string())),
});

/** Content over 1 MB: the reviewer fetches it piece by piece and answers for the whole (`after`); `suggested_content` is null. */
export const WriteLargePayloadSchema = z.object({
  ...change,
  type: z.literal("write_large"),
  content_lines: count,
  content_bytes: count,
  content_truncated: z.literal(true),
  content_preview: z.string(),
  /** `galley:chunk/{approval_id}/{n}`, in a batch `galley:chunk/{approval_id}/{item}/{n}`, all but `{n}` filled in. */
  fetch_url: z.string(),
  /** Bytes per chunk, up to 3 more or less where a character would be cut. Chunks 0 to total_chunks - 1 joined are the content. */
  chunk_size: count,
  total_chunks: count,
  file_exists: z.boolean(),
  existing_lines: z.nullable(count),
  existing_bytes: z.nullable(count),
});

const ItemSchema = z.discriminatedUnion("type", [
  WritePayloadSchema,
  WriteLargePayloadSchema,
  EditPayloadSchema,
  PatchPayloadSchema,
  MovePayloadSchema,
  DeletePayloadSchema,
]);

/** Where an edit without its one exact place could go, and what it would change there. */
export const PlaceSchema = z.object({
  /** 1-based, in the file as the earlier edits of the same answer leave it. */
  line: z.int(),
  /** The softer rule that found it; null when the text matches there exactly (and elsewhere too). */
  rule: z.nullable(z.string()),
  /** Of edits that exclude each other: the 1-based line of the answer that has this one. Then choosing is between these. */
  answer_line: z.exactOptional(z.int()),
  unified_diff: z.string(),
});

export const OpenEditSchema = z.object({
  /** Names the edit in `places` of a decision. */
  edit: z.string(),
  path: z.string(),
  target: z.optional(z.string()),
  message: z.string(),
  places: z.array(PlaceSchema),
});

export const BatchPayloadSchema = z.object({
  ...base,
  type: z.literal("batch"),
  items: z.array(ItemSchema),
  /** Edits that have no one exact place. A person may choose one; then that file is planned and asked about again. */
  open_edits: z.array(OpenEditSchema),
  /** The question this one replaces; its answers no longer count. */
  supersedes: z.nullable(z.string()),
  /** Why it replaces it: a file changed on disk meanwhile, or a place was chosen for an edit. */
  because: z.nullable(z.enum(["changed", "placed"])),
});

/** A command. Its digest binds the command, the tool, the cwd, the environment and where it runs. `path` is the cwd. */
export const ShellPayloadSchema = z.object({
  ...base,
  type: z.literal("shell"),
  /** What reads the command: a shell, or Node.js for eval. */
  tool: z.enum(["shell", "eval"]),
  command: z.string(),
  cwd: z.string(),
  /** What is added to the environment of the place it runs in. */
  environment: z.record(z.string(), z.string()),
  timeout_ms: count,
  where: z.enum(["container", "confined", "host"]),
  /** The container's image; null elsewhere. */
  image: z.nullable(z.string()),
  /** Whether it can use the network, and whether it can write in the sandbox. */
  network: z.boolean(),
  workspace: z.enum(["writable", "read-only"]),
});

/** A call of a tool of another program (an MCP server). Its digest binds server, tool and arguments. `path` is the sandbox. */
export const CallPayloadSchema = z.object({
  ...base,
  type: z.literal("call"),
  /** As a rule names it: `server__tool`. */
  tool: z.string(),
  server: z.string(),
  /** The tool as its server calls it. */
  name: z.string(),
  /** All of them, as JSON with line breaks. */
  arguments: z.string(),
});

/** Checks a question from outside. */
export const ApprovalPayloadSchema = z.discriminatedUnion("type", [
  ReadPayloadSchema,
  WritePayloadSchema,
  WriteLargePayloadSchema,
  EditPayloadSchema,
  PatchPayloadSchema,
  MovePayloadSchema,
  DeletePayloadSchema,
  ShellPayloadSchema,
  CallPayloadSchema,
  BatchPayloadSchema,
]);

/** Changes that are on disk and not part of a question about it. `why` is a sentence. */
export type NotShown = NonNullable<BatchPayload["not_shown"]>;
export type RuleLimit = NonNullable<ReadPayload["rules"]>;
export type WireHunk = z.infer<typeof HunkSchema>;

/** A question about reading a file. */
export type ReadPayload = z.infer<typeof ReadPayloadSchema>;
export type WriteLargePayload = z.infer<typeof WriteLargePayloadSchema>;
export type CallPayload = z.infer<typeof CallPayloadSchema>;
export type ShellPayload = z.infer<typeof ShellPayloadSchema>;
export type Place = z.infer<typeof PlaceSchema>;
export type OpenEdit = z.infer<typeof OpenEditSchema>;

/** A question about writing a whole file, with its content. */
export type WritePayload = z.infer<typeof WritePayloadSchema>;

/** A question about one edit of one file. */
export type EditPayload = z.infer<typeof EditPayloadSchema>;
export type PatchPayload = z.infer<typeof PatchPayloadSchema>;
export type MovePayload = z.infer<typeof MovePayloadSchema>;
export type DeletePayload = z.infer<typeof DeletePayloadSchema>;

/** A question about one file: its diff, hunks, risks, and the version of the bytes that would be written (`after`). */
export type ChangePayload = z.infer<typeof ItemSchema>;
export type BatchPayload = z.infer<typeof BatchPayloadSchema>;

/**
 * A question: everything a reviewer needs to show it. `type` says which shape; treat one you do not know by its
 * description.
 */
export type ApprovalPayload = z.infer<typeof ApprovalPayloadSchema>;
