// Reading the fields that hosts' messages have in common. What has another type than expected counts as missing.

import { looksLikeChange } from "../unknown-tool.ts";
import type { HookCall, Message } from "../types.ts";

export function textIn(message: Message, key: string): string | null {
  const value = message[key];
  return typeof value === "string" ? value : null;
}

export function objectIn(message: Message, key: string): Message | null {
  const value = message[key];
  return isMessage(value) ? value : null;
}

export function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A time, written as a number or as a text, in one spelling. */
export function timeIn(message: Message, key: string): string | null {
  const value = message[key];
  const time = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? String(time) : null;
}

/**
 * The event of a name that we do not know. One with a tool, or with a path and a text, may come before a file is written:
 * silence would let it through. What comes after something stops nothing.
 */
export function otherEvent(name: string, message: Message): "other" | "unknown" {
  if (/^(?:after|post)/i.test(name)) return "other";
  return TOOLS.some((key) => message[key] !== undefined) || looksLikeChange(message) ? "unknown" : "other";
}

const TOOLS = ["tool_name", "tool_input", "toolName", "toolArgs"];

type Names = { readonly before: string; readonly after: string };

/** The message of a host that names its fields as Claude Code does; null when it names no tool. */
export function readSnakeCase(message: Message, names: Names): HookCall | null {
  const event = textIn(message, "hook_event_name");
  if (event === null) return null;
  const tool = textIn(message, "tool_name");
  const kind = event === names.before ? "before" : event === names.after ? "after" : otherEvent(event, message);
  if (tool === null && (kind === "before" || kind === "after")) return null;
  return {
    event: kind,
    session: textIn(message, "session_id") ?? "",
    callId: textIn(message, "tool_use_id"),
    transcript: textIn(message, "transcript_path"),
    sentAt: timeIn(message, "timestamp"),
    cwd: textIn(message, "cwd"),
    tool: tool ?? "",
    input: message["tool_input"] ?? null,
  };
}
