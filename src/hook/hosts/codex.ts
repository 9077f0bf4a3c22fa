// Codex. Measured with 0.166.0. It ignores `ask`, and an `allow` counts only together with a new input: silence lets the
// call proceed.

import type { Host } from "../types.ts";
import { claudeAnswer } from "./claude-answers.ts";
import { readSnakeCase } from "./message.ts";

export const codex: Host = {
  name: "codex",
  title: "Codex",
  limitMs: 600_000,
  asks: "never",
  patchCommands: true,
  startedIn: "hook-folder",
  tools: {
    apply_patch: { does: "patch", text: "command" },
    Bash: { does: "command", command: "command" },
    // Its own names for the same, which its hooks did not send when they were measured.
    shell: { does: "command", command: "command" },
    local_shell: { does: "command", command: "command" },
    exec_command: { does: "command", command: "cmd" },
    read_file: { does: "read", path: "file_path" },
    grep_files: { does: "search", paths: ["path"], shows: "lines" },
    list_dir: { does: "search", paths: ["dir_path"], shows: "names" },
  },
  habits: {
    names: { decodes: false, searches: false },
    // It has no such tools.
    edit: { crlfInLf: "kept", crlfInCrlf: "unknown", takesBreak: false, keepsFinalBreak: false, creates: false },
    write: { onlyNew: true, keepsBom: false, endings: "content", escapes: "kept" },
    patch: { endings: "first", finalBreak: "added", addReplaces: true, bom: "in-line" },
  },
  recognises: () => false,
  read: (message) => readSnakeCase(message, { before: "PreToolUse", after: "PostToolUse" }),
  render: (answer) => (answer.kind === "allow" ? null : claudeAnswer(answer)),
};
