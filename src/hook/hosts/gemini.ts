// Gemini CLI. Measured with 0.61.0. Headless it never returns from `ask`, and its calls have no id.

import type { HookAnswer, Host, ToolSpec } from "../types.ts";
import { keepsEscapes } from "./gemini-escapes.ts";
import { readSnakeCase } from "./message.ts";

const GREP: ToolSpec = { does: "search", paths: ["dir_path", "path"], shows: "lines" };

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  limitMs: 60_000,
  asks: "never",
  patchCommands: false,
  startedIn: { variable: "GEMINI_PROJECT_DIR" },
  tools: {
    replace: {
      does: "edit",
      path: "file_path",
      find: "old_string",
      put: "new_string",
      all: "allow_multiple",
      may: ["instruction"],
    },
    write_file: { does: "write", path: "file_path", content: "content" },
    run_shell_command: { does: "command", command: "command" },
    read_file: { does: "read", path: "file_path" },
    read_many_files: { does: "search", paths: ["include", "paths"], shows: "lines" },
    grep_search: GREP,
    search_file_content: GREP, // As older versions call it.
    glob: { does: "search", paths: ["dir_path", "path"], patterns: ["pattern"], shows: "names" },
    list_directory: { does: "search", paths: ["dir_path", "path"], shows: "names" },
  },
  habits: {
    names: { decodes: true, searches: true },
    edit: { crlfInLf: "file", crlfInCrlf: "file", takesBreak: false, keepsFinalBreak: true, creates: true },
    write: { onlyNew: false, keepsBom: false, endings: "file", escapes: "unknown" },
    patch: null,
  },
  habitsFor: ({ transcript, cwd }, files) => {
    const { habits } = gemini;
    const isCertain = cwd !== null && keepsEscapes({ transcript, cwd }, files);
    return isCertain ? { ...habits, write: { ...habits.write, escapes: "kept" } } : habits;
  },
  recognises: () => false,
  read: (message) => readSnakeCase(message, { before: "BeforeTool", after: "AfterTool" }),
  render: geminiAnswer,
};

function geminiAnswer(answer: HookAnswer): object | null {
  switch (answer.kind) {
    case "nothing":
      return null;
    case "allow":
      return { decision: "allow" };
    case "allow-modified":
      return {
        decision: "allow",
        hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: answer.input },
      };
    case "deny":
    case "ask":
      return { decision: "deny", reason: answer.reason };
    case "report":
      return {
        systemMessage: answer.message,
        hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: answer.message },
      };
    default:
      return answer satisfies never;
  }
}
