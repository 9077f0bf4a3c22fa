// Answers in the shape of Claude Code's hooks, which other hosts accept for settings that they read from it.

import type { HookAnswer } from "../types.ts";

/** `allow` alone is an answer here: it skips the host's own question. Null: nothing is printed. */
export function claudeAnswer(answer: HookAnswer): object | null {
  switch (answer.kind) {
    case "nothing":
      return null;
    case "allow":
      return before({ permissionDecision: "allow", ...noted(answer.note) });
    case "allow-modified":
      return before({ permissionDecision: "allow", updatedInput: answer.input, ...noted(answer.note) });
    case "deny":
      return before({ permissionDecision: "deny", permissionDecisionReason: answer.reason });
    case "ask":
      return before({
        permissionDecision: "ask",
        permissionDecisionReason: answer.reason,
        ...(answer.input !== undefined && { updatedInput: answer.input }),
      });
    case "report":
      return { decision: "block", reason: answer.message, systemMessage: answer.message };
    default:
      return answer satisfies never;
  }
}

function before(output: object): object {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...output } };
}

function noted(note: string | null): object {
  return note === null ? {} : { additionalContext: note };
}
