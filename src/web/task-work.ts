// What the tasks of a page do: apply a pasted answer, review the work tree. Each is the same function that the command
// line calls, with a reviewer who is in the inbox.

import { describeNotShown, notShownOf } from "../approval/index.ts";
import { failure } from "../base/index.ts";
import { retryPrompt } from "../tools/index.ts";
import {
  applyTo,
  askReview,
  finishReview,
  listReviewed,
  readWorkTree,
  type LocalWorkspace,
} from "../workspace/index.ts";
import type { ApplyBody, ReviewBody } from "./protocol.ts";
import type { TaskState, TaskWork } from "./tasks.ts";

export async function applyPasted(
  workspace: LocalWorkspace,
  { text, context }: ApplyBody,
  { reviewer, signal, note }: TaskWork,
): Promise<TaskState> {
  const seen = context === undefined ? null : new Map(context.map((path) => [workspace.resolve(path), null]));
  const missing = (context ?? []).filter((path) => !workspace.known(path));
  for (const path of missing) note(`There is no file ${path}.`);
  const { report, forUser, forModel } = await applyTo(workspace, text, {
    format: "auto",
    dryRun: false,
    atomic: false,
    lenient: false,
    seen,
    placesEdits: true,
    reviewer,
    yes: false,
    signal,
  });
  if (signal.aborted && report.receipt_id === null) return { kind: "cancelled" };
  if (report.results.length === 0)
    return {
      kind: "nothing",
      message: "There is no edit in this text. Copy the model's whole reply, with its code blocks, and paste it again.",
    };
  const retry = retryPrompt(forModel, { mode: report.mode, atomic: false })?.text ?? null;
  return { kind: "applied", report: { ...report, results: [...forUser] }, retry };
}

export async function reviewWorkTree(
  workspace: LocalWorkspace,
  { revision = null }: { readonly [Key in keyof ReviewBody]: ReviewBody[Key] | null },
  { reviewer, signal, note }: TaskWork,
): Promise<TaskState> {
  for (const text of await workspace.recover()) note(text);
  const changes = await readWorkTree(workspace, revision);
  const { plan, named } = changes;
  for (const text of describeNotShown(notShownOf(named))) note(text);
  if (plan.files.length === 0)
    return {
      kind: "nothing",
      message: `Nothing to review: no text file differs from ${revision ?? "the last commit"}.`,
    };
  const decision = await askReview(reviewer, changes, { signal });
  if (signal.aborted) throw failure("ABORTED", "The review was cancelled.");
  const { files, receipt, warnings, prompt } = await finishReview(workspace, { plan, decision, signal });
  for (const warning of warnings) note(warning);
  return { kind: "reviewed", report: { ...listReviewed(files, workspace.show), receipt_id: receipt, prompt } };
}
