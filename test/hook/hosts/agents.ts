// Five agents and a sixth that was only read about, as they were measured: what they send, what they make of exit
// codes, silence and broken answers, and how their own tools write.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  answerIn,
  field,
  replaceIn,
  text,
  type Agent,
  type Call,
  type Change,
  type Ran,
  type Verdict,
} from "./host.ts";

const runs = (input: unknown): Verdict => ({ kind: "runs", input });
const stops = (told: string): Verdict => ({ kind: "stops", told });

const claudeInput = ({ path, find, put }: Change): unknown => ({
  file_path: path,
  old_string: find,
  new_string: put,
  replace_all: false,
});

const claudeMessage =
  (tool: string) =>
  (event: "before" | "after", { id, session, cwd, input }: Call): unknown => ({
    session_id: session,
    transcript_path: "/nowhere/transcript.jsonl",
    cwd,
    permission_mode: "acceptEdits",
    hook_event_name: event === "before" ? "PreToolUse" : "PostToolUse",
    tool_name: tool,
    tool_input: input,
    ...(event === "after" && { tool_response: "done" }),
    tool_use_id: id,
  });

const SPECIFIC = "hookSpecificOutput";

/** Time-outs, exit codes but 2 and what is not JSON count for nothing. */
function takeClaude(ran: Ran, input: unknown): Verdict {
  if (ran.timedOut) return runs(input);
  if (ran.code === 2) return stops(ran.err);
  const answer = ran.code === 0 ? answerIn(ran.out) : null;
  const changed = field(answer, SPECIFIC, "updatedInput") ?? input;
  const told = text(answer, SPECIFIC, "permissionDecisionReason");
  const decision = field(answer, SPECIFIC, "permissionDecision");
  if (decision === "deny") return stops(told);
  return decision === "ask" ? { kind: "asks", told, input: changed } : runs(changed);
}

/** `ask` and an input without a decision are ignored; exit code 2 needs a reason. */
function takeCodex(ran: Ran, input: unknown): Verdict {
  if (ran.timedOut) return runs(input);
  if (ran.code === 2 && ran.err.trim() !== "") return stops(ran.err);
  const answer = ran.code === 0 ? answerIn(ran.out) : null;
  const decision = field(answer, SPECIFIC, "permissionDecision");
  if (decision === "deny") return stops(text(answer, SPECIFIC, "permissionDecisionReason"));
  return runs(decision === "allow" ? (field(answer, SPECIFIC, "updatedInput") ?? input) : input);
}

function takeGemini(ran: Ran, input: unknown): Verdict {
  if (ran.timedOut) return runs(input);
  if (ran.code !== 0) return ran.code !== 1 && ran.err.trim() !== "" ? stops(ran.err) : runs(input);
  const answer = answerIn(ran.out);
  if (field(answer, "decision") === "ask") throw new Error("Gemini CLI never returns from ask");
  if (field(answer, "decision") === "deny") return stops(text(answer, "reason"));
  return runs(field(answer, SPECIFIC, "tool_input") ?? input);
}

/** The only one that stops on every exit code but 0. */
function takeCopilot(ran: Ran, input: unknown): Verdict {
  if (ran.timedOut) return runs(input);
  if (ran.code !== 0) return stops(`hook exited with code ${ran.code}`);
  const answer = answerIn(ran.out);
  const own = field(answer, "permissionDecision") === undefined ? field(answer, SPECIFIC) : answer;
  const told = text(own, "permissionDecisionReason");
  const changed = field(own, "modifiedArgs") ?? field(own, "updatedInput") ?? input;
  const decision = field(own, "permissionDecision");
  if (decision === "deny") return stops(told);
  return decision === "ask" ? { kind: "asks", told, input: changed } : runs(changed);
}

const claudeAfter = ({ code, out, err }: Ran): string | null => {
  if (code === 2) return err;
  const answer = answerIn(out);
  return text(answer, "reason") || text(answer, SPECIFIC, "additionalContext") || null;
};

export const claude: Agent = {
  name: "Claude Code",
  hook: "claude-code",
  input: claudeInput,
  message: claudeMessage("Edit"),
  take: takeClaude,
  edit: (input) =>
    replaceIn(text(input, "file_path"), text(input, "old_string"), text(input, "new_string"), { takesBreak: true }),
  takeAfter: claudeAfter,
};

const patchOf = ({ path, find, put }: Change): string => {
  const signed = (sign: string, lines: string): string =>
    lines
      .split("\n")
      .map((line) => `${sign}${line}\n`)
      .join("");
  return `*** Begin Patch\n*** Update File: ${path}\n@@\n${signed("-", find)}${signed("+", put)}*** End Patch\n`;
};

/** Enough of a patch tool for one file: the first exact place of each chunk; it always ends the file with a line break. */
function applyPatch(patch: string, folder: string): void {
  const lines = patch.trim().split("\n");
  const path = resolve(folder, lines[1]!.replace("*** Update File: ", ""));
  const chunks: { old: string[]; fresh: string[] }[] = [];
  for (const line of lines.slice(2, -1)) {
    if (line.startsWith("@@")) chunks.push({ old: [], fresh: [] });
    else {
      if (!line.startsWith("+")) chunks.at(-1)!.old.push(line.slice(1));
      if (!line.startsWith("-")) chunks.at(-1)!.fresh.push(line.slice(1));
    }
  }
  const file = readFileSync(path, "utf8").replace(/\n$/, "").split("\n");
  let from = 0;
  for (const { old, fresh } of chunks) {
    const at = file.findIndex((_, start) => start >= from && old.every((line, index) => file[start + index] === line));
    if (at < 0) throw new Error("the lines are not found");
    file.splice(at, old.length, ...fresh);
    from = at + fresh.length;
  }
  writeFileSync(path, `${file.join("\n")}\n`);
}

export const codex: Agent = {
  name: "Codex",
  hook: "codex",
  input: (change) => ({ command: patchOf(change) }),
  message: claudeMessage("apply_patch"),
  take: takeCodex,
  edit: (input, folder) => applyPatch(text(input, "command"), folder),
  takeAfter: claudeAfter,
};

export const gemini: Agent = {
  name: "Gemini CLI",
  hook: "gemini",
  input: ({ path, find, put }) => ({ file_path: path, instruction: "x", old_string: find, new_string: put }),
  message: (event, { session, cwd, input, at }) => ({
    session_id: session,
    transcript_path: "/nowhere/session.jsonl",
    cwd,
    hook_event_name: event === "before" ? "BeforeTool" : "AfterTool",
    timestamp: new Date(at + (event === "after" ? 200 : 0)).toISOString(),
    tool_name: "replace",
    tool_input: input,
    ...(event === "after" && { tool_response: { llmContent: "done" } }),
  }),
  take: takeGemini,
  edit: (input) => replaceIn(text(input, "file_path"), text(input, "old_string"), text(input, "new_string")),
  takeAfter: ({ code, out, err }) =>
    code === 2 ? err : text(answerIn(out), SPECIFIC, "additionalContext") || text(answerIn(out), "reason") || null,
};

const editCopilot = (input: unknown): void =>
  replaceIn(text(input, "path"), text(input, "old_str"), text(input, "new_str"), { takesBreak: true });

export const copilot: Agent = {
  name: "Copilot CLI",
  hook: "copilot",
  input: ({ path, find, put }) => ({ path, old_str: find, new_str: put }),
  message: (event, { session, cwd, input, at }) => ({
    sessionId: session,
    timestamp: at + (event === "after" ? 80 : 0),
    cwd,
    toolName: "edit",
    toolArgs: input,
    ...(event === "after" && { toolResult: { resultType: "success", textResultForLlm: "done" } }),
  }),
  take: takeCopilot,
  edit: editCopilot,
  takeAfter: ({ code, out }) => (code === 0 ? text(answerIn(out), "additionalContext") || null : null),
};

/** Copilot with a project's `.claude/settings.json`: Claude's names, its own parameters. */
export const copilotAsClaude: Agent = {
  ...copilot,
  name: "Copilot CLI with Claude Code's settings",
  hook: "claude-code",
  message: (event, { session, cwd, input, at }) => ({
    hook_event_name: event === "before" ? "PreToolUse" : "PostToolUse",
    session_id: session,
    timestamp: new Date(at).toISOString(),
    cwd,
    tool_name: "Edit",
    tool_input: input,
    ...(event === "after" && { tool_result: { result_type: "success", text_result_for_llm: "done" } }),
  }),
  takeAfter: claudeAfter,
};

/** From documentation only. */
export const cursor: Agent = {
  name: "Cursor",
  hook: "cursor",
  input: claudeInput,
  message: (event, { id, session, cwd, input }) => ({
    conversation_id: session,
    generation_id: "g1",
    cursor_version: "3.0.0",
    workspace_roots: [cwd],
    hook_event_name: event === "before" ? "preToolUse" : "postToolUse",
    tool_name: "Edit",
    tool_input: input,
    tool_use_id: id,
  }),
  take: (ran, input) => {
    if (ran.timedOut) return runs(input);
    if (ran.code === 2) return stops(ran.err);
    const answer = answerIn(ran.out);
    return field(answer, "permission") === "deny"
      ? stops(text(answer, "agent_message"))
      : runs(field(answer, "updated_input") ?? input);
  },
  edit: (input) => replaceIn(text(input, "file_path"), text(input, "old_string"), text(input, "new_string")),
  takeAfter: ({ out }) => text(answerIn(out), "additional_context") || null,
};

export const cursorAsClaude: Agent = {
  ...cursor,
  name: "Cursor with Claude Code's settings",
  hook: "claude-code",
  message: (event, call) => ({
    ...(cursor.message(event, call) as object),
    hook_event_name: event === "before" ? "PreToolUse" : "PostToolUse",
  }),
};

export const AGENTS: readonly Agent[] = [claude, codex, gemini, copilot, copilotAsClaude, cursor, cursorAsClaude];
