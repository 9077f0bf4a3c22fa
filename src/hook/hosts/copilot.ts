// Copilot CLI. Measured with 1.0.102. Its calls have no id. It also runs the hooks of Claude Code's settings, with
// Claude's names for events and tools but its own for parameters.

import type { HookAnswer, HookCall, Host, Message, ToolSpec } from "../types.ts";
import { claudeAnswer } from "./claude-answers.ts";
import { objectIn, readSnakeCase, textIn, timeIn } from "./message.ts";

const EDIT: ToolSpec = { does: "edit", path: "path", find: "old_str", put: "new_str", all: null };
const CREATE: ToolSpec = { does: "write", path: "path", content: "file_text" };
const COMMAND: ToolSpec = { does: "command", command: "command" };
const READ: ToolSpec = { does: "read", path: "path" };
const GREP: ToolSpec = { does: "search", paths: ["path", "paths"], shows: "lines" };
const GLOB: ToolSpec = { does: "search", paths: ["path", "paths"], patterns: ["pattern"], shows: "names" };

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  limitMs: 30_000,
  asks: "as-sent",
  writesLater: true,
  patchCommands: false,
  startedIn: { variable: "COPILOT_PROJECT_DIR" },
  tools: {
    edit: EDIT,
    Edit: EDIT,
    create: CREATE,
    Create: CREATE,
    Write: CREATE,
    apply_patch: { does: "patch", text: null },
    bash: COMMAND,
    Bash: COMMAND,
    view: READ,
    Read: READ,
    grep: GREP,
    Grep: GREP,
    rg: GREP,
    glob: GLOB,
    Glob: GLOB,
  },
  habits: {
    names: { decodes: false, searches: false },
    edit: { crlfInLf: "file", crlfInCrlf: "file", takesBreak: true, keepsFinalBreak: false, creates: false },
    write: { onlyNew: true, keepsBom: false, endings: "content", escapes: "kept" },
    patch: { endings: "all-first", finalBreak: "kept", addReplaces: false, bom: "unknown" },
  },
  // Claude Code sends an id with each call, and no time.
  recognises: (message) =>
    textIn(message, "hook_event_name") !== null &&
    textIn(message, "tool_use_id") === null &&
    textIn(message, "transcript_path") === null &&
    textIn(message, "timestamp") !== null,
  read: readCopilot,
  render: (answer, { dialect }) => (dialect === undefined ? copilotAnswer(answer) : claudeAnswer(answer)),
};

function readCopilot(message: Message): HookCall | null {
  if (textIn(message, "hook_event_name") !== null) {
    const call = readSnakeCase(message, { before: "PreToolUse", after: "PostToolUse" });
    return call === null ? null : { ...call, dialect: "claude" };
  }
  // It names no event: what has a result came after its tool. One that is no result could hide that a file is still to be written.
  const tool = textIn(message, "toolName");
  const isAfter = "toolResult" in message;
  if (tool === null || !("toolArgs" in message) || (isAfter && objectIn(message, "toolResult") === null)) return null;
  return {
    event: isAfter ? "after" : "before",
    session: textIn(message, "sessionId") ?? "",
    callId: null,
    transcript: null,
    sentAt: timeIn(message, "timestamp"),
    cwd: textIn(message, "cwd"),
    tool,
    input: message["toolArgs"] ?? null,
  };
}

function copilotAnswer(answer: HookAnswer): object | null {
  switch (answer.kind) {
    case "nothing":
      return null;
    case "allow":
      return { permissionDecision: "allow", ...noted(answer.note) };
    case "allow-modified":
      return { permissionDecision: "allow", modifiedArgs: answer.input, ...noted(answer.note) };
    case "deny":
    case "ask":
      return { permissionDecision: answer.kind, permissionDecisionReason: answer.reason };
    case "report":
      return { additionalContext: answer.message };
    default:
      return answer satisfies never;
  }
}

function noted(note: string | null): object {
  return note === null ? {} : { additionalContext: note };
}
