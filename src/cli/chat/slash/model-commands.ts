// The slash commands about the model: which one answers, how, what it may do, what it took. None of them asks it.

import { estimateCost, PERMISSIONS, type Permissions } from "../../../agent/index.ts";
import { didYouMean, grouped } from "../../../base/index.ts";
import { revokeRule } from "../../../workspace/index.ts";
import { rulesHere } from "../../commands/approvals.ts";
import type { MenuEntry } from "../../../terminal/index.ts";
import { knownModels, localModels } from "../../model-choice.ts";
import type { ChatMode, Conversation } from "../conversation.ts";
import { tokensOf } from "./counts.ts";

export async function model([name]: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { model: before, screen } = conversation;
  // Without a name, what was chosen stays.
  const problem = name === undefined ? null : await conversation.choose(name);
  if (problem !== null) return screen.show({ kind: "note", text: problem });
  if (name === undefined && before === null) return conversation.advise();
  const choices = name === undefined ? await modelChoices(conversation, signal) : [];
  if (choices.some(({ value }) => value !== before?.name)) {
    if (conversation.pick("/model ", choices)) return;
    const rows = choices.map(({ label, detail }) => `${label}  ${detail}`);
    return screen.show({ kind: "words", text: [...rows, "", "Choose one with: /model NAME"] });
  }
  const now = conversation.model?.name ?? "";
  const text =
    name === undefined ? `${now} answers. Choose another with /model provider/name.` : `${now} answers from now on.`;
  screen.show({ kind: "outcome", tone: "good", text });
}

/** As a list to choose from. */
async function modelChoices(
  { settings, workspace, model: now }: Conversation,
  signal: AbortSignal,
): Promise<readonly MenuEntry[]> {
  const known = [...knownModels(settings.environment, workspace.config), ...(await localModels(signal))];
  return known.map(({ name, how }) => ({ label: name, detail: name === now?.name ? "answers now" : how, value: name }));
}

export async function mode([name]: readonly string[], conversation: Conversation): Promise<void> {
  const { screen } = conversation;
  if (name !== undefined && !Object.hasOwn(MODES, name))
    return screen.show({
      kind: "note",
      text: `The modes are ${Object.keys(MODES).join(", ")}${didYouMean(name, Object.keys(MODES))}.`,
    });
  if (name !== undefined) conversation.mode = name as ChatMode; // One of the three.
  conversation.refresh();
  screen.show({ kind: "outcome", tone: "good", text: `${conversation.mode}: ${MODES[conversation.mode]}` });
}

const MODES: Readonly<Record<ChatMode, string>> = {
  tools: "the model reads and changes files by calling tools.",
  blocks: "the model writes edit blocks into its answer; it sees the files you /add.",
  auto: "tools, and edit blocks for a model that has none.",
};

export async function permissions([name]: readonly string[], conversation: Conversation): Promise<void> {
  const { screen } = conversation;
  const wanted = PERMISSIONS.find((one) => one === name);
  if (name !== undefined && wanted === undefined)
    return screen.show({
      kind: "note",
      text: `The permissions are ${PERMISSIONS.join(", ")}${didYouMean(name, PERMISSIONS)}.`,
    });
  if (wanted !== undefined) conversation.permit(wanted);
  const now = conversation.session.permissions;
  screen.show({ kind: "outcome", tone: "good", text: `${now}: ${MEANINGS[now]}` });
}

const MEANINGS: Readonly<Record<Permissions, string>> = {
  plan: "the model only reads; nothing can be changed and no command can run.",
  ask: "every change and every command is asked about, unless a rule allows it.",
  edits: "changes to files of this folder are not asked about, except protected paths, removals, moves and warnings.",
};

export async function approvals(
  words: readonly string[],
  { workspace, screen }: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const [action = "list", id] = words;
  if (action === "revoke" && id !== undefined) {
    const ended = await revokeRule(id, workspace, signal);
    return screen.show(
      ended === null
        ? { kind: "outcome", tone: "bad", text: `No rule has the id ${id}. /approvals lists them.` }
        : { kind: "outcome", tone: "good", text: `${ended} needs approval again` },
    );
  }
  if (action !== "list") return screen.show({ kind: "note", text: "Write /approvals, or /approvals revoke ID." });
  const lines = await rulesHere(workspace);
  const none = "No rules are remembered here. Only what your config allows is done without asking.";
  const how = "Revoke one with: /approvals revoke ID";
  screen.show({ kind: "words", text: lines.length === 0 ? none : [...lines, "", how] });
}

export async function cost(_: readonly string[], { session, model: asked, screen }: Conversation): Promise<void> {
  const { input, output, cached } = session.usage;
  if (input === null && output === null) return screen.show({ kind: "note", text: "No tokens have been counted yet." });
  const price = asked === null ? null : estimateCost(asked.price, session.usage);
  const parts = [
    `${tokensOf(input ?? 0)} in${cached === null || cached === 0 ? "" : ` (${grouped(cached)} of them cached)`}, ${grouped(output ?? 0)} out`,
    price === null ? "no cost is shown: your config has no price for this model" : `about $${price.toFixed(4)}`,
  ];
  screen.show({ kind: "words", text: `${parts.join("; ")}.` });
}
