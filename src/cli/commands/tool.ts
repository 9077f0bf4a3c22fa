// `galley tool`: one tool call through sandbox, policy and gate. Prints a ToolResult, or with --plan what would be asked.

import { withheldPayload, type ApprovalPayload } from "../../approval/index.ts";
import { failure, didYouMean, newId, type RealPath, type Target, type WorkspacePath } from "../../base/index.ts";
import { askOnce } from "../../ask/index.ts";
import {
  loadTool,
  LOOKING,
  mayRead,
  planTool,
  runTool,
  TOOL_NAMES,
  type Tool,
  type ToolContext,
  type ToolPlan,
  type ToolResult,
} from "../../tools/index.ts";
import type { ChangedFiles, CommandPlace } from "../../fs/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { describeLoss, openWorkspace, type Workspace, writtenIn } from "../../workspace/index.ts";
import { hasEndedBadly } from "../failed-command.ts";
import { namingCancel, openReviewer, type OpenReviewer } from "../reviewer.ts";
import { settingsOf, type Settings } from "../settings.ts";
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
  const workspace = await openWorkspace(settings);
  const isPlan = args.flags.has("--plan");
  if (!isPlan && !LOOKING.has(name)) {
    for (const note of await workspace.recover()) printNote(note);
  }
  const opened = isPlan || settings.json ? null : openReviewer(settings, workspace);
  const reviewer = opened !== null && name === "edit" ? namingCancel(opened) : opened;
  try {
    const changed: string[] = [];
    const context = noting(contextOf(workspace, settings, reviewer), changed);
    const outcome = isPlan
      ? await planned(tool, input, context)
      : withLoss(await runTool(tool, input, context), describeLoss(changed, workspace.passing));
    await printJson(outcome);
    for (const note of workspace.notes()) printNote(note);
    if (settings.signal.aborted) return 130;
    if (!("success" in outcome)) return outcome.status === "blocked" ? 1 : 0;
    return outcome.success && !hasEndedBadly(outcome) ? 0 : 1;
  } finally {
    reviewer?.close();
  }
}

/** Adds to `changed` the paths that a call changes. */
function noting(context: ToolContext, changed: string[]): ToolContext {
  const { carryOut, remove, place } = context;
  return {
    ...context,
    carryOut: async (plan) => {
      const carried = await carryOut(plan);
      changed.push(...writtenIn(carried.receipt.files));
      return carried;
    },
    remove: async (removal) => {
      const removed = await remove(removal);
      changed.push(...writtenIn(removed.outcomes));
      return removed;
    },
    ...(place && {
      place: async (sandbox, tool) => {
        const found = await place(sandbox, tool);
        const run: CommandPlace["run"] = async (call) => {
          const end = await found.run(call);
          if (end.changed === null || hasChanges(end.changed)) changed.push(sandbox);
          return end;
        };
        return { ...found, run };
      },
    }),
  };
}

function hasChanges({ created, modified, deleted, complete }: ChangedFiles): boolean {
  return !complete || [created, modified, deleted].some(({ length }) => length > 0);
}

/** A write that does not last is done, and it is not all there is to say. */
function withLoss(result: ToolResult, losses: readonly string[]): ToolResult {
  return result.success && losses.length > 0
    ? { ...result, message: [result.message.replace(/([^.!?])$/, "$1."), ...losses].join(" ") }
    : result;
}

/** What is printed goes to a caller, not to the person who would decide: nothing of a file that it may not read. */
async function planned(tool: Tool, input: unknown, context: ToolContext): Promise<ToolPlan | ToolResult> {
  const plan = await planTool(tool, input, context);
  if ("success" in plan || plan.payload === null) return plan;
  const { payload } = plan;
  const changes = payload.type === "batch" ? payload.items : [payload];
  const readable = new Set<string>();
  for (const target of changes.flatMap(targetsIn)) if (await mayRead(target, context)) readable.add(target.path);
  return { ...plan, payload: withheldPayload(payload, (path) => readable.has(path)) };
}

/** The files that a question is about. */
function targetsIn(payload: ApprovalPayload): readonly Target[] {
  // A plan's own paths and where it found that they lead.
  const target = (path: string, real: string): Target => ({ path: path as WorkspacePath, real: real as RealPath });
  const own = target(payload.path, payload.target ?? payload.path);
  return payload.type === "move" ? [own, target(payload.to, payload.to_target ?? payload.to)] : [own];
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

function contextOf(workspace: Workspace, settings: Settings, reviewer: OpenReviewer | null): ToolContext {
  const { approved, gate, resolve, requireWritable, commands } = workspace;
  const { yes, signal } = settings;
  return {
    // A yes to everything is a yes to what searches would have to ask for.
    files: yes ? approved : workspace.files,
    approved,
    resolve,
    requireWritable,
    gate,
    hasReviewer: reviewer !== null,
    answersYes: settings.yes,
    confirm: (payload, { verdict, call }) =>
      askOnce(payload, verdict, {
        reviewer,
        yes,
        signal,
        remember: { call, keep: workspace.keep, session: gate.session },
      }),
    prepare: async (edits, options) => {
      const { prepare } = await import("../../commit/index.ts");
      return prepare(edits, approved, options);
    },
    carryOut: (plan) => workspace.carryOut(plan, { atomic: false, reviewer, yes, signal }),
    planRemoval: async (target) => {
      const { planRemoval } = await import("../../commit/index.ts");
      return planRemoval(target, approved);
    },
    remove: (removal) => workspace.remove(removal, { reviewer, yes, signal }),
    ...commands,
    newId,
    signal,
  };
}
