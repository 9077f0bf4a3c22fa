// What surfaces do with a workspace: apply an answer, call a tool. Each looks after what an earlier process left
// unfinished, and says when what was written does not last.

import { withFullStop } from "../base/index.ts";
import type { ChangedFiles } from "../fs/index.ts";
import type { Applied, ApplyOptions, Asking, Caller, Effects, Tool, ToolContext, ToolResult } from "../tools/index.ts";
import { describeLoss, writtenIn } from "./lifetime.ts";
import type { LocalWorkspace } from "./local.ts";

/** Applies every edit of a model's answer. The report is the one of `galley apply --json`. */
export async function applyTo(
  workspace: LocalWorkspace,
  answer: string,
  options: ApplyOptions & Asking,
): Promise<Applied> {
  const { applyForReaders } = await import("../tools/index.ts");
  const notes = [...workspace.warnings, ...(options.dryRun ? [] : await workspace.recover())];
  const { changed, listener } = changedPaths();
  const { reviewer, yes, signal } = options;
  const context = { ...workspace, reviewer, yes, ...(signal && { signal }), effects: [listener] };
  const applied = await applyForReaders(answer, options, context);
  const { report } = applied;
  const losses = describeLoss(changed, workspace.passing);
  const warnings = [...notes, ...report.warnings, ...losses, ...workspace.notes()];
  return { ...applied, report: { ...report, warnings } };
}

/** Calls one tool. Failures are results; only bugs are thrown. */
export async function callTool(
  workspace: LocalWorkspace,
  tool: Tool,
  { args, ...caller }: Caller & { readonly args: unknown },
): Promise<ToolResult> {
  const { READ_ONLY_TOOLS, runTool } = await import("../tools/index.ts");
  if (!READ_ONLY_TOOLS.has(tool.name)) for (const note of await workspace.recover()) workspace.note(note);
  const { changed, listener } = changedPaths();
  const context: ToolContext = { ...workspace, ...caller, effects: [listener, ...(caller.effects ?? [])] };
  return withLoss(await runTool(tool, args, context), describeLoss(changed, workspace.passing));
}

/** Collects the paths that a call changes. */
function changedPaths(): { readonly changed: readonly string[]; readonly listener: Effects } {
  const changed: string[] = [];
  const listener: Effects = {
    changed: (_, outcomes) => changed.push(...writtenIn(outcomes)),
    commandEnded: (sandbox, end) => {
      if (end.changed === null || hasChanges(end.changed)) changed.push(sandbox);
    },
  };
  return { changed, listener };
}

function hasChanges({ created, modified, deleted, complete }: ChangedFiles): boolean {
  return !complete || [created, modified, deleted].some(({ length }) => length > 0);
}

/** A write that does not last is done, and the message says that it does not last. */
function withLoss(result: ToolResult, losses: readonly string[]): ToolResult {
  return result.success && losses.length > 0
    ? { ...result, message: [withFullStop(result.message), ...losses].join(" ") }
    : result;
}
