// What is asked, in a word.

import { counted } from "../../../base/index.ts";
import type { QuestionSummary } from "../../protocol.ts";

/** What kind of question it is, in a word. */
export function wordFor({ type, paths }: Pick<QuestionSummary, "type" | "paths">): string {
  return type === "batch" ? counted(Math.max(1, paths.length), "file") : (TYPES[type] ?? type);
}

const TYPES: Readonly<Record<string, string>> = {
  edit: "edit",
  write: "write",
  write_large: "write",
  patch: "patch",
  delete: "delete",
  move: "move",
  read: "read",
  shell: "command",
  call: "tool call",
};
