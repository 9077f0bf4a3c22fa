// A command of the user's own, after "!". What they typed key by key runs in their shell at once; every other text that
// begins with "!" is asked about like a command from anyone. What it prints stays here until they share it.

import { failure } from "../../../base/index.ts";
import type { TypedText } from "../../../terminal/index.ts";
import { loadTool, runTool } from "../../../tools/index.ts";
import { outputFor } from "./command-output.ts";
import type { Conversation } from "../conversation.ts";
import { lastLines, showResult } from "../display.ts";

const NO_COMMAND = "Type a command after !, such as !git status.";

export async function runTypedCommand(
  typed: TypedText,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { screen, settings } = conversation;
  const command = commandIn(typed);
  if (command === "") return screen.show({ kind: "note", text: NO_COMMAND });
  screen.busy("Running your command");
  const { runOwnCommand } = await import("../../../fs/node/index.ts");
  const decoder = new TextDecoder();
  const { exitCode, isCancelled, output, truncated } = await runOwnCommand({
    text: command,
    cwd: settings.startedIn ?? settings.root,
    environment: settings.environment,
    signal,
    onOutput: (bytes) => screen.output(decoder.decode(bytes, { stream: true })),
  });
  const how = isCancelled
    ? "It was interrupted."
    : exitCode === null
      ? "It was ended by a signal."
      : `It ended with exit code ${exitCode}.`;
  const isFirst = conversation.lastOutput === null;
  conversation.lastOutput = outputFor({ command, output, how });
  const { text, cut } = lastLines(output.trimEnd(), { isWhole: !truncated });
  const more = [...cut, ...(exitCode === 0 ? [] : [how])].join(" ");
  screen.show({ kind: "panel", title: `$ ${command}`, text, more: more === "" ? null : more });
  if (text.trim() === "") screen.show({ kind: "outcome", tone: exitCode === 0 ? "good" : "bad", text: how });
  if (exitCode !== 0 && WANTS_TERMINAL.test(output)) screen.show({ kind: "note", text: IN_A_SHELL });
  // Said once: it is the same for each of them.
  if (isFirst)
    screen.show({ kind: "note", text: "The model has not seen this. /share shows it with your next message." });
}

/** An alternate screen, or a complaint that there is no terminal. */
const WANTS_TERMINAL = /\u001b\[\?(?:1049|1047|47)h|\b(?:not (?:a|to a|from a) (?:terminal|tty)|no tty|tty get)\b/i;
const IN_A_SHELL =
  "A program that needs a terminal does not work here. Ctrl-Z suspends galley so that you can run it in your shell; fg brings galley back.";

/** The same question as for a model's command: no one can say who wrote this text. */
export async function askAboutCommand(text: string, conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { screen, settings } = conversation;
  const command = commandIn(text);
  if (command === "") return screen.show({ kind: "note", text: NO_COMMAND });
  screen.show({ kind: "note", text: "A part of this was not typed here key by key, so you are asked first." });
  const tool = await loadTool("shell");
  if (tool === null) throw failure("NOT_FOUND", "There is no shell tool.");
  screen.busy("Running your command");
  const decoder = new TextDecoder();
  const result = await runTool(
    tool,
    { command },
    {
      ...conversation.workspace, // The user's own: plan mode is for the model.
      reviewer: conversation.asking(),
      yes: settings.yes,
      signal,
      commandsBy: "person",
      output: (_, bytes) => screen.output(decoder.decode(bytes, { stream: true })),
    },
  );
  const isStopped = !result.success && ["REJECTED", "ABORTED"].includes(result.error.code);
  const receipt = result.success ? "applied" : isStopped ? "denied" : "failed";
  showResult({ tool: "shell", result, receipt }, screen);
}

function commandIn(text: string): string {
  return text.trim().slice(1).trim();
}
