// A question in a client's own form (an elicitation), and what the client's answer means. It is asked there only when
// it is shown there as a whole; a yes has to be spelled out, and everything else is a no.

import type { ElicitRequestFormParams, InputResponseView } from "@modelcontextprotocol/server";
import type { Answer, ApprovalPayload, Decision } from "../../approval/index.ts";
import { answerWhole, questionLines, showsWhole } from "../../review/index.ts";
import { fenced, joinPrintable, plain, reveal } from "../../text/index.ts";

// What a dialog can hold so that all of it is read.
const MOST_LINES = 60;
const MOST_CHARS = 6000;
const MOST_REASON = 2000;

/** Null where the client's form could not show all of it. */
export function formFor(payload: ApprovalPayload): ElicitRequestFormParams | null {
  if (!showsWhole(payload)) return null;
  const lines = questionLines(payload);
  const shown = joinPrintable(lines.slice(1), plain`\n`); // The first one is blank.
  if (lines.length > MOST_LINES || shown.length > MOST_CHARS) return null;
  return {
    mode: "form",
    message: `${reveal(payload.description)}\n\n${fenced(shown)}\n\nApprove this?`,
    requestedSchema: {
      type: "object",
      properties: {
        decision: { type: "string", title: "Decision", enum: ["apply", "reject"] },
        reason: { type: "string", title: "Reason", description: "If you reject it: why, for the agent." },
      },
      required: ["decision"],
    },
  };
}

export type FormAnswer = Extract<InputResponseView, { kind: "elicit" }>;

/** The decision for the whole question. `client` is the name of the program that brought the answer. */
export function decisionBy(client: string, payload: ApprovalPayload, answer: FormAnswer): Decision {
  const isYes = answer.action === "accept" && answer.content?.["decision"] === "apply";
  const answered = answerWhole(payload, isYes ? { kind: "apply" } : { kind: "reject", reason: reasonIn(answer) });
  if (answered.kind === "refused") return { approval_id: payload.approval_id, items: [] };
  const items = answered.decision.items.map((item): Answer => ({ ...item, by: { kind: "client", client } }));
  return { approval_id: payload.approval_id, items };
}

function reasonIn({ action, content }: FormAnswer): string | null {
  if (action === "cancel") return "the question was closed without an answer";
  const reason = content?.["reason"];
  if (typeof reason !== "string" || reason.trim() === "") return null;
  return reason.length > MOST_REASON ? `${reason.slice(0, MOST_REASON).toWellFormed()} (cut)` : reason;
}
