// The modes of a session. A mode can only make a session stricter than the rules are: what needs a person is asked, or is
// refused, and never goes through because of a mode.

import type { SessionModeState } from "@agentclientprotocol/sdk";
import type { ToolApprovalCallback } from "../agent/index.ts";
import { refuseAll } from "../approval/index.ts";
import { READ_ONLY_TOOLS } from "../tools/index.ts";

const MODES = [
  { id: "ask", name: "Ask", description: "Your rules decide; everything else is asked." },
  { id: "plan", name: "Plan", description: "Reads only: no change and no command." },
  { id: "auto", name: "Auto", description: "Does what your rules allow, and refuses the rest without asking." },
] as const;

export type ModeId = (typeof MODES)[number]["id"];

export function modeOf(id: string): ModeId | null {
  return MODES.find((mode) => mode.id === id)?.id ?? null;
}

export function modeState(current: ModeId): SessionModeState {
  return { currentModeId: current, availableModes: MODES.map((mode) => ({ ...mode })) };
}

const PLAN = "the session is in plan mode, which only reads; describe what you would change instead";
const AUTO = "the session is in auto mode, which asks no one, and no rule allows this";

/** `mode` is looked at for each question: the user may switch during a turn. */
export function approvalIn(mode: () => ModeId, approve: ToolApprovalCallback): ToolApprovalCallback {
  return async (question, options) => {
    const isRead = READ_ONLY_TOOLS.has(question.tool);
    if (mode() === "plan" && !isRead) {
      if (question.autoApproved) return { action: "reject", reason: `Not approved: ${PLAN}.` };
      return refuseAll(question.payload, PLAN);
    }
    if (question.autoApproved) return true;
    return mode() === "auto" ? refuseAll(question.payload, AUTO) : approve(question, options);
  };
}
