// What a conversation changed and can undo, as a list to choose from.

import { counted } from "../../../base/index.ts";
import { undoCandidates } from "../../../commit/index.ts";
import type { LogEntry } from "../../../state/index.ts";
import type { MenuEntry } from "../../../terminal/index.ts";
import type { Conversation } from "../conversation.ts";
import { localTime } from "./local-time.ts";

export const NOTHING = "Nothing was changed in this conversation.";
export const ALL_UNDONE = "What was changed in this conversation has been undone.";

/** The changes of this conversation that can be undone, the newest first. */
export async function ownChanges({ workspace, session }: Conversation): Promise<readonly LogEntry[]> {
  const state = await workspace.state();
  const { openRoot } = workspace;
  return undoCandidates(state.log.list().entries, { state, openRoot, among: new Set(session.written) });
}

/** A list to choose from. */
export function asChoices(changes: readonly LogEntry[], { workspace }: Conversation): readonly MenuEntry[] {
  return changes.map(({ receipt_id, files: paths, at }) => {
    const [first = "", ...others] = paths.map((path) => workspace.show(path));
    const more = others.length === 0 ? "" : ` and ${counted(others.length, "more file", "more files")}`;
    return { label: `${receipt_id}  ${localTime(Date.parse(at))}  ${first}${more}`, detail: "", value: receipt_id };
  });
}
