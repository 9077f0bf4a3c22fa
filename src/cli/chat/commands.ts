// The slash commands of a conversation: one table, which help and completion read too. None of them asks the model.

import { contextMap, dropFiles, estimateCost, listFiles, readStored } from "../../agent/index.ts";
import { counted, isFailure, didYouMean, nounFor } from "../../base/index.ts";
import { revokeRule } from "../../workspace/index.ts";
import { rulesHere } from "../commands/approvals.ts";
import type { ChatMode, Conversation } from "./conversation.ts";
import { diffSince } from "./diff.ts";
import { undoReceipt } from "../commands/undo.ts";
import { realRoot } from "../settings.ts";

type Slash = {
  readonly usage: string;
  readonly help: string;
  readonly run: (words: readonly string[], conversation: Conversation, signal: AbortSignal) => Promise<void>;
};

export const SLASH: Readonly<Record<string, Slash>> = {
  help: {
    usage: "/help",
    help: "this list",
    run: async (_, { screen }) => screen.show({ kind: "markdown", text: help(screen.keys) }),
  },
  add: { usage: "/add PATH…", help: "show files, folders or patterns to the model whole", run: add },
  drop: { usage: "/drop PATH…", help: "no longer show them; /drop alone drops all", run: drop },
  files: { usage: "/files", help: "what the model is shown", run: files },
  map: { usage: "/map", help: "what the other files define, as the model sees it", run: map },
  model: { usage: "/model [NAME]", help: "which model answers, or choose one: provider/name", run: model },
  mode: { usage: "/mode [NAME]", help: "how the model changes files: tools, blocks, auto", run: mode },
  approvals: { usage: "/approvals [revoke ID]", help: "what is done without asking you", run: approvals },
  undo: { usage: "/undo [RECEIPT]", help: "undo the last change", run: undo },
  diff: { usage: "/diff", help: "what was changed in this conversation", run: diff },
  "edit-last": {
    usage: "/edit-last [PATH]",
    help: "the last change in your editor",
    run: ([path], conversation, signal) => conversation.editLast(path ?? null, signal),
  },
  clear: { usage: "/clear", help: "start a new conversation; the files you added stay", run: clear },
  save: { usage: "/save", help: "save this conversation and show its id", run: save },
  resume: { usage: "/resume [ID|last]", help: "resume an earlier conversation", run: resume },
  cost: { usage: "/cost", help: "token count and estimated cost", run: cost },
  quit: { usage: "/quit", help: "leave", run: async () => undefined },
};

export async function runSlash(text: string, conversation: Conversation, signal: AbortSignal): Promise<void> {
  const [name = "", ...words] = split(text.slice(1));
  const command = Object.hasOwn(SLASH, name) ? SLASH[name] : undefined;
  if (command !== undefined) {
    await command.run(words, conversation, signal);
    return conversation.refresh();
  }
  const { screen } = conversation;
  const near = didYouMean(name, Object.keys(SLASH), { prefix: "/" });
  screen.show({ kind: "note", text: `There is no command /${name}${near}. /help lists them.` });
  screen.putBack(text);
}

/** Words are separated by whitespace; quotes keep a space inside a word. */
function split(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

function help(keys: string): string {
  const rows = Object.values(SLASH).map(({ usage, help: what }) => `| ${usage.replaceAll("|", "\\|")} | ${what} |`);
  return [
    "| command | what it does |\n|---|---|",
    ...rows,
    "| !COMMAND | run a command yourself; the model does not see it |",
    "",
    keys.replaceAll("\\", "\\\\"), // It is Markdown here.
  ].join("\n");
}

async function add(words: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  if (words.length === 0)
    return conversation.screen.show({
      kind: "note",
      text: "Name what to add: /add src/app.ts, /add src, /add 'docs/*.md'",
    });
  for (const word of words) await conversation.add(word, { tell: "all", signal });
}

async function drop(words: readonly string[], { session, screen }: Conversation): Promise<void> {
  const given = words.length > 0 ? words : [...session.context];
  if (given.length === 0) return screen.show({ kind: "note", text: "No file is selected." });
  for (const word of given) {
    const dropped = dropFiles(session, word);
    if (dropped.length === 0)
      screen.show({
        kind: "outcome",
        tone: "bad",
        text: `${word} is not among the selected files. /files lists them.`,
      });
    for (const path of dropped) screen.show({ kind: "outcome", tone: "good", text: `${path} is not shown any more` });
  }
}

async function files(_: readonly string[], { session, screen }: Conversation): Promise<void> {
  const { files: listed, tokens, budget } = await listFiles(session);
  if (listed.length === 0)
    return screen.show({
      kind: "note",
      text: "No file is selected. /add PATH selects one; with tools the model also reads what it needs.",
    });
  for (const { path, tokens: own, why } of listed) {
    const said = why === null ? `${path} (about ${tokensOf(own ?? 0)})` : `${path} is not shown: ${why}`;
    screen.show({ kind: "outcome", tone: why === null ? "good" : "bad", text: said });
  }
  screen.show({ kind: "words", text: `About ${count(tokens)} of ${tokensOf(budget)}.` });
}

async function map(_: readonly string[], { session, screen }: Conversation, signal: AbortSignal): Promise<void> {
  screen.busy("Reading the files");
  const drawn = await contextMap(session, { signal });
  if (drawn === null || drawn.text.trim() === "")
    return screen.show({
      kind: "note",
      text:
        session.context.size === 0
          ? "No source file here is in a language that galley knows."
          : "No other file here is in a language that galley knows; what is selected is shown whole.",
    });
  screen.show({ kind: "markdown", text: fenced(drawn.text) });
  if (drawn.shown < drawn.definitions)
    screen.show({
      kind: "note",
      text: `${count(drawn.shown)} of ${count(drawn.definitions)} ${nounFor(drawn.definitions, "definition")} fit; galley map --tokens N shows more.`,
    });
}

async function model([name]: readonly string[], conversation: Conversation): Promise<void> {
  const { model: before, screen } = conversation;
  // Without a name, what was chosen stays.
  const problem = name === undefined ? null : await conversation.choose(name);
  if (problem !== null) return screen.show({ kind: "note", text: problem });
  if (name === undefined && before === null) return conversation.advise();
  const now = conversation.model?.name ?? "";
  const text =
    name === undefined ? `${now} answers. Choose another with /model provider/name.` : `${now} answers from now on.`;
  screen.show({ kind: "outcome", tone: "good", text });
}

async function mode([name]: readonly string[], conversation: Conversation): Promise<void> {
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

async function approvals(
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

async function undo([receipt]: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { workspace, screen } = conversation;
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

async function diff(_: readonly string[], conversation: Conversation): Promise<void> {
  const { workspace, screen, since } = conversation;
  const { text, files: touched } = diffSince(await workspace.state(), {
    addresses: workspace.addresses,
    since,
    show: workspace.show,
    hides: workspace.hides,
  });
  if (touched === 0) return screen.show({ kind: "note", text: "Nothing was changed in this conversation." });
  screen.show(text === "" ? { kind: "note", text: "What was changed has been undone." } : { kind: "diff", text });
}

async function clear(_: readonly string[], conversation: Conversation): Promise<void> {
  const { length } = conversation.workspace.gate.session?.rules() ?? [];
  await conversation.keep();
  await conversation.restart(null);
  conversation.screen.clear();
  const ended = length === 0 ? "" : ` Its ${nounFor(length, "rule")} for the session ended with it.`;
  conversation.screen.show({
    kind: "note",
    text: `Started a new conversation. The last one is saved: /resume.${ended}`,
  });
}

async function save(_: readonly string[], conversation: Conversation): Promise<void> {
  const { session, screen } = conversation;
  if (session.messages.length === 0) return screen.show({ kind: "note", text: "This conversation is empty." });
  const problem = await conversation.keep();
  screen.show(
    problem === null
      ? {
          kind: "outcome",
          tone: "good",
          text: `Saved, as after every step. Resume it with: galley chat --resume ${session.id}`,
        }
      : { kind: "outcome", tone: "bad", text: problem },
  );
}

async function resume([wanted]: readonly string[], conversation: Conversation): Promise<void> {
  const { screen } = conversation;
  const others = wanted === undefined || wanted === "last" ? await earlier(conversation) : [];
  if (wanted === undefined || (wanted === "last" && !others.some(isReadable)))
    return screen.show(
      others.length === 0
        ? { kind: "note", text: "There is no other conversation in this folder." }
        : { kind: "words", text: [...others.map(({ line }) => line), "", "Resume one with: /resume ID"] },
    );
  await conversation.keep();
  const notes = await conversation.restart(others.find(isReadable)?.id ?? wanted);
  screen.show({ kind: "note", text: `Resumed ${conversation.session.id}.` });
  for (const text of notes) screen.show({ kind: "note", text });
  conversation.recall();
}

const LISTED = 15;

type Earlier = { readonly id: string; readonly line: string; readonly isBroken: boolean };

function isReadable({ isBroken }: Earlier): boolean {
  return !isBroken;
}

/** The other conversations in this folder, the last one first. */
async function earlier({ workspace, settings, session }: Conversation): Promise<readonly Earlier[]> {
  const { sessions } = await workspace.state();
  const found: Earlier[] = [];
  for (const { id, savedMs } of sessions.list()) {
    if (id === session.id || found.length >= LISTED) continue;
    try {
      const { root, first, turns } = readStored(sessions.load(id));
      if (realRoot(root) !== realRoot(settings.root)) continue;
      const said = first.replaceAll(/\s+/g, " ").slice(0, 60).toWellFormed();
      const when = localTime(savedMs);
      found.push({ id, isBroken: false, line: `${id}  ${when}  ${counted(turns, "turn")}  ${said}` });
    } catch (error) {
      if (!isFailure(error)) throw error;
      found.push({ id, isBroken: true, line: `${id}  ${error.message}` });
    }
  }
  return found;
}

/** As the clock of this machine showed it. */
function localTime(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace("T", " ");
}

async function cost(_: readonly string[], { session, model: asked, screen }: Conversation): Promise<void> {
  const { input, output, cached } = session.usage;
  if (input === null && output === null) return screen.show({ kind: "note", text: "No tokens have been counted yet." });
  const price = asked === null ? null : estimateCost(asked.name, session.usage);
  const parts = [
    `${tokensOf(input ?? 0)} in${cached === null || cached === 0 ? "" : ` (${count(cached)} of them cached)`}, ${count(output ?? 0)} out`,
    price === null ? "the price of this model is unknown" : `about $${price.toFixed(4)}`,
  ];
  screen.show({ kind: "words", text: `${parts.join("; ")}.` });
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}

function tokensOf(number: number): string {
  return `${count(number)} ${nounFor(number, "token")}`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
