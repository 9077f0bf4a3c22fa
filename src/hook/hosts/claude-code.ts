// Claude Code. Measured with 2.1.325 and 2.1.197: docs/guides/agents.md.

import type { Host } from "../types.ts";
import { claudeAnswer } from "./claude-answers.ts";
import { readSnakeCase } from "./message.ts";

const EDIT = { find: "old_string", put: "new_string", all: "replace_all" } as const;

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  limitMs: 600_000,
  asks: "any",
  patchCommands: false,
  startedIn: { variable: "CLAUDE_PROJECT_DIR" },
  tools: {
    Edit: { does: "edit", path: "file_path", ...EDIT },
    MultiEdit: { does: "edits", path: "file_path", edits: "edits", ...EDIT },
    Write: { does: "write", path: "file_path", content: "content" },
    NotebookEdit: { does: "unpredictable", path: "notebook_path" },
    Bash: { does: "command", command: "command" },
    Read: { does: "read", path: "file_path" },
    NotebookRead: { does: "read", path: "notebook_path" },
    Grep: { does: "search", paths: ["path"], shows: "lines" },
    Glob: { does: "search", paths: ["path"], patterns: ["pattern"], shows: "names" },
    LS: { does: "search", paths: ["path"], shows: "names" },
  },
  habits: {
    names: { decodes: false, searches: false },
    edit: { crlfInLf: "kept", crlfInCrlf: "unknown", takesBreak: true, keepsFinalBreak: false, creates: true },
    write: { onlyNew: false, keepsBom: true, endings: "content", escapes: "kept" },
    patch: null,
  },
  recognises: () => false,
  read: (message) => readSnakeCase(message, { before: "PreToolUse", after: "PostToolUse" }),
  render: claudeAnswer,
};
