// A review of the work tree to its end: what was decided is carried out, and reported as lists of paths and as a prompt for
// the agent whose changes they are. The same for every surface.

import type { Decision } from "../../approval/index.ts";
import { failure } from "../../base/index.ts";
import type { ChangePlan } from "../../edits/index.ts";
import { commentsPrompt, type PlacedComment } from "../../review/index.ts";
import type { LocalWorkspace } from "../local.ts";
import { carryOutReview, onDisk, type ReviewedFile, type ReviewedWorkTree } from "./carry-out-review.ts";
import { placeComments } from "./comments.ts";

export type FinishedReview = ReviewedWorkTree & {
  /** The user left: nothing was decided, every file stays as it is. */
  readonly isLeft: boolean;
  readonly comments: readonly PlacedComment[];
  /** Why files were reverted, where the user gave a reason. */
  readonly reasons: readonly { readonly path: string; readonly reason: string }[];
  /** "" when there are no comments and nothing was reverted. */
  readonly prompt: string;
};

/** REJECTED when no one answered, which is no decision to revert anything. */
export async function finishReview(
  workspace: LocalWorkspace,
  { plan, decision, signal }: { readonly plan: ChangePlan; readonly decision: Decision; readonly signal: AbortSignal },
): Promise<FinishedReview> {
  const { show } = workspace;
  const unanswered = decision.items.map((item) => (item.action === "reject" ? item.by : undefined));
  const nobody = unanswered.find((by) => by?.kind === "nobody");
  if (nobody?.kind === "nobody")
    throw failure("REJECTED", `The review ended without an answer: ${nobody.why}. Every file stays as it is.`);
  const isLeft = decision.stop_run === true || signal.aborted;
  // A review that was left decides nothing; what was written down during it is not lost.
  const kept = {
    files: plan.files.map((file) => ({ path: onDisk(file), kind: "kept" }) as const),
    receipt: null,
    warnings: [],
  };
  const reviewed = isLeft ? kept : await carryOutReview(workspace, { plan, decision, signal });
  const comments = placeComments(decision.comments ?? [], { plan, show });
  // One file for each of the plan, in its order.
  const reverted = reviewed.files.flatMap((file, at) =>
    file.kind === "reverted"
      ? [{ path: show(file.path), some: file.some, reason: reasonFor(plan.files[at]!, decision) }]
      : [],
  );
  const reasons = reverted.flatMap(({ path, reason }) => (reason === null ? [] : [{ path, reason }]));
  return { ...reviewed, isLeft, comments, reasons, prompt: commentsPrompt(comments, reverted) };
}

/** The reason given for reverting the file; null when none was given. */
function reasonFor({ digest }: ChangePlan["files"][number], { items }: Decision): string | null {
  const item = items.find((each) => each.digest === digest);
  return item?.action === "reject" ? item.reason?.trim() || null : null;
}

/** The files by what became of them, as the user calls them. */
export function listReviewed(files: readonly ReviewedFile[], show: (path: string) => string): ReviewedLists {
  const named = (kind: ReviewedFile["kind"]): string[] =>
    files.filter((file) => file.kind === kind).map(({ path }) => show(path));
  const failed = files.flatMap((file) => (file.kind === "failed" ? [{ path: show(file.path), reason: file.why }] : []));
  const inPart = files.filter((file) => file.kind === "reverted" && file.some).map(({ path }) => show(path));
  return {
    kept: named("kept"),
    reverted: named("reverted"),
    reverted_in_part: inPart,
    edited: named("edited"),
    failed,
  };
}

export type ReviewedLists = {
  readonly kept: readonly string[];
  readonly reverted: readonly string[];
  /** Those of `reverted` that kept some of their changes. */
  readonly reverted_in_part: readonly string[];
  readonly edited: readonly string[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
};
