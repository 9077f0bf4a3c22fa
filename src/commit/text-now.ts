// What a file holds after a batch that did not write it as planned, and what an edit would find there. Pure.

import { planEdits, type Edit, type EditPlan, type FilePlan } from "../edits/index.ts";
import { versionOfText, type Text } from "../text/index.ts";
import type { FileOutcome, Receipt } from "./types.ts";

export type FileFacts = {
  readonly other: FilePlan | null;
  readonly outcome: FileOutcome | null;
  readonly receipt: Receipt | null;
};

/** What the edit's file holds now, where that is not what the plan says; null when it is, or when it is not known. */
export function textNow({ other, outcome, receipt }: FileFacts): Text | null {
  if (other === null || other.to !== null) return null;
  if (receipt === null) return other.before;
  if (outcome === null) return null;
  if (outcome.kind === "written") return outcome.content === other.result ? null : outcome.content;
  return outcome.kind === "stale" || outcome.kind === "unknown" ? null : other.before;
}

/** One edit on this text alone; null for an edit that also moves the file. */
export function planOn(edit: Edit, text: Text): EditPlan | null {
  const { path, change } = edit;
  if ((change.kind === "patch" || change.kind === "move") && change.to !== null) return null;
  const snapshot = { path, text, version: versionOfText(text), mode: null, links: 1 };
  return planEdits([edit], new Map([[path, { kind: "text", snapshot }]])).results[0] ?? null;
}
