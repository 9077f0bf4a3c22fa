// `galley tool`: one tool call through sandbox, policy and gate. Prints a ToolResult, or with --plan what would be asked.

import { didYouMean, failure } from "../../base/index.ts";
import { loadTool, TOOL_NAMES, type Tool, type ToolPlan, type ToolResult } from "../../tools/index.ts";
import { callTool, openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { isFailedCommand } from "../failed-command.ts";
import { withCancelReason, openReviewer } from "../reviewer.ts";
import { settingsOf } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { requireNoTeam } from "../turn-options.ts";
import { hasStandardInput, printJson, printNote, readInput } from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const [name, given] = args.words;
  if (name === undefined) throw new UsageError(`tool needs a name: ${TOOL_NAMES.join(", ")}`);
  if (args.words.length > 2) throw new UsageError("tool takes a name and one JSON object");
  const tool = await loadTool(name);
  if (tool === null) {
    throw new UsageError(
      `unknown tool ${JSON.stringify(name)}${didYouMean(name, TOOL_NAMES)}. Tools: ${TOOL_NAMES.join(", ")}`,
    );
  }
  const input = await readJson(given);
  const workspace = stagingAs(args, await openLocal({ ...settings, hasSession: false }));
  requireNoTeam("--yes", settings.yes, workspace);
  const isPlan = args.flags.has("--plan");
  const opened =
    isPlan || settings.json ? null : await openReviewer(settings, workspace, { from: { door: "tool", session: null } });
  const reviewer = opened !== null && name === "edit" ? withCancelReason(opened) : opened;
  const { yes, signal } = settings;
  try {
    const outcome = isPlan
      ? await planned(workspace, tool, input)
      : await callTool(workspace, tool, { args: input, reviewer, yes, signal });
    await printJson(outcome);
    for (const note of workspace.notes()) printNote(note);
    if (signal.aborted) return 130;
    if (!("success" in outcome)) return outcome.status === "blocked" ? 1 : 0;
    return outcome.success && !isFailedCommand(outcome) ? 0 : 1;
  } finally {
    reviewer?.close();
  }
}

async function planned(workspace: LocalWorkspace, tool: Tool, input: unknown): Promise<ToolPlan | ToolResult> {
  const { planCall } = await import("../../workspace/index.ts");
  return planCall(workspace, tool, input);
}

async function readJson(given: string | undefined): Promise<unknown> {
  const text =
    given === undefined && hasStandardInput()
      ? await readInput("-")
      : given === "-"
        ? await readInput("-")
        : (given ?? "");
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw failure("INVALID_ARG", `The arguments are not JSON: ${(error as Error).message}.`, { cause: error });
  }
}
