// Changes in words: one line before ("Edit a.ts: add 1 line at line 3"), one line after ("Added 1 line at line 3 in a.ts").

import { counted } from "../../base/index.ts";
import type { FilePlan, Hunk } from "../../edits/index.ts";
import { countLines } from "../../text/index.ts";

export type Tally = {
  readonly added: number;
  readonly removed: number;
  /** max(added, removed), summed over the hunks. */
  readonly changed: number;
  /** 1-based line of the result where the first hunk begins. */
  readonly line: number;
};

export function tally(hunks: readonly Hunk[]): Tally {
  let added = 0;
  let removed = 0;
  let changed = 0;
  for (const hunk of hunks) {
    const plus = hunk.new.to - hunk.new.from;
    const minus = hunk.old.to - hunk.old.from;
    added += plus;
    removed += minus;
    changed += Math.max(plus, minus);
  }
  return { added, removed, changed, line: (hunks[0]?.new.from ?? 0) + 1 };
}

/** "add 1 line at line 3", "remove 2 lines at line 9", "replace 5 lines at line 1", "replace 1 line with 3 at line 7". */
export function describeHunks(hunks: readonly Hunk[], verbs: Verbs = TO_DO): string {
  const { added, removed, line } = tally(hunks);
  const place = hunks.length > 1 ? `in ${hunks.length} places from line ${line}` : `at line ${line}`;
  if (removed === 0) return `${verbs.add} ${lines(added)} ${place}`;
  if (added === 0) return `${verbs.remove} ${lines(removed)} ${place}`;
  const count = added === removed ? lines(added) : `${lines(removed)} with ${added}`;
  return `${verbs.replace} ${count} ${place}`;
}

type Verbs = { readonly add: string; readonly remove: string; readonly replace: string };

const TO_DO: Verbs = { add: "add", remove: "remove", replace: "replace" };
const DONE: Verbs = { add: "added", remove: "removed", replace: "replaced" };
const DONE_FIRST: Verbs = { add: "Added", remove: "Removed", replace: "Replaced" };

/** A path as people read it: with where it leads, when that is elsewhere. */
export function withTarget(
  path: string,
  target: string | null | undefined,
  show: (path: string) => string = String,
): string {
  const named = quoteName(show(path));
  return target === undefined || target === null || target === path ? named : `${named} → ${quoteName(show(target))}`;
}

/** A name as it is in a sentence of ours: in quotes when it contains what could be taken for our own words. */
export function quoteName(name: string): string {
  return OUR_WORDS.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name;
}

const OUR_WORDS = /["→]| to | \(|[:,;] /;

/** What a payload's `description` says; `path` and `to` as they are to be shown. */
export function describeChange(plan: FilePlan, shown: { readonly path: string; readonly to: string | null }): string {
  if (plan.result === null || plan.after === null)
    return `Delete ${shown.path}${plan.before === null ? "" : ` (${lines(countLines(plan.before))})`}`;
  if (shown.to !== null) {
    const rest = plan.hunks.length === 0 ? "" : `: ${describeHunks(plan.hunks)}`;
    return `Move ${shown.path} to ${shown.to}${rest}`;
  }
  if (plan.base === null) return `Write ${lines(countLines(plan.result))} to ${shown.path}`;
  return `Edit ${shown.path}: ${describeHunks(plan.hunks)}`;
}

/** The same in the past tense, for results. */
export function describeDone(plan: FilePlan, shown: { readonly path: string; readonly to: string | null }): string {
  if (plan.result === null || plan.after === null) return `Deleted ${shown.path}`;
  if (shown.to !== null)
    return `Moved ${shown.path} to ${shown.to}${plan.hunks.length === 0 ? "" : `; ${describeHunks(plan.hunks, DONE)}`}`;
  if (plan.base === null) return `Created ${shown.path} (${lines(countLines(plan.result))})`;
  return `${describeHunks(plan.hunks, DONE_FIRST)} in ${shown.path}`;
}

export function lines(count: number): string {
  return counted(count, "line");
}
