// The program that asks a question, by name. The name that a program gives itself is data: it is looked up, never used as
// a key of something else.

import type { QuestionSummary } from "../protocol.ts";

/** One that is not known is named as it names itself; the caller draws that revealed. */
export function programOf({ door }: Pick<QuestionSummary["asker"], "door">): string {
  return PROGRAMS.get(door) ?? door;
}

const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ["apply", "galley apply"],
  ["run", "galley run"],
  ["chat", "galley chat"],
  ["mcp", "An agent over MCP"],
  ["acp", "An agent over ACP"],
  ["web", "This page"],
  ["review", "A review of what is on disk"],
  ["hook:claude-code", "Claude Code"],
  ["hook:codex", "Codex"],
  ["hook:gemini", "Gemini CLI"],
  ["hook:cursor", "Cursor"],
  ["hook:copilot", "Copilot"],
]);
