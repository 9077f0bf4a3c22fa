// What was changed without a question, as a diff: a rule or a mode said yes, so the user has not seen it yet.

import type { State } from "../../state/index.ts";
import { diffSince, type DiffPlace } from "./slash/diff.ts";

const MOST_LINES = 40;

/** What the log has since the last look, or "" when that is nothing. What is long ends with how to see all of it. */
export type NewChanges = () => string;

export function newChanges(state: State, place: DiffPlace): NewChanges {
  const receipts = (): readonly string[] => state.log.list().entries.map(({ receipt_id }) => receipt_id);
  const seen = new Set(receipts());
  return () => {
    const { text } = diffSince(state, { ...place, since: seen });
    for (const receipt of receipts()) seen.add(receipt);
    const lines = text.trimEnd().split("\n");
    if (lines.length <= MOST_LINES + 1) return text;
    const more = (lines.length - MOST_LINES).toLocaleString("en");
    return `${lines.slice(0, MOST_LINES).join("\n")}\n… and ${more} more lines: /diff shows all of them`;
  };
}
