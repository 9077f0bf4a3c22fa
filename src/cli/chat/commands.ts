// The slash commands of a conversation: one table, which help and completion read too. None of them asks the model.

import { didYouMean } from "../../base/index.ts";
import { wordsIn, type ChatScreen, type MenuEntry } from "../../terminal/index.ts";
import { attachClipboard } from "./attach.ts";
import type { Conversation } from "./conversation.ts";
import { commandsHelp } from "./help.ts";
import { diff, setTest } from "./slash/change-commands.ts";
import { undo } from "./slash/undo.ts";
import { commit } from "./slash/commit.ts";
import { compact, context } from "./slash/compact.ts";
import { add, drop, files, map } from "./slash/file-commands.ts";
import { approvals, cost, mode, model, permissions } from "./slash/model-commands.ts";
import { clear, exportMarkdown, fork, resume, save, share } from "./slash/session-commands.ts";
import { editChanged } from "./user/in-editor.ts";

type SlashGroup = { readonly title: string; readonly commands: Readonly<Record<string, Slash>> };

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

/** In the order in which the help shows them. */
export const SLASH_GROUPS: readonly SlashGroup[] = [
  {
    title: "conversation",
    commands: {
      help: {
        usage: "/help",
        help: "this list; ? alone shows the keys",
        run: async (_, { screen }) => showHelp(screen),
      },
      clear: { usage: "/clear", help: "start a new one; the files you added stay", run: clear },
      resume: { usage: "/resume [ID|last]", help: "resume an earlier one", run: resume },
      fork: { usage: "/fork [TURN]", help: "go back to an earlier turn, in a new conversation", run: fork },
      compact: { usage: "/compact", help: "a summary takes its place; the whole stays saved", run: compact },
      export: { usage: "/export [FILE]", help: "write it to a Markdown file", run: exportMarkdown },
      save: { usage: "/save", help: "save it, and show its id", run: save },
      share: { usage: "/share", help: "show the model the output of your last !COMMAND", run: share },
      quit: { usage: "/quit", help: "leave", run: async () => undefined },
    },
  },
  {
    title: "files",
    commands: {
      add: { usage: "/add [PATH…]", help: "show whole files to the model; alone: pick from a list", run: add },
      drop: { usage: "/drop [PATH…]", help: "no longer show them; alone: drop all", run: drop },
      files: { usage: "/files", help: "what the model is shown", run: files },
      map: { usage: "/map", help: "what the other files define, as the model sees it", run: map },
      paste: {
        usage: "/paste",
        help: "show the model the image in the clipboard",
        run: (_, conversation, signal) => attachClipboard(conversation, signal),
      },
    },
  },
  {
    title: "changes",
    commands: {
      diff: { usage: "/diff [RECEIPT|all]", help: "what was changed in this conversation", run: diff },
      undo: {
        usage: "/undo [RECEIPT|turn|all]",
        help: "undo one, the last turn, or all; alone: pick",
        run: undo,
      },
      "edit-last": {
        usage: "/edit-last [PATH]",
        help: "the last change in your editor",
        run: ([path], conversation, signal) => editChanged(conversation, path ?? null, signal),
      },
      commit: {
        usage: "/commit [MESSAGE]",
        help: "commit what was changed here, and nothing else",
        run: (_, conversation, signal, { rest }) => commit(rest, conversation, signal),
      },
      test: {
        usage: "/test [COMMAND|off]",
        help: "run it after every change; failures go to the model",
        run: setTest,
      },
    },
  },
  {
    title: "model",
    commands: {
      model: { usage: "/model [NAME]", help: "choose a model: provider/name; alone: pick from a list", run: model },
      mode: { usage: "/mode [NAME]", help: "how it changes files: tools, blocks, auto", run: mode },
      permissions: {
        usage: "/permissions [NAME]",
        help: "what it may do without asking: plan, ask, edits",
        run: permissions,
      },
      approvals: { usage: "/approvals [revoke ID]", help: "what is done without asking you", run: approvals },
      context: { usage: "/context", help: "how full its context window is", run: context },
      cost: { usage: "/cost", help: "token count and estimated cost", run: cost },
    },
  },
];

export const SLASH: Readonly<Record<string, Slash>> = Object.assign(
  {},
  ...SLASH_GROUPS.map(({ commands }) => commands),
);

/** What a slash at the start of the prompt offers. */
export const SLASH_ENTRIES: readonly MenuEntry[] = Object.entries(SLASH).map(([name, { usage, help: what }]) => ({
  label: usage,
  // Not what it takes: "/run" is not the start of "/fork [TURN]".
  filter: `/${name}`,
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
  const here = NAMES_ELSEWHERE.get(name);
  const near = here === undefined ? didYouMean(name, Object.keys(SLASH), { prefix: "/" }) : ` (here it is ${here})`;
  // It stays out of the prompt, where it would become the start of the next message; ↑ brings it back.
  screen.show({
    kind: "note",
    text: `There is no command /${name}${near}. It was not sent. /help lists the commands; to send such a text, begin with another word.`,
  });
}

/** What other agents call it. */
const NAMES_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["new", "/clear"],
  ["reset", "/clear"],
  ["continue", "/resume"],
  ["rewind", "/fork"],
  ["branch", "/fork"],
  ["summarize", "/compact"],
  ["tokens", "/context"],
  ["status", "/context"],
  ["usage", "/cost"],
  ["stats", "/cost"],
  ["ls", "/files"],
  ["read", "/add"],
  ["read-only", "/add"],
  ["mention", "@ or /add"],
  ["plan", "/permissions plan"],
  ["chat-mode", "/permissions"],
  ["allowed-tools", "/approvals"],
  ["models", "/model"],
  ["run", "!COMMAND"],
  ["git", "!git"],
  ["bash", "!COMMAND"],
  ["editor", "Ctrl-G"],
  ["edit", "Ctrl-G"],
  ["revert", "/undo"],
  ["config", "galley config, in a shell"],
  ["settings", "galley config, in a shell"],
  ["doctor", "galley doctor, in a shell"],
  ["review", "galley review, in a shell"],
  ["mcp", "mcp_servers in your config"],
  ["memory", "AGENTS.md, which you edit yourself"],
  ["init", "AGENTS.md, which you edit yourself"],
]);

function showHelp(screen: ChatScreen): void {
  screen.show({ kind: "markdown", text: commandsHelp(SLASH_GROUPS) });
}
