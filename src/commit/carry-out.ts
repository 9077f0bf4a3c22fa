// From a plan to a receipt: ask, compose exactly what was approved, write it as one batch. A file that changed since it
// was shown is planned again and asked about alone; the other answers remain valid. Nothing is written while a question is
// open, and the lock is never held while a reviewer thinks.

import type { Version } from "../base/index.ts";
import type { Ask } from "../ask/index.ts";
import type { ChangePlan, ExplainOptions, Edit } from "../edits/index.ts";
import { holdAll, holdApproved, staleItem, type Item } from "./item.ts";
import { prepare, type PrepareOptions } from "./prepare.ts";
import { askUntilPlaced, canBePlaced } from "./question.ts";
import { editsOfFile, withPart } from "./part.ts";
import type { Carried } from "./types.ts";
import { writeItems, type WriteOptions, type WrittenItems } from "./batch/write-items.ts";

/** What `carryOut` works with: a plan, who is asked, and where it is written. */
export type CarryOutOptions = WriteOptions & {
  readonly plan: ChangePlan;
  /** Plans edits again on the files as they are then; without it, `prepare` on `files`, and edits may be placed. */
  readonly prepare?: (edits: readonly Edit[]) => Promise<ChangePlan>;
  /** As for `prepare`: what a file that is planned again may have quoted of it. */
  readonly disclose?: PrepareOptions["disclose"];
  /** How a path is called in messages of files that are planned again. */
  readonly show?: ExplainOptions["show"];
  readonly ask: Ask;
};

// A file that changes faster than a person answers must not keep them answering for ever.
const MAX_ROUNDS = 5;

/**
 * Every file of the plan gets one outcome. An edit that misses is offered with its places to a reviewer who can choose;
 * its file is then planned and asked about again. With `atomic`, a miss, a no or a failure anywhere means that nothing
 * is written. `signal` is obeyed until the first file gets its new bytes; from then on the batch is finished. Throws
 * STALE when an answer is for a question that was not asked, and what `ask` throws; nothing is written then.
 */
export async function carryOut(options: CarryOutOptions): Promise<Carried> {
  const { plan, stopRun, done, warnings } = await askUntilFresh(options, async (items) => {
    const written = await writeItems(items, options);
    return written.kind === "stale" ? written : { kind: "done", done: written.receipt };
  });
  return { plan, receipt: { ...done, warnings: [...warnings, ...done.warnings] }, stopRun };
}

/** What may be asked about: a plan, by whom, and how a file is planned again. */
export type AskUntilFreshOptions = Pick<
  CarryOutOptions,
  "plan" | "prepare" | "disclose" | "show" | "ask" | "files" | "atomic" | "signal"
>;

type Stale = Extract<WrittenItems, { kind: "stale" }>;

/**
 * Asks about the plan and passes what was answered to `finish`. Files that `finish` finds changed are planned and asked
 * about again, alone, until none is.
 */
export async function askUntilFresh<T>(
  options: AskUntilFreshOptions,
  finish: (items: readonly Item[]) => Promise<Stale | { readonly kind: "done"; readonly done: T }>,
): Promise<{
  readonly plan: ChangePlan;
  readonly stopRun: boolean;
  readonly done: T;
  readonly warnings: readonly string[];
}> {
  let { plan } = options;
  let items: readonly Item[];
  let stopRun = false;
  const asking = { ...options, files: options.files.real };
  if (isBlocked(plan, options) && !canBePlaced(plan, asking)) items = holdAll(plan.files, "atomic");
  else {
    const asked = await askUntilPlaced(plan, { ...asking, supersedes: null });
    ({ plan, stopRun } = asked);
    items = isBlocked(plan, options) ? asked.items.map(holdApproved) : asked.items;
  }
  const warnings: string[] = [];
  for (let round = 1; ; round += 1) {
    const finished = await finish(items);
    if (finished.kind === "done") return { plan, stopRun, done: finished.done, warnings };
    warnings.push(...finished.warnings);
    const next: Item[] = [];
    for (const [index, item] of items.entries()) {
      const found = finished.found.get(index);
      if (found === undefined) {
        next.push(item);
      } else if (round >= MAX_ROUNDS || stopRun) {
        next.push(staleItem(item, found));
      } else {
        const part = await planAgain(editsOfFile(plan, item.file), options);
        const asked = await askUntilPlaced(part, { ...asking, supersedes: item.approvalId, because: "changed" });
        plan = withPart(plan, asked.plan, new Set([item.file]));
        stopRun ||= asked.stopRun;
        next.push(...asked.items, ...lost(asked.plan, item, found));
      }
    }
    items = isBlocked(plan, options) ? next.map(holdApproved) : next;
  }
}

/** A version that a person did not choose is no miss. */
function isBlocked(plan: ChangePlan, { atomic }: AskUntilFreshOptions): boolean {
  return atomic === true && plan.results.some((result) => result.kind === "miss" && result.why.error !== "rejected");
}

function planAgain(edits: readonly Edit[], options: AskUntilFreshOptions): Promise<ChangePlan> {
  const { prepare: own, files, show, disclose = true } = options;
  return own === undefined ? prepare(edits, files.real, { disclose, ...(show && { show }) }) : own(edits);
}

/** A file whose edits no longer fit is stale for good; one that needs them no more is simply done. */
function lost(part: ChangePlan, item: Item, found: Version | null): readonly Item[] {
  const fits = part.files.length > 0 || part.results.every((result) => result.kind === "already");
  return fits ? [] : [staleItem(item, found)];
}
