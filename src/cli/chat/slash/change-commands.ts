// The slash commands about what was changed: show it, undo it, test it. None of them asks the model.

import { counted } from "../../../base/index.ts";
import type { MenuEntry } from "../../../terminal/index.ts";
import { undoCandidates } from "../../../commit/index.ts";
import type { LogEntry } from "../../../state/index.ts";
import { undoReceipt } from "../../commands/undo.ts";
import type { Conversation } from "../conversation.ts";
import { diffOf } from "./diff.ts";
import { localTime } from "./local-time.ts";
import { MOST_ROUNDS } from "../user/tests.ts";

export async function undo(
  [receipt]: readonly string[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, screen, session } = conversation;
  if (receipt === undefined) {
    const changes = await ownChanges(conversation);
    // What another conversation changed is undone only when it is named.
    if (changes.length === 0) return offerOthers(conversation);
    if (changes.length > 1 && conversation.pick("/undo ", asChoices(changes, conversation))) return;
  }
  const { restored, rows } = await undoReceipt(workspace, {
    receipt: receipt ?? null,
    among: new Set(session.written),
    by: "person",
    undoCommand: "/undo",
    signal,
  });
  for (const { kind, text } of rows) {
    const isFile = kind === "restored" || kind === "left";
    screen.show(
      isFile ? { kind: "outcome", tone: kind === "restored" ? "good" : "open", text } : { kind: "words", text },
    );
  }
  conversation.changed(restored, "undone changes in");
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
const NOTHING = "Nothing was changed in this conversation.";
const ALL_UNDONE = "What was changed in this conversation has been undone.";

export async function diff([wanted]: readonly string[], conversation: Conversation): Promise<void> {
  const { workspace, screen, session } = conversation;
  const changes = asChoices(await ownChanges(conversation), conversation);
  if (wanted === undefined && changes.length > 1) {
    const all = { label: "all", detail: "combined per file", value: "all" };
    if (conversation.pick("/diff ", [all, ...changes])) return;
  }
  const only = wanted === undefined || wanted === "all" ? null : wanted;
  if (only !== null && !changes.some(({ value }) => value === only))
    return screen.show({ kind: "note", text: `No change of this conversation has the receipt ${only}.` });
  const receipts = only === null ? session.written : [only];
  const { files, touched } = diffOf(await workspace.state(), { ...workspace, receipts });
  if (touched === 0) return screen.show({ kind: "note", text: NOTHING });
  screen.show(files.length === 0 ? { kind: "note", text: ALL_UNDONE } : { kind: "diff", files, most: null });
}

/** The changes of this conversation that can be undone, the newest first. */
async function ownChanges({ workspace, session }: Conversation): Promise<readonly LogEntry[]> {
  const state = await workspace.state();
  const { openRoot } = workspace;
  return undoCandidates(state.log.list().entries, { state, openRoot, among: new Set(session.written) });
}

/** A list to choose from. */
function asChoices(changes: readonly LogEntry[], { workspace }: Conversation): readonly MenuEntry[] {
  return changes.map(({ receipt_id, files: paths, at }) => {
    const [first = "", ...others] = paths.map((path) => workspace.show(path));
    const more = others.length === 0 ? "" : ` and ${counted(others.length, "more file", "more files")}`;
    return { label: `${receipt_id}  ${localTime(Date.parse(at))}  ${first}${more}`, detail: "", value: receipt_id };
  });
}

export async function setTest(
  words: readonly string[],
  conversation: Conversation,
  _: AbortSignal,
  { rest, isTyped }: { readonly rest: string; readonly isTyped: boolean },
): Promise<void> {
  const { screen } = conversation;
  if (words.length === 1 && rest === "off") conversation.test = null;
  else if (rest !== "") conversation.test = { command: rest, isTyped };
  const { test: now } = conversation;
  const asked = now?.isTyped === false ? " You are asked each time, because you did not type it key by key." : "";
  const text =
    now === null
      ? "No tests run after a turn. Set a command with: /test npm test"
      : `After each turn that changes files: ${now.command}. Failures go to the model, at most ${MOST_ROUNDS} times.${asked} /test off ends it.`;
  screen.show({ kind: "note", text });
}
