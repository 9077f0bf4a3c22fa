// Who is asking, in words. Session, machine and folder are data from outside and are drawn revealed.

import type { Asker } from "../state/types.ts";

/** The program that asks; a door that is not known is shown as it is written. */
export function programOf({ door }: Pick<Asker, "door">): string {
  if (door.startsWith("hook:")) return AGENTS[door.slice("hook:".length)] ?? door;
  return DOORS[door] ?? door;
}

const DOORS: Readonly<Record<string, string>> = {
  apply: "galley apply",
  run: "galley run",
  chat: "galley chat",
  mcp: "An agent over MCP",
  acp: "An agent over ACP",
  web: "This page",
  review: "A review of the files on disk",
};

const AGENTS: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  cursor: "Cursor",
  copilot: "Copilot",
};

/** "just now", "4 minutes ago"; beyond a day the date. */
export function timeAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (Number.isNaN(seconds)) return "";
  if (seconds < 45) return "just now";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  return new Date(at).toLocaleString();
}
