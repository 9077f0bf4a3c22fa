// What a file holds after a batch that did not write it as planned, and what an edit would find there. Pure.

import type { WorkspacePath } from "../../base/index.ts";
import { planEdits, type Edit, type EditPlan, type FilePlan, type Found } from "../../edits/index.ts";
import { versionOfText, type Text } from "../../text/index.ts";
import type { FileOutcome, Receipt } from "../types.ts";

export type FileFacts = {
  readonly edit: Edit;
  readonly other: FilePlan | null;
  readonly outcome: FileOutcome | null;
  readonly receipt: Receipt | null;
};

/** By file, the text that its edits were last planned on: usually the same for all of them. */
const foundLast = new WeakMap<NonNullable<FileFacts["other"]>, Found>();

/** What is at the edit's path now, where that is not what the plan says; null when it is, or when it is not known. */
export function foundNow({ edit, other, outcome, receipt }: FileFacts): Found | null {
  if (other === null || other.to !== null || other.raw !== undefined) return null;
  const { path } = edit;
  const { real } = other;
  const at = (text: Text | null): Found => {
    if (text === null) return { kind: "absent", real };
    const known = foundLast.get(other);
    if (known?.kind === "text" && known.snapshot.path === path && known.snapshot.text === text) return known;
    const version = versionOfText(text);
    const found: Found = { kind: "text", snapshot: { path, real, text, version, mode: null, links: 1 } };
    foundLast.set(other, found);
    return found;
  };
  if (receipt === null) return at(other.before);
  if (outcome === null) return null;
  if (outcome.kind === "written") return outcome.content === other.result ? null : at(outcome.content);
  return outcome.kind === "stale" || outcome.kind === "unknown" ? null : at(other.before);
}

/** By text, the results on it; the key is the edit without what only names it. */
const planned = new WeakMap<Found, Map<string, EditPlan>>();

/** One edit on what was found, alone; null for an edit that also moves the file. */
export function planOn(edit: Edit, found: Found, show: (path: WorkspacePath) => string): EditPlan | null {
  const { path, change } = edit;
  if ((change.kind === "patch" || change.kind === "move") && change.to !== null) return null;
  // An answer that says the same many times is planned once. A miss names its own block.
  const key = JSON.stringify({ ...edit, id: null, source: null, origin: null });
  const known = planned.get(found) ?? new Map<string, EditPlan>();
  planned.set(found, known);
  const plan = known.get(key) ?? planEdits([edit], new Map([[path, found]]), { show }).results[0] ?? null;
  if (plan !== null && plan.kind !== "miss") known.set(key, plan);
  return plan && { ...plan, edit: edit.id };
}
