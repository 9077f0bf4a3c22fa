// The slash commands about what was changed: show it, test it. None of them asks the model.

import type { Conversation } from "../conversation.ts";
import { diffOf } from "./diff.ts";
import { ALL_UNDONE, asChoices, NOTHING, ownChanges } from "./own-changes.ts";
import { MOST_ROUNDS } from "../user/tests.ts";

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
