// Cursor. Not tried: what is here is from its documentation. It also runs the hooks of Claude Code's settings; such a
// message has `cursor_version`, and is answered in both shapes.

import type { HookAnswer, HookCall, Host, Message } from "../types.ts";
import { claudeAnswer } from "./claude-answers.ts";
import { otherEvent, textIn } from "./message.ts";

const EDIT = { find: "old_string", put: "new_string", all: "replace_all" } as const;

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  limitMs: 60_000,
  asks: "never",
  patchCommands: false,
  startedIn: "cwd",
  tools: {
    Edit: { does: "edit", path: "file_path", ...EDIT },
    StrReplace: { does: "edit", path: "path", ...EDIT },
    MultiEdit: { does: "edits", path: "file_path", edits: "edits", ...EDIT },
    Write: { does: "write", path: "file_path", content: "content" },
    Delete: { does: "delete", path: "file_path" },
    NotebookEdit: { does: "unpredictable", path: "notebook_path" },
    EditNotebook: { does: "unpredictable", path: "target_notebook" },
    Shell: { does: "command", command: "command" },
    Bash: { does: "command", command: "command" },
    Read: { does: "read", path: "file_path" },
    Grep: { does: "search", paths: ["path"], shows: "lines" },
    Glob: {
      does: "search",
      paths: ["path", "target_directory"],
      patterns: ["pattern", "glob_pattern"],
      shows: "names",
    },
    LS: { does: "search", paths: ["path", "target_directory"], shows: "names" },
  },
  habits: {
    names: { decodes: false, searches: false },
    edit: { crlfInLf: "kept", crlfInCrlf: "unknown", takesBreak: false, keepsFinalBreak: false, creates: false },
    write: { onlyNew: false, keepsBom: false, endings: "content", escapes: "kept" },
    patch: null,
  },
  recognises: (message) => textIn(message, "cursor_version") !== null,
  read: readCursor,
  render: (answer, { dialect }) => {
    const own = cursorAnswer(answer);
    return own === null || dialect === undefined ? own : { ...own, ...claudeAnswer(answer) };
  },
};

const EVENTS: Readonly<Record<string, HookCall["event"]>> = {
  preToolUse: "before",
  PreToolUse: "before",
  beforeShellExecution: "before",
  beforeReadFile: "before",
  postToolUse: "after",
  PostToolUse: "after",
};

function readCursor(message: Message): HookCall | null {
  const name = textIn(message, "hook_event_name");
  if (name === null) return null;
  const event = Object.hasOwn(EVENTS, name) ? EVENTS[name]! : otherEvent(name, message);
  const isShell = name === "beforeShellExecution";
  const isRead = name === "beforeReadFile";
  const tool = isShell ? "Shell" : isRead ? "Read" : textIn(message, "tool_name");
  if (tool === null && (event === "before" || event === "after")) return null;
  const roots = Array.isArray(message["workspace_roots"]) ? (message["workspace_roots"] as readonly unknown[]) : [];
  const opened = roots.filter((root) => typeof root === "string");
  return {
    event,
    session: textIn(message, "conversation_id") ?? textIn(message, "session_id") ?? "",
    callId: textIn(message, "tool_use_id"),
    transcript: null,
    sentAt: null,
    cwd: textIn(message, "cwd") ?? opened[0] ?? null,
    opened,
    tool: tool ?? "",
    input: isShell || isRead ? message : (message["tool_input"] ?? null),
    ...(/^(?:Pre|Post)ToolUse$/.test(name) && { dialect: "claude" as const }),
  };
}

function cursorAnswer(answer: HookAnswer): object | null {
  switch (answer.kind) {
    case "nothing":
      return null;
    case "allow":
      return { permission: "allow", ...(answer.note !== null && { agent_message: answer.note }) };
    case "allow-modified":
      return {
        permission: "allow",
        updated_input: answer.input,
        ...(answer.note !== null && { agent_message: answer.note }),
      };
    case "deny":
    case "ask":
      return { permission: "deny", user_message: answer.reason, agent_message: answer.reason };
    case "report":
      return { additional_context: answer.message, user_message: answer.message };
    default:
      return answer satisfies never;
  }
}
