// The tools by which agents change files: what each is called, and what its parameters mean.

import type { JsonNode } from "./json.ts";

export type Parameters = ReadonlyMap<string, JsonNode>;

export type Spec = {
  readonly names: readonly string[];
  /** The parameters the call must have, by what they mean. */
  readonly needs: Readonly<Partial<Record<Meaning, string>>>;
  /** Those it may have. */
  readonly may?: Readonly<Partial<Record<Meaning, string>>>;
  /** `command` that chooses among what a tool does. */
  readonly command?: string;
  readonly does: "replace" | "edits" | "write" | "create" | "insert" | "delete";
};

export type Meaning = "path" | "old" | "new" | "all" | "content" | "edits" | "line";

const STRINGS = { path: "file_path", old: "old_string", new: "new_string" };
const CAMEL = { path: "filePath", old: "oldString", new: "newString" };
export const EDITORS = ["str_replace_editor", "str_replace_based_edit_tool", "text_editor", "file_editor"];

export const SPECS: readonly Spec[] = [
  { names: ["Edit"], needs: STRINGS, may: { all: "replace_all" }, does: "replace" },
  { names: ["MultiEdit"], needs: { path: "file_path", edits: "edits" }, does: "edits" },
  { names: ["Write", "write_file"], needs: { path: "file_path", content: "content" }, does: "write" },
  { names: ["edit_file"], needs: { ...STRINGS, path: "path" }, may: { all: "replace_all" }, does: "replace" },
  { names: ["edit_file"], needs: { path: "path", edits: "edits" }, does: "edits" },
  { names: ["edit"], needs: { path: "path", old: "oldText", new: "newText" }, does: "replace" },
  { names: ["edit"], needs: CAMEL, may: { all: "replaceAll" }, does: "replace" },
  { names: ["replace", "search_replace"], needs: STRINGS, does: "replace" },
  { names: ["replace_string_in_file"], needs: CAMEL, does: "replace" },
  { names: ["search_and_replace"], needs: { path: "path", old: "search", new: "replace" }, does: "replace" },
  { names: ["write_file", "write_to_file"], needs: { path: "path", content: "content" }, does: "write" },
  { names: ["write"], needs: { path: "filePath", content: "content" }, does: "write" },
  { names: ["create_file"], needs: { path: "filePath", content: "content" }, does: "create" },
  { names: ["create_file"], needs: { path: "path", content: "content" }, does: "create" },
  { names: ["rm", "delete_file"], needs: { path: "path" }, does: "delete" },
  { names: ["delete_file"], needs: { path: "target_file" }, does: "delete" },
  { names: EDITORS, command: "create", needs: { path: "path", content: "file_text" }, does: "write" },
  {
    names: EDITORS,
    command: "str_replace",
    needs: { path: "path", old: "old_str" },
    may: { new: "new_str" },
    does: "replace",
  },
  { names: EDITORS, command: "insert", needs: { path: "path", line: "insert_line", new: "new_str" }, does: "insert" },
  {
    names: EDITORS,
    command: "insert",
    needs: { path: "path", line: "insert_line", new: "insert_text" },
    does: "insert",
  },
];

/** Parameters that only say something about the call. */
export const REMARKS = new Set([
  "explanation",
  "description",
  "instruction",
  "instructions",
  "reason",
  "line_count",
  "id",
]);

export const MEANINGS: Readonly<Record<Meaning, readonly string[]>> = {
  path: ["file_path", "path", "filePath", "filepath", "target_file", "TargetFile", "filename", "file_name", "file"],
  old: [
    "old_string",
    "old_str",
    "oldString",
    "oldStr",
    "oldText",
    "old_text",
    "old_content",
    "oldContent",
    "old_code",
    "TargetContent",
    "search",
    "search_text",
    "find",
  ],
  new: [
    "new_string",
    "new_str",
    "newString",
    "newStr",
    "newText",
    "new_text",
    "new_content",
    "newContent",
    "new_code",
    "replace_text",
    "ReplacementContent",
    "replace",
    "replacement",
    "insert_text",
  ],
  all: ["replace_all", "replaceAll", "allow_multiple", "AllowMultiple"],
  content: ["content", "contents", "file_text", "file_content", "text", "code", "code_edit", "CodeContent"],
  edits: ["edits", "ReplacementChunks", "replacements"],
  line: ["insert_line"],
};

const MEANING_OF: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, keys]) => keys.map((key) => [key, meaning as Meaning])), // A key of the table.
);

export function meaningOf(key: string): Meaning | null {
  return MEANING_OF.get(key) ?? null;
}
