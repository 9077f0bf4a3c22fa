// One file of a plan on its way from question to disk: approved and waiting, or settled without a byte written.

import { failure, type Version } from "../base/index.ts";
import type { Actor, Answer, Decision } from "../approval/index.ts";
import { commentsOn, type Ask } from "../ask/index.ts";
import type { ChangePlan, Edit, FilePlan, OpenEdit } from "../edits/index.ts";
import { composeAnswer, type Composed } from "./compose.ts";
import type { FileOutcome } from "./types.ts";

export type Item = { readonly file: FilePlan; readonly approvalId: string | null } & (
  | {
      readonly kind: "approved";
      readonly by: Actor;
      readonly composed: Extract<Composed, { kind: "write" }>;
      /** What the person wrote about its lines; "" when nothing. */
      readonly comments: string;
    }
  | { readonly kind: "settled"; readonly outcome: FileOutcome }
);

export type Asked = {
  readonly items: readonly Item[];
  readonly stopRun: boolean;
  /** null when nothing was asked. */
  readonly approvalId: string | null;
  /** Edits as they are planned at the places a person chose; the items of their files do not count. */
  readonly placed: readonly Edit[];
};

export type Questioning = {
  readonly ask: Ask;
  readonly supersedes: string | null;
  readonly because?: "changed" | "placed";
  readonly open: readonly OpenEdit[];
  readonly signal?: AbortSignal | undefined;
};

/**
 * Asks about every file of the plan, in one question, and composes what was approved. A file without an answer is
 * rejected. Throws STALE when an answer belongs to no open question: the reviewer saw something else than we did.
 */
export async function askAbout(plan: ChangePlan, { ask, signal, ...question }: Questioning): Promise<Asked> {
  const nothing = { approvalId: null, placed: [] };
  if (plan.files.length === 0 && question.open.length === 0) return { items: [], stopRun: false, ...nothing };
  if (signal?.aborted) return { items: holdAll(plan.files, "cancelled"), stopRun: false, ...nothing };
  const decision = await ask(plan, { ...question, ...(signal && { signal }) });
  const stopRun = decision.stop_run === true;
  if (signal?.aborted) return { items: holdAll(plan.files, "cancelled"), stopRun, ...nothing };
  const answers = byDigest(decision.items, plan.files);
  const approvalId = decision.approval_id;
  const items = plan.files.map((file) => {
    const comments = commentsOn(file.digest, decision.comments);
    return itemOf(file, answers.get(file.digest), { approvalId, comments });
  });
  return { items, stopRun, approvalId, placed: placedBy(decision, question.open) };
}

/** Files that will not be asked about. */
export function holdAll(files: readonly FilePlan[], because: "atomic" | "cancelled"): readonly Item[] {
  return files.map((file) => settledItem(file, null, { kind: "held", because }));
}

/** What was approved as one of all, when it will not be all. */
export function holdApproved(item: Item): Item {
  return item.kind === "settled" ? item : settledItem(item.file, item.approvalId, { kind: "held", because: "atomic" });
}

export function staleItem(item: Item, found: Version | null): Item {
  return settledItem(item.file, item.approvalId, { kind: "stale", found });
}

type Ending = FileOutcome extends infer Outcome
  ? Outcome extends FileOutcome
    ? Omit<Outcome, "path" | "to">
    : never
  : never;

function settledItem(file: FilePlan, approvalId: string | null, ending: Ending): Item {
  // Ending is FileOutcome without its two paths, kind by kind.
  return { file, approvalId, kind: "settled", outcome: { path: file.path, to: file.to, ...ending } as FileOutcome };
}

function byDigest(answers: readonly Answer[], files: readonly FilePlan[]): ReadonlyMap<string, Answer> {
  const open = new Set<string>(files.map((file) => file.digest));
  const given = new Map<string, Answer>();
  for (const answer of answers) {
    if (!open.delete(answer.digest)) {
      const why = given.has(answer.digest) ? "was answered twice" : "is not open: it was replaced, or never asked";
      throw failure("STALE", `An answer came for a question that ${why}. Nothing was written. Ask again.`, {
        data: { digest: answer.digest },
      });
    }
    given.set(answer.digest, answer);
  }
  return given;
}

/** Throws STALE like an answer to another question: a place is bound to the list it was chosen from. */
function placedBy({ places = [] }: Decision, open: readonly OpenEdit[]): readonly Edit[] {
  const offered = new Map<string, OpenEdit>(open.map((each) => [each.edit, each]));
  return places.map(({ edit, place }) => {
    const choice = offered.get(edit)?.choices[place];
    offered.delete(edit);
    if (choice !== undefined) return choice.edit;
    const message = `Place ${place + 1} was chosen for edit ${edit}, which is not possible: it was not offered, or was chosen twice. Nothing was written. Ask again.`;
    throw failure("STALE", message, { data: { edit, place } });
  });
}

type Given = { readonly approvalId: string; readonly comments: string };

function itemOf(file: FilePlan, answer: Answer | undefined, { approvalId, comments }: Given): Item {
  const composed = composeAnswer(file, answer);
  switch (composed.kind) {
    case "write":
      return { file, approvalId, kind: "approved", by: answer!.by, composed, comments }; // Only an answer makes it "write".
    case "rejected":
      return settledItem(file, approvalId, composed);
    case "refused":
      return settledItem(file, approvalId, { ...composed, kind: "failed" });
    default:
      return composed satisfies never;
  }
}
