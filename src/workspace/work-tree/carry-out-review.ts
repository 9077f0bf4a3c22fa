// What a person decided about the changes of a work tree, carried out: kept changes stay as they are, the others get the
// revision's bytes back. Written like any change, through the journal; the index and commits of git are not touched.

import type { ApprovalPayload, Decision, Reviewer } from "../../approval/index.ts";
import { Bug, type WorkspacePath } from "../../base/index.ts";
import { composeAnswer, findAll, linesLeftOut, prepare, type Carried } from "../../commit/index.ts";
import type { Change, ChangePlan, Edit, EditId, FilePlan } from "../../edits/index.ts";
import { answerWhole } from "../../review/index.ts";
import type { LocalWorkspace } from "../local.ts";

/** `path` is where the file is afterwards, or was. */
export type ReviewedFile = { readonly path: WorkspacePath } & (
  | { readonly kind: "kept" }
  /** `some`: other changes of the file were kept. */
  | { readonly kind: "reverted"; readonly some: boolean }
  | { readonly kind: "edited" }
  /** `why` is a sentence. */
  | { readonly kind: "failed"; readonly why: string }
);

export type ReviewedWorkTree = {
  /** One for each file of the plan, in its order. */
  readonly files: readonly ReviewedFile[];
  /** Null when nothing was written. */
  readonly receipt: Carried["receipt"]["id"];
  readonly warnings: readonly string[];
};

/** `decision` answers the payload of `plan`: apply keeps, reject reverts. A file without an answer is kept. */
export async function carryOutReview(
  workspace: LocalWorkspace,
  { plan, decision, signal }: { readonly plan: ChangePlan; readonly decision: Decision; readonly signal: AbortSignal },
): Promise<ReviewedWorkTree> {
  const answers = new Map<string, Decision["items"][number]>(decision.items.map((item) => [item.digest, item]));
  const wanted = plan.files.map((file) => wantedFor(file, answers.get(file.digest)));
  const edits = wanted
    .flatMap((each, at) =>
      each.kind === "write" ? each.changes.map((change) => ({ path: onDisk(plan.files[at]!), change })) : [],
    )
    .map((edit, at): Edit => ({ ...edit, id: String(at + 1) as EditId, source: { format: "tool", from: 0, to: 0 } }));
  const prepared = await prepare(edits, workspace.approved, { show: (path) => workspace.show(path as WorkspacePath) });
  const unchanged = sinceShown(prepared, plan);
  const carried = await workspace.carryOut(unchanged, { reviewer: confirming, yes: false, atomic: false, signal });
  const outcomes = new Map(carried.receipt.files.map((outcome) => [outcome.path, outcome]));
  const files = wanted.map((each, at): ReviewedFile => {
    const file = plan.files[at]!;
    const path = onDisk(file);
    if (each.kind === "kept") return { path, kind: "kept" };
    if (each.kind === "refused") return { path, kind: "failed", why: each.why };
    const outcome = outcomes.get(path);
    if (outcome?.kind !== "written") return { path, kind: "failed", why: whyNot(outcome) };
    if (each.as === "edited") return { path, kind: "edited" };
    return { path: each.some ? path : file.path, kind: "reverted", some: each.some };
  });
  const kept = plan.files.filter((_, at) => wanted[at]!.kind === "kept");
  const warnings = [...carried.receipt.warnings, ...(await changedSince(kept, workspace))];
  return { files, receipt: carried.receipt.id, warnings };
}

/** What was kept is what is there; where that is something else by now, it was not reviewed. */
async function changedSince(kept: readonly FilePlan[], workspace: LocalWorkspace): Promise<readonly string[]> {
  const now = await findAll(kept.map(onDisk), workspace.approved);
  return kept.flatMap((file) => {
    const found = now.get(onDisk(file))!; // Each was looked for.
    const version = found.kind === "text" ? found.snapshot.version : null;
    if (found.kind !== "refused" && version === file.after) return [];
    return [`${workspace.show(onDisk(file))} changed while it was being reviewed: what is there now was not shown.`];
  });
}

type Wanted =
  | { readonly kind: "kept" }
  | {
      readonly kind: "write";
      readonly as: "reverted" | "edited";
      readonly some: boolean;
      readonly changes: readonly Change[];
    }
  | { readonly kind: "refused"; readonly why: string };

/** What must become of the file on disk, which holds the plan's result. */
function wantedFor(file: FilePlan, answer: Decision["items"][number] | undefined): Wanted {
  if (answer === undefined) return { kind: "kept" };
  const composed = composeAnswer(file, answer);
  switch (composed.kind) {
    case "refused":
      return { kind: "refused", why: composed.message };
    case "rejected":
      return { kind: "write", as: "reverted", some: false, changes: undoing(file) };
    case "write":
      if (composed.text === file.result) return { kind: "kept" };
      return {
        kind: "write",
        // Parts of a change that was split come as one text; it is the user's own only when it has lines of its own.
        as: composed.userModified && linesLeftOut(file, composed.text) === null ? "edited" : "reverted",
        some: true,
        changes: [changeTo(file, composed.text)],
      };
    default:
      return composed satisfies never;
  }
}

/** Where the file was when it was shown. */
export function onDisk({ path, to }: FilePlan): WorkspacePath {
  return to ?? path;
}

/** What brings a file to a text, where it is. */
function changeTo({ result }: FilePlan, text: string | null): Change {
  if (result === null) {
    if (text === null) throw new Bug("a file that is not there cannot become a file that is not there");
    return { kind: "create", content: text };
  }
  return text === null ? { kind: "delete", expect: result } : { kind: "overwrite", content: text };
}

/** What undoes all of it: a renamed file gets its old text, and goes back to its old place. */
function undoing(file: FilePlan): readonly Change[] {
  const { path, to, before, result } = file;
  if (to === null) return [changeTo(file, before)];
  const move = { kind: "move", to: path } as const;
  return before === result ? [move] : [changeTo(file, before), move];
}

/** Only files that still hold what was shown; a program that was deleted is a program again. */
function sinceShown(prepared: ChangePlan, shown: ChangePlan): ChangePlan {
  const then = new Map(shown.files.map((file) => [onDisk(file), file]));
  const files = prepared.files.flatMap((file) => {
    const { after, mode } = then.get(file.path)!; // Its edit was made for it.
    if (file.base !== after) return [];
    return [file.base === null && isProgram(mode) ? { ...file, mode } : file];
  });
  return { ...prepared, files };
}

function isProgram(mode: number | null): boolean {
  return mode !== null && (mode & 0o100) !== 0;
}

/** The person has decided already; a file that is planned again is not what they saw. */
const confirming: Reviewer = {
  ask: async (payload: ApprovalPayload): Promise<Decision> => {
    const isAgain = payload.type === "batch" && payload.supersedes !== null;
    const answered = answerWhole(payload, isAgain ? { kind: "reject", reason: CHANGED } : { kind: "apply" });
    if (answered.kind === "refused") throw new Bug(answered.why);
    return answered.decision;
  },
};

const CHANGED = "The file changed while it was being reviewed, so it was left as it is.";

function whyNot(outcome: Carried["receipt"]["files"][number] | undefined): string {
  if (outcome === undefined || outcome.kind === "stale") return CHANGED;
  if (outcome.kind === "failed" || outcome.kind === "unknown") return outcome.message;
  return outcome.kind === "rejected" ? (outcome.reason ?? CHANGED) : "It was left as it is.";
}
