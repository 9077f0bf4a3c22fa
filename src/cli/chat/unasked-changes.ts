// What was changed without a question: a rule or a mode said yes, so the user has not seen it yet.

import type { State } from "../../state/index.ts";
import type { FileDiff } from "../../terminal/index.ts";
import { diffOf, type DiffPlace } from "./slash/diff.ts";

/** What the log has since the last look. */
export type NewChanges = () => readonly FileDiff[];

export function newChanges(state: State, place: DiffPlace): NewChanges {
  const receipts = (): readonly string[] => state.log.list().entries.map(({ receipt_id }) => receipt_id);
  const seen = new Set(receipts());
  return () => {
    const added = receipts().filter((receipt) => !seen.has(receipt));
    const { files } = diffOf(state, { ...place, receipts: added });
    for (const receipt of added) seen.add(receipt);
    return files;
  };
}
