// Questions that were on the screen, by their approval id: a question that replaces one of them can show what differs.
// In memory, and only the last ones.

import type { ApprovalPayload, ChangePayload } from "../../../../approval/index.ts";
import type { Question } from "./types.ts";

const MOST = 20;
const shown = new Map<string, ApprovalPayload>();

export function remember(question: Question): void {
  shown.delete(question.approval_id);
  shown.set(question.approval_id, question);
  const [oldest] = shown.keys();
  if (shown.size > MOST && oldest !== undefined) shown.delete(oldest);
}

/** What the question that this one replaces would have written to a file; null when it is not known or was the same. */
export function previousOf(question: Question, change: ChangePayload): string | null {
  if (question.type !== "batch" || question.supersedes === null) return null;
  const before = shown.get(question.supersedes);
  const items = before === undefined ? [] : before.type === "batch" ? before.items : [before];
  for (const item of items) {
    if (item.path !== change.path || !("suggested_content" in item)) continue;
    const { suggested_content: text } = item;
    return text === null || text === change.suggested_content ? null : text;
  }
  return null;
}
