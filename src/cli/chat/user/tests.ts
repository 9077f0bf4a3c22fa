// `/test COMMAND`: runs after every turn that changed something, and what it prints when it fails goes back to the model,
// for a few rounds. It runs code that the model has just written, so it runs where commands of the model run: confined
// unless the config says otherwise, and on the host only after a yes.

import { loadTool, runTool } from "../../../tools/index.ts";
import { markHidden } from "../../../text/index.ts";
import { failure } from "../../../base/index.ts";
import { isFailedCommand } from "../../failed-command.ts";
import { describeOutput, outputFor } from "./command-output.ts";
import type { Conversation } from "../conversation.ts";
import { showResult } from "../display.ts";

/** How often a model is asked to repair what it did before the user is. */
export const MOST_ROUNDS = 3;
const TIMEOUT_MS = 600_000;

/** Null: it succeeded, or could not be run, which the user has read. Otherwise what the model has to know. */
export async function runTests(conversation: Conversation, signal: AbortSignal): Promise<string | null> {
  const { screen, test, workspace } = conversation;
  if (test === null) return null;
  const tool = await loadTool("shell");
  if (tool === null) throw failure("NOT_FOUND", "There is no shell tool.");
  const { command, isTyped } = test;
  screen.show({ kind: "call", tool: "test", summary: command });
  screen.busy("Running your tests");
  const decoder = new TextDecoder();
  const result = await runTool(
    tool,
    { command, timeout_ms: TIMEOUT_MS },
    {
      ...workspace,
      reviewer: conversation.asking(),
      yes: isTyped,
      signal,
      commandsBy: "person",
      output: (_, bytes) => screen.output(decoder.decode(bytes, { stream: true })),
    },
  );
  showResult({ tool: "shell", result, receipt: result.success ? "applied" : "failed" }, screen);
  if (!result.success || !isFailedCommand(result) || signal.aborted) return null;
  const { stdout = "", stderr = "" } = result.value as { readonly stdout?: string; readonly stderr?: string }; // Its own value.
  const output = [stdout, stderr].filter((part) => part.trim() !== "").join("\n");
  return describeOutput(outputFor({ command, output, how: markHidden(result.message, { oneLine: true }) }));
}
