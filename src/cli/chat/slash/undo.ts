// `/undo`: one change of this conversation, those of its last turn, all of them, or one of elsewhere that is named.

import { counted, isFailure } from "../../../base/index.ts";
import { undoCandidates } from "../../../commit/index.ts";
import type { LogEntry } from "../../../state/index.ts";
import type { MenuEntry } from "../../../terminal/index.ts";
import { fileRows, undoReceipt, type FileRow, type UndoRow } from "../../commands/undo.ts";
import type { Conversation } from "../conversation.ts";
import { ALL_UNDONE, asChoices, NOTHING, ownChanges } from "./own-changes.ts";

export async function undo(
  [wanted]: readonly string[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, session } = conversation;
  if (wanted === "turn" || wanted === "all") return undoSeveral(wanted, conversation, signal);
  if (wanted === undefined) {
    const changes = await ownChanges(conversation);
    // What another conversation changed is undone only when it is named.
    if (changes.length === 0) return offerOthers(conversation);
    if (changes.length > 1 && conversation.pick("/undo ", choicesOf(changes, conversation))) return;
  }
  const { restored, rows } = await undoReceipt(workspace, {
    receipt: wanted ?? null,
    among: new Set(session.written),
    by: "person",
    undoCommand: "/undo",
    signal,
  });
  showRows(rows, conversation);
  conversation.changed(restored, "undone changes in");
}

/** The newest is selected; the last turn and all of them follow it, where they are more than one change. */
function choicesOf(changes: readonly LogEntry[], conversation: Conversation): readonly MenuEntry[] {
  const [newest, ...older] = asChoices(changes, conversation);
  const ofTurn = changes.filter(({ receipt_id }) => conversation.lastTurn.has(receipt_id)).length;
  const turn = { label: `turn  the last turn's ${counted(ofTurn, "change")}`, detail: "", value: "turn" };
  const all = { label: `all   this conversation's ${counted(changes.length, "change")}`, detail: "", value: "all" };
  const several = [...(ofTurn > 1 && ofTurn < changes.length ? [turn] : []), all];
  return newest === undefined ? [] : [newest, ...several, ...older];
}

/** The newest first, as each was made on top of the one before. What cannot be restored is left, and the rest goes on. */
async function undoSeveral(wanted: "turn" | "all", conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { workspace, screen } = conversation;
  const changes = await ownChanges(conversation);
  const meant = wanted === "all" ? changes : changes.filter(({ receipt_id }) => conversation.lastTurn.has(receipt_id));
  if (meant.length === 0)
    return screen.show({
      kind: "note",
      text: wanted === "all" ? NOTHING : "The last turn changed nothing that can be undone.",
    });
  const files = new Map<string, FileRow>();
  const problems: UndoRow[] = [];
  const restored = new Set<string>();
  let done = 0;
  for (const { receipt_id: receipt } of meant) {
    if (signal.aborted) break;
    screen.busy(meant.length === 1 ? "Undoing" : `Undoing ${done + 1} of ${meant.length}`);
    done += 1;
    try {
      const undone = await undoReceipt(workspace, { receipt, by: "person", undoCommand: "/undo", signal });
      for (const row of undone.files) files.set(row.path, row);
      for (const path of undone.restored) restored.add(path);
      problems.push(...undone.rows.filter(({ kind }) => kind === "problem"));
    } catch (error) {
      if (!isFailure(error, "NOT_FOUND")) throw error;
      problems.push({ kind: "problem", text: error.message });
    }
  }
  showRows([...fileRows([...files.values()]), ...problems], conversation);
  const text =
    done < meant.length
      ? `Interrupted: ${counted(meant.length - done, "change was", "changes were")} not undone.`
      : "Each undo can be undone: galley log lists them, and /undo RECEIPT brings a change back.";
  screen.show({ kind: "note", text });
  conversation.changed([...restored], "undone changes in");
}

function showRows(rows: readonly UndoRow[], { screen }: Conversation): void {
  for (const { kind, text } of rows) {
    const isFile = kind === "restored" || kind === "left";
    screen.show(
      isFile ? { kind: "outcome", tone: kind === "restored" ? "good" : "open", text } : { kind: "words", text },
    );
  }
}

/** The changes here of other conversations, or of none: to choose from, where nothing of this one is left to undo. */
async function offerOthers(conversation: Conversation): Promise<void> {
  const { workspace, screen, session } = conversation;
  const { address, openRoot } = workspace;
  const state = await workspace.state();
  const place = { state, openRoot, ...(address && { root: address }) };
  const others = asChoices(undoCandidates(state.log.list().entries, place), conversation);
  const nothing = session.written.length === 0 ? NOTHING : ALL_UNDONE;
  if (others.length === 0) return screen.show({ kind: "note", text: nothing });
  screen.show({ kind: "note", text: `${nothing} These changes were made outside it:` });
  if (conversation.pick("/undo ", others)) return;
  const more = others.length - LISTED;
  const rows = others.slice(0, LISTED).map(({ label }) => label);
  const rest = more > 0 ? [`and ${counted(more, "older one", "older ones")}: galley log lists all`] : [];
  screen.show({ kind: "words", text: [...rows, ...rest, "", "Undo one with: /undo RECEIPT"] });
}

const LISTED = 15;
