// From a plan to a receipt: ask, compose exactly what was approved, write it as one batch. A file that changed since it
// was shown is planned again and asked about alone; the other answers stand. Nothing is written while a question is
// open, and the lock is never held while somebody thinks.

import type { Version } from "../base/index.ts";
import type { Ask } from "../ask/index.ts";
import type { ChangePlan, Edit, FilePlan } from "../edits/index.ts";
import { askAbout, holdAll, holdApproved, staleItem, type Item } from "./item.ts";
import { prepare } from "./prepare.ts";
import type { Carried } from "./types.ts";
import { writeItems, type WriteOptions } from "./write-items.ts";

export type CarryOutOptions = WriteOptions & {
  readonly plan: ChangePlan;
  /** Plans edits again on the files as they stand then; without it, `prepare` on `files`. */
  readonly prepare?: (edits: readonly Edit[]) => Promise<ChangePlan>;
  readonly ask: Ask;
};

// A file that changes faster than a person answers must not keep them answering for ever.
const MAX_ROUNDS = 5;

/**
 * Every file of the plan gets one outcome. With `atomic`, a miss, a no or a failure anywhere means that nothing is
 * written. `signal` is obeyed until the first file gets its new bytes; from then on the batch is finished. Throws STALE
 * when an answer is for a question that was not asked, and what `ask` throws; nothing is written then.
 */
export async function carryOut(options: CarryOutOptions): Promise<Carried> {
  let { plan } = options;
  const { ask, signal } = options;
  let { items, stopRun } = isBlocked(plan, options)
    ? { items: holdAll(plan.files, "atomic"), stopRun: false }
    : await askAbout(plan, { ask, signal, supersedes: null });
  const warnings: string[] = [];
  for (let round = 1; ; round += 1) {
    const written = await writeItems(items, options);
    if (written.kind === "receipt") {
      const { receipt } = written;
      return { plan, receipt: { ...receipt, warnings: [...warnings, ...receipt.warnings] }, stopRun };
    }
    warnings.push(...written.warnings);
    const next: Item[] = [];
    for (const [index, item] of items.entries()) {
      const found = written.found.get(index);
      if (found === undefined) {
        next.push(item);
      } else if (round >= MAX_ROUNDS || stopRun) {
        next.push(staleItem(item, found));
      } else {
        const again = await planAgain(plan, item.file, options);
        plan = again.whole;
        const asked = await askAbout(again.part, { ask, signal, supersedes: item.approvalId });
        stopRun ||= asked.stopRun;
        next.push(...asked.items, ...lost(again.part, item, found));
      }
    }
    items = isBlocked(plan, options) ? next.map(holdApproved) : next;
  }
}

function isBlocked(plan: ChangePlan, { atomic }: CarryOutOptions): boolean {
  return atomic === true && plan.results.some((result) => result.kind === "miss");
}

/** The stale file's edits on the file as it stands now: alone (`part`), and in the place of the old plan (`whole`). */
async function planAgain(
  plan: ChangePlan,
  stale: FilePlan,
  options: CarryOutOptions,
): Promise<{ readonly part: ChangePlan; readonly whole: ChangePlan }> {
  const part = await (options.prepare ?? ((edits) => prepare(edits, options.files)))(editsOf(plan, stale));
  const fresh = new Map(part.results.map((result) => [result.edit, result]));
  const whole = {
    edits: plan.edits,
    files: plan.files.flatMap((file) => (file === stale ? part.files : [file])),
    results: plan.results.map((result) => fresh.get(result.edit) ?? result),
  };
  return { part, whole };
}

/** Also those that missed, or were already applied, on the old content: they may fit the new one. */
function editsOf(plan: ChangePlan, file: FilePlan): readonly Edit[] {
  const elsewhere = new Set(plan.files.filter((other) => other !== file).flatMap((other) => other.edits));
  return plan.edits.filter(
    (edit) =>
      file.edits.includes(edit.id) || (!elsewhere.has(edit.id) && (edit.path === file.path || edit.path === file.to)),
  );
}

/** A file whose edits no longer fit is stale for good; one that needs them no more is simply done. */
function lost(part: ChangePlan, item: Item, found: Version | null): readonly Item[] {
  const fits = part.files.length > 0 || part.results.every((result) => result.kind === "already");
  return fits ? [] : [staleItem(item, found)];
}
