// The slash commands of a conversation: one table, which help and completion read too. None of them asks the model.

import {
  contextMap,
  dropFiles,
  estimateCost,
  listFiles,
  PERMISSIONS,
  shareOf,
  type Permissions,
} from "../../agent/index.ts";
import { didYouMean, nounFor } from "../../base/index.ts";
import { wordsIn, type MenuEntry } from "../../terminal/index.ts";
import { revokeRule } from "../../workspace/index.ts";
import { rulesHere } from "../commands/approvals.ts";
import { fileNamed } from "./add-mentioned.ts";
import { attachClipboard, attachFile, isHostPath } from "./attach.ts";
import type { ChatMode, Conversation } from "./conversation.ts";
import { compact, context } from "./slash/compact.ts";
import { diff, setTest, undo } from "./slash/change-commands.ts";
import { commit } from "./slash/commit.ts";
import { describeOutput } from "./user/command-output.ts";
import { clear, exportMarkdown, fork, resume, save } from "./slash/session-commands.ts";

type Slash = {
  readonly usage: string;
  readonly help: string;
  /** `words` are those after the name; `sent` is the same text as it was written, and whether all of it was typed. */
  readonly run: (
    words: readonly string[],
    conversation: Conversation,
    signal: AbortSignal,
    sent: { readonly rest: string; readonly isTyped: boolean },
  ) => Promise<void>;
};

export const SLASH: Readonly<Record<string, Slash>> = {
  help: {
    usage: "/help",
    help: "this list",
    run: async (_, { screen }) => screen.show({ kind: "markdown", text: help(screen.keys) }),
  },
  add: {
    usage: "/add [PATH…]",
    help: "show files, folders or patterns to the model whole; alone: a list to pick from",
    run: add,
  },
  drop: { usage: "/drop PATH…", help: "no longer show them; /drop alone drops all", run: drop },
  files: { usage: "/files", help: "what the model is shown", run: files },
  paste: {
    usage: "/paste",
    help: "show the model the image in the clipboard, as Ctrl-V does",
    run: (_, conversation, signal) => attachClipboard(conversation, signal),
  },
  map: { usage: "/map", help: "what the other files define, as the model sees it", run: map },
  model: { usage: "/model [NAME]", help: "which model answers, or choose one: provider/name", run: model },
  mode: { usage: "/mode [NAME]", help: "how the model changes files: tools, blocks, auto", run: mode },
  permissions: {
    usage: "/permissions [NAME]",
    help: "plan (the model only reads), ask, or edits (without asking, in this folder)",
    run: permissions,
  },
  approvals: { usage: "/approvals [revoke ID]", help: "what is done without asking you", run: approvals },
  undo: { usage: "/undo [RECEIPT]", help: "undo a change; alone: the only one, or a list to pick from", run: undo },
  diff: { usage: "/diff [RECEIPT|all]", help: "what was changed in this conversation", run: diff },
  "edit-last": {
    usage: "/edit-last [PATH]",
    help: "the last change in your editor",
    run: ([path], conversation, signal) => conversation.editLast(path ?? null, signal),
  },
  commit: {
    usage: "/commit [MESSAGE]",
    help: "commit what this conversation changed, and nothing else; alone: the model writes the message",
    run: (_, conversation, signal, { rest }) => commit(rest, conversation, signal),
  },
  test: {
    usage: "/test [COMMAND|off]",
    help: "run a command after every change; failures go to the model",
    run: setTest,
  },
  fork: { usage: "/fork [TURN]", help: "go on from an earlier turn in a new conversation", run: fork },
  export: { usage: "/export [FILE]", help: "write this conversation to a Markdown file", run: exportMarkdown },
  context: { usage: "/context", help: "how full the model's context window is", run: context },
  compact: {
    usage: "/compact",
    help: "a summary takes the place of the conversation, which stays saved",
    run: compact,
  },
  clear: { usage: "/clear", help: "start a new conversation; the files you added stay", run: clear },
  save: { usage: "/save", help: "save this conversation and show its id", run: save },
  resume: { usage: "/resume [ID|last]", help: "resume an earlier conversation", run: resume },
  share: { usage: "/share", help: "show the model the output of your last !command", run: share },
  cost: { usage: "/cost", help: "token count and estimated cost", run: cost },
  quit: { usage: "/quit", help: "leave", run: async () => undefined },
};

/** What a slash at the start of the prompt offers. */
export const SLASH_ENTRIES: readonly MenuEntry[] = Object.entries(SLASH).map(([name, { usage, help: what }]) => ({
  label: usage,
  detail: what,
  value: name,
}));

export async function runSlash(
  { text, isTyped }: { readonly text: string; readonly isTyped: boolean },
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const [name = "", ...words] = wordsIn(text.slice(1));
  const command = Object.hasOwn(SLASH, name) ? SLASH[name] : undefined;
  if (command !== undefined && words.length > 0 && !command.usage.includes(" "))
    return conversation.screen.show({
      kind: "note",
      text: `${command.usage} takes nothing after its name, so it was not run. Send ${command.usage} alone.`,
    });
  if (command !== undefined) {
    await command.run(words, conversation, signal, { rest: text.slice(1 + name.length).trim(), isTyped });
    return conversation.refresh();
  }
  const { screen } = conversation;
  const near = didYouMean(name, Object.keys(SLASH), { prefix: "/" });
  // It stays out of the prompt, where it would become the start of the next message; ↑ brings it back.
  screen.show({
    kind: "note",
    text: `There is no command /${name}${near}. It was not sent. /help lists the commands; to send such a text, begin with another word.`,
  });
}

function help(keys: string): string {
  const rows = Object.values(SLASH).map(({ usage, help: what }) => `| ${usage.replaceAll("|", "\\|")} | ${what} |`);
  return [
    "| command | what it does |\n|---|---|",
    ...rows,
    "| !COMMAND | run a command in your shell; the model sees its output after /share |",
    "",
    keys.replaceAll("\\", "\\\\"), // It is Markdown here.
  ].join("\n");
}

async function add(words: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  if (words.length === 0) {
    if (conversation.screen.pick("/add ", "path")) return;
    return conversation.screen.show({
      kind: "note",
      text: "Name what to add: /add src/app.ts, /add src, /add 'docs/*.md'",
    });
  }
  const { known } = conversation.session.workspace();
  for (const word of words) {
    const named = fileNamed(word, known);
    if (named === null && isHostPath(word)) {
      await attachFile(word, conversation);
      continue;
    }
    const { path, symbol } = named ?? { path: word, symbol: null };
    await conversation.add(path, { tell: "all", symbol, signal });
  }
}

async function drop(words: readonly string[], { session, screen }: Conversation): Promise<void> {
  const given = words.length > 0 ? words : [...session.context, ...session.attached.keys()];
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

async function files(_: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  await conversation.measure(signal);
  const { session, screen } = conversation;
  const { files: listed, tokens, budget } = await listFiles(session);
  if (listed.length === 0)
    return screen.show({
      kind: "note",
      text: "No file is selected. /add PATH selects one; with tools the model also reads what it needs.",
    });
  for (const { path, tokens: own, why, part } of listed) {
    const said =
      why === null
        ? `${path} (${part === null ? "" : `${part}, `}about ${tokensOf(own ?? 0)}, ${shareOf(own ?? 0, session.window)} of the window)`
        : `${path} is not shown: ${why}`;
    screen.show({ kind: "outcome", tone: why === null ? "good" : "bad", text: said });
  }
  screen.show({
    kind: "words",
    text: `About ${count(tokens)} of ${tokensOf(budget)} for files; ${shareOf(tokens, session.window)} of the window.`,
  });
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

async function permissions([name]: readonly string[], conversation: Conversation): Promise<void> {
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

async function share(_: readonly string[], conversation: Conversation): Promise<void> {
  const { screen, session, lastOutput } = conversation;
  if (lastOutput === null)
    return screen.show({
      kind: "note",
      text: "There is no output to share. Run a command of your own first: !npm test",
    });
  session.note(describeOutput(lastOutput));
  conversation.lastOutput = null;
  const { length } = lastOutput.text;
  const size = length === 0 ? "it printed nothing" : `${count(length)} ${nounFor(length, "character")}`;
  screen.show({
    kind: "outcome",
    tone: "good",
    text: `The model sees the output of ${lastOutput.command} (${size}) with your next message`,
  });
}

async function cost(_: readonly string[], { session, model: asked, screen }: Conversation): Promise<void> {
  const { input, output, cached } = session.usage;
  if (input === null && output === null) return screen.show({ kind: "note", text: "No tokens have been counted yet." });
  const price = asked === null ? null : estimateCost(asked.price, session.usage);
  const parts = [
    `${tokensOf(input ?? 0)} in${cached === null || cached === 0 ? "" : ` (${count(cached)} of them cached)`}, ${count(output ?? 0)} out`,
    price === null ? "no cost is shown: your config has no price for this model" : `about $${price.toFixed(4)}`,
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
