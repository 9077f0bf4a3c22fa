// One plan, asked about until every edit is placed or left: where a person chose a place, the files around that edit are
// planned again with it and asked about again. The answers for all other files remain. Writes nothing.

import type { Ask } from "../ask/index.ts";
import { isOpen, type ChangePlan, type ExplainOptions, type EditId, type OpenEdit } from "../edits/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { askAbout, type Item } from "./item.ts";
import { partAround, withPart } from "./part.ts";
import { findOpen, prepare, type PrepareOptions } from "./prepare.ts";

export type QuestionOptions = {
  readonly ask: Ask;
  readonly files: RealFiles;
  /** A caller with its own way to plan has no edits to place. */
  readonly prepare?: unknown;
  readonly disclose?: PrepareOptions["disclose"];
  readonly show?: ExplainOptions["show"];
  readonly signal?: AbortSignal;
};

type Why = { readonly supersedes: string | null; readonly because?: "changed" | "placed" };

export type Settled = { readonly plan: ChangePlan; readonly items: readonly Item[]; readonly stopRun: boolean };

// A person stops long before; a program that answers for one might not.
const MOST_PLACINGS = 100;

/** Every file of the resulting plan has one item, in its order. */
export async function askUntilPlaced(
  plan: ChangePlan,
  options: QuestionOptions & Why,
  placings = MOST_PLACINGS,
): Promise<Settled> {
  const { ask, signal, supersedes, because } = options;
  const open = placings === 0 ? [] : await openOf(plan, options);
  const asked = await askAbout(plan, { ask, open, signal, supersedes, ...(because && { because }) });
  const { items, stopRun, approvalId } = asked;
  // A reviewer who ended the run has chosen nothing that could still be shown.
  if (asked.placed.length === 0 || stopRun) return { plan, items, stopRun };
  const chosen = new Map(asked.placed.map((edit) => [edit.id, edit]));
  const around = partAround(plan, new Set(chosen.keys()));
  const edits = around.edits.map((edit) => chosen.get(edit.id) ?? edit);
  const { show, disclose = true } = options;
  const part = await prepare(edits, options.files, { disclose, ...(show && { show }) });
  const settled = await askUntilPlaced(part, { ...options, supersedes: approvalId, because: "placed" }, placings - 1);
  const whole = withPart(plan, settled.plan, around.files);
  const kept = items.filter((item) => !around.files.has(item.file));
  return { plan: whole, items: inOrder(whole, [...kept, ...settled.items]), stopRun: settled.stopRun };
}

/** A plan whose misses all have places, and a reviewer who can choose. */
export function canBePlaced(plan: ChangePlan, options: QuestionOptions): boolean {
  const misses = plan.results.filter((result) => result.kind === "miss").length;
  return misses > 0 && openIds(plan, options).size === misses;
}

function openOf(plan: ChangePlan, options: QuestionOptions): Promise<readonly OpenEdit[]> {
  const ids = openIds(plan, options);
  // Whatever touches the same files decides what these edits find.
  return ids.size === 0
    ? Promise.resolve([])
    : findOpen(partAround(plan, ids).edits, options.files, options.show && { show: options.show });
}

function openIds(plan: ChangePlan, { ask, prepare: own }: QuestionOptions): ReadonlySet<EditId> {
  if (ask.placesEdits !== true || own !== undefined) return new Set();
  const edits = new Map(plan.edits.map((edit) => [edit.id, edit]));
  return new Set(plan.results.flatMap((result) => (isOpen(edits.get(result.edit)!, result) ? [result.edit] : [])));
}

function inOrder(plan: ChangePlan, items: readonly Item[]): readonly Item[] {
  const order = new Map(plan.files.map((file, at) => [file, at]));
  return items.toSorted((a, b) => order.get(a.file)! - order.get(b.file)!); // An item is made for a file of the plan.
}
