// The slash commands about what was changed: show it, undo it, test it. None of them asks the model.

import { counted } from "../../../base/index.ts";
import type { MenuEntry } from "../../../terminal/index.ts";
import { undoReceipt } from "../../commands/undo.ts";
import type { Conversation } from "../conversation.ts";
import { diffSince } from "./diff.ts";
import { localTime } from "./local-time.ts";
import { MOST_ROUNDS } from "../user/tests.ts";

export async function undo(
  [receipt]: readonly string[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, screen } = conversation;
  if (receipt === undefined) {
    const changes = await changesSince(conversation);
    if (changes.length > 1 && conversation.pick("/undo ", changes)) return;
  }
  const { restored, rows } = await undoReceipt(workspace, {
    receipt: receipt ?? null,
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

export async function diff([wanted]: readonly string[], conversation: Conversation): Promise<void> {
  const { workspace, screen, since } = conversation;
  const changes = await changesSince(conversation);
  if (wanted === undefined && changes.length > 1) {
    const all = { label: "all", detail: "combined per file", value: "all" };
    if (conversation.pick("/diff ", [all, ...changes])) return;
  }
  const only = wanted === undefined || wanted === "all" ? null : wanted;
  if (only !== null && !changes.some(({ value }) => value === only))
    return screen.show({ kind: "note", text: `No change of this conversation has the receipt ${only}.` });
  const { text, files: touched } = diffSince(await workspace.state(), {
    addresses: workspace.addresses,
    since,
    only,
    show: workspace.show,
    hides: workspace.hides,
  });
  if (touched === 0) return screen.show({ kind: "note", text: "Nothing was changed in this conversation." });
  screen.show(text === "" ? { kind: "note", text: "What was changed has been undone." } : { kind: "diff", text });
}

/** The changes of this conversation that can be undone, the newest first, as a list to choose from. */
async function changesSince({ workspace, since }: Conversation): Promise<readonly MenuEntry[]> {
  const { entries } = (await workspace.state()).log.list();
  return entries.flatMap(({ receipt_id, files: paths, state, at }) => {
    if (since.has(receipt_id) || state === "undone" || paths.length === 0) return [];
    const [first = "", ...others] = paths.map((path) => workspace.show(path));
    const more = others.length === 0 ? "" : ` and ${counted(others.length, "more file", "more files")}`;
    const label = `${receipt_id}  ${first}${more}`;
    return [{ label, detail: localTime(Date.parse(at)), value: receipt_id }];
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
