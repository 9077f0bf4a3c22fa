// `galley chat`: a conversation with a model about the files here. Chooses the surface, reads what the person wants, and
// does one thing at a time; the person can type and interrupt while it is done.

import { isatty } from "node:tty";
import { isFailure } from "../../base/index.ts";
import {
  openChatLines,
  marksPastes,
  openChatScreen,
  resizingOf,
  streamLines,
  terminalLines,
  wantsColour,
  type ChatOptions,
  type ChatScreen,
  type MenuEntry,
  type MenuSource,
  type TypedText,
  type SentMention,
} from "../../terminal/index.ts";
import { plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { completions } from "../chat/completion.ts";
import type { Conversation } from "../chat/conversation.ts";
import { openConversation } from "../chat/open-conversation.ts";
import { runSlash, SLASH_ENTRIES } from "../chat/commands.ts";
import { editChanged, editPrompt } from "../chat/user/in-editor.ts";
import { MOST_ROUNDS, runTests } from "../chat/user/tests.ts";
import { askAboutCommand, runTypedCommand } from "../chat/user/user-command.ts";
import { keysHelp } from "../chat/help.ts";
import { fileMenu } from "../chat/file-menu.ts";
import { listFiles } from "../chat/list-files.ts";
import { listSymbols } from "../chat/list-symbols.ts";
import { keepDraft, offerDraft } from "../chat/draft.ts";
import { addMentioned } from "../chat/add-mentioned.ts";
import { attachClipboard, droppedImages } from "../chat/attach.ts";
import { hasTerminal, isPlain, openReviewer } from "../reviewer.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { isTerminalOutput, openOutput, printNote } from "../text-io.ts";
import { openLocal, type LocalWorkspace } from "../../workspace/index.ts";

export async function run(args: Arguments): Promise<number> {
  if (args.words.length > 0)
    throw new UsageError(
      `chat takes no arguments; for one prompt, run: galley run ${JSON.stringify(args.words.join(" "))}`,
    );
  if (args.flags.has("--json"))
    throw new UsageError("chat is a conversation with a person; for JSON: galley run --json PROMPT");
  const life = new AbortController();
  // Ctrl-C ends what is being done, not the conversation.
  const settings: Settings = { ...settingsOf(args), signal: life.signal };
  const workspace = stagingAs(
    args,
    stagingAs(args, await openLocal({ ...settings, rootNote: null, stays: true, warned: "by-caller" })),
  );
  const past = await pastOf(workspace);
  let conversation: Conversation | null = null;
  let isUnwritten = false;
  let wasEnded = false;
  const files = fileMenu({
    list: () => listFiles(settings, workspace),
    symbols: (found) => listSymbols(settings, workspace, found),
    show: workspace.show,
  });
  const screen = openSurface(settings, {
    past: past.texts,
    menus: {
      mention: files,
      path: files,
      slash: listed(() => SLASH_ENTRIES),
      choice: listed(() => conversation?.choices ?? []),
    },
    dropped: (text) => droppedImages(text, settings),
    keepDraft: (texts) => void keepDraft(settings.root, workspace, texts),
    complete: async (text, at) => (conversation === null ? null : completions(text, at, conversation)),
    broken: (error) => {
      // A reader that has gone, as `head -1` goes, is like a person who has gone; anything else is reported.
      if (error.code !== "EPIPE" && !isUnwritten) {
        isUnwritten = true;
        printNote(`The output could not be written, so the conversation ended: ${error.message}`);
      }
      life.abort();
    },
  });
  workspace.noteTo((text) => screen.show({ kind: "note", text }));
  const reviewer = await openReviewer(settings, workspace, { from: { door: "chat", session: null }, isIndented: true });
  const onEnd = (): void => life.abort();
  process.once("SIGTERM", onEnd);
  try {
    conversation = await openConversation({ args, settings, workspace, screen, reviewer });
    if (past.problem !== null) screen.show({ kind: "note", text: past.problem });
    if (screen.hasPrompt) await offerDraft(settings.root, workspace, screen);
    await converse(conversation, life.signal);
    wasEnded = life.signal.aborted;
  } finally {
    process.off("SIGTERM", onEnd);
    life.abort(); // What is still looked for in the background is not wanted any more.
    for (const text of screen.unsent()) await conversation?.remember(text);
    await conversation?.close();
    screen.close();
    await keepDraft(settings.root, workspace, []);
    reviewer?.close();
  }
  // As for `galley run`.
  if (isUnwritten) return 1;
  return wasEnded ? 130 : 0;
}

/** A menu whose entries are there already. */
function listed(entries: () => readonly MenuEntry[]): MenuSource {
  return { open: () => undefined, entries, note: () => null };
}

/** Until the person leaves, or is gone. What is being done then is stopped first. */
async function converse(conversation: Conversation, ended: AbortSignal): Promise<void> {
  const { screen } = conversation;
  let work: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  const end = new Promise<{ readonly kind: "gone" }>((resolve) =>
    ended.addEventListener("abort", () => resolve({ kind: "gone" }), { once: true }),
  );
  const start = (task: (signal: AbortSignal) => Promise<void>): void => {
    const stop = new AbortController();
    const done = task(stop.signal)
      .catch((error: unknown) => explain(error, screen))
      .finally(() => {
        work = null;
        screen.busy(null);
      });
    work = { done, stop };
  };
  for (;;) {
    const wish = await Promise.race([screen.next(), end]);
    switch (wish.kind) {
      case "interrupt":
        (work as { readonly stop: AbortController } | null)?.stop.abort();
        break;
      case "leave":
      case "gone": {
        const open = work as { readonly done: Promise<void>; readonly stop: AbortController } | null;
        open?.stop.abort();
        await open?.done;
        return;
      }
      case "permissions":
        conversation.permitNext();
        break;
      case "go-back":
        screen.busy("Working");
        start((signal) => runSlash({ text: "/fork", isTyped: false }, conversation, signal));
        break;
      case "paste-image":
        void attachClipboard(conversation, ended).catch((error: unknown) => explain(error, screen));
        break;
      case "edit-prompt": {
        const { text } = wish;
        screen.busy("Opening your editor");
        start((signal) => editPrompt(conversation, text, signal));
        break;
      }
      case "edit-last":
        screen.busy("Opening your editor");
        start((signal) => editChanged(conversation, null, signal));
        break;
      case "sent": {
        const { text, shown, typed, mentions } = wish;
        void conversation.remember(text);
        if (text.trim() === "/quit" || text.trim() === "/exit") return;
        screen.show({ kind: "person", text: shown });
        screen.busy("Working");
        start((signal) => act({ text, typed, mentions }, conversation, signal));
        break;
      }
      default:
        wish satisfies never;
    }
  }
}

type Sent = { readonly text: string; readonly typed: TypedText | null; readonly mentions: readonly SentMention[] };

async function act({ text, typed, mentions }: Sent, conversation: Conversation, signal: AbortSignal): Promise<void> {
  const words = text.trim();
  const { screen } = conversation;
  if (words.startsWith("!"))
    return typed === null ? askAboutCommand(text, conversation, signal) : runTypedCommand(typed, conversation, signal);
  if (words === "?") return screen.show({ kind: "markdown", text: keysHelp(screen.keys) });
  // A path at the start of a question is no command.
  if (/^\/[^/\s]*(?:\s|$)/.test(words)) return runSlash({ text: words, isTyped: typed !== null }, conversation, signal);
  await addMentioned(mentions, conversation, signal);
  return sayAndTest(text, conversation, signal);
}

/** A turn, and then the user's tests: while they fail, the model is asked to repair what it did. */
async function sayAndTest(text: string, conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { screen } = conversation;
  let hasChanged = await conversation.say(text, signal);
  for (let round = 1; hasChanged && !signal.aborted; round += 1) {
    const failed = await runTests(conversation, signal);
    if (failed === null) return;
    if (round > MOST_ROUNDS)
      return screen.show({ kind: "note", text: `The tests still fail after ${MOST_ROUNDS} repairs. It is your turn.` });
    screen.show({
      kind: "note",
      text: `The tests fail. The model is asked to repair it (${round} of ${MOST_ROUNDS}).`,
    });
    conversation.session.note(failed);
    hasChanged = await conversation.say("The tests fail. Repair what is wrong.", signal, { isOwn: false });
  }
}

/** Nothing that goes wrong with one message ends the conversation. */
function explain(error: unknown, screen: ChatScreen): void {
  const text = isFailure(error)
    ? error.message
    : `Something unexpected happened; the conversation continues. Please report this:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  screen.show({ kind: "outcome", tone: "bad", text: text.split("\n") });
}

type SurfaceOptions = Pick<ChatOptions, "past" | "complete" | "dropped" | "menus" | "keepDraft"> & {
  readonly broken: (error: NodeJS.ErrnoException) => void;
};

function openSurface(settings: Settings, { broken, ...options }: SurfaceOptions): ChatScreen {
  const { environment } = settings;
  const isTTY = isTerminalOutput();
  const colour = settings.colour && wantsColour(environment, { isTTY });
  const isPiped = !isatty(0);
  if (!isPiped && isTTY && !isPlain(environment) && hasTerminal()) {
    const screen = openChatScreen({
      ...options,
      colour,
      marksPastes: marksPastes(environment),
      resizing: resizingOf(environment),
    });
    if (screen !== null) return screen;
  }
  const fromTerminal = isPiped ? null : terminalLines();
  return openChatLines({
    colour,
    read: fromTerminal ?? streamLines(process.stdin),
    write: openOutput(broken),
    width: () => process.stdout.columns || 80,
    mark: isPiped ? plain`` : plain`> `,
    inWords: environment["GALLEY_PLAIN"] === "words",
  });
}

async function pastOf(
  workspace: LocalWorkspace,
): Promise<{ readonly texts: readonly string[]; readonly problem: string | null }> {
  try {
    return { texts: (await workspace.state()).prompts.list(), problem: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { texts: [], problem: error.message };
  }
}
