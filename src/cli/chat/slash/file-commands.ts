// The slash commands about what the model is shown: files, images, and the map of the rest. None of them asks the model.

import { contextMap, dropFiles, listFiles, shareOf } from "../../../agent/index.ts";
import { grouped, nounFor } from "../../../base/index.ts";
import { fileTyped } from "../add-mentioned.ts";
import { attachFile, isHostPath } from "../attach.ts";
import type { Conversation } from "../conversation.ts";
import { tokensOf } from "./counts.ts";

export async function add(words: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
  if (words.length === 0) {
    if (conversation.screen.pick("/add ", "path")) return;
    return conversation.screen.show({
      kind: "note",
      text: "Name what to add: /add src/app.ts, /add src, /add 'docs/*.md'",
    });
  }
  const { known } = conversation.session.workspace();
  for (const word of words) {
    const named = fileTyped(word, { known, typed: conversation.workspace.typed });
    if (named === null && isHostPath(word)) {
      await attachFile(word, conversation);
      continue;
    }
    const { path, symbol } = named ?? { path: word, symbol: null };
    await conversation.add(path, { tell: "all", symbol, signal });
  }
}

export async function drop(words: readonly string[], { session, screen }: Conversation): Promise<void> {
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

export async function files(_: readonly string[], conversation: Conversation, signal: AbortSignal): Promise<void> {
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
    text: `About ${grouped(tokens)} of ${tokensOf(budget)} for files; ${shareOf(tokens, session.window)} of the window.`,
  });
}

export async function map(_: readonly string[], { session, screen }: Conversation, signal: AbortSignal): Promise<void> {
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
      text: `${grouped(drawn.shown)} of ${grouped(drawn.definitions)} ${nounFor(drawn.definitions, "definition")} fit; galley map --tokens N shows more.`,
    });
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
