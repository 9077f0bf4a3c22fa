// Questions that are over are kept for a while, so that a late answer gets the winning one and a repeated call its
// outcome. Then they go: the old ones, and the oldest while there are too many or they are too large. An answer that
// its asker may still come for stays.

import type { Records } from "../state/index.ts";
import { UNFINISHED_RECORD } from "../state/index.ts";
import type { QuestionFiles } from "./question-files.ts";

export type InboxLimits = { readonly count: number; readonly days: number; readonly bytes: number };

export const INBOX_LIMITS: InboxLimits = { count: 1_000, days: 30, bytes: 256_000_000 };

export type PruneInput = {
  readonly records: Records;
  readonly files: QuestionFiles;
  /** Ends in true when the asker of this lease can no longer come for its answer. */
  readonly hasEnded: (lease: string) => boolean;
  readonly nowMs: number;
  readonly limits: InboxLimits;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
// Before this program existed: a clock that showed such a time was not set, so it says nothing about age.
const UNSET_CLOCK_MS = Date.UTC(2025, 0, 1);

/** Returns the ids it removed. Throws IO. */
export function pruneInbox({ records, files, hasEnded, nowMs, limits }: PruneInput): readonly string[] {
  const names = new Set(records.names());
  const ageOf = (modifiedMs: number): number => (modifiedMs < UNSET_CLOCK_MS ? 0 : nowMs - modifiedMs);
  for (const name of names) {
    if (!UNFINISHED_RECORD.test(name)) continue;
    const facts = records.measure(name);
    if (facts !== null && ageOf(facts.modifiedMs) > HOUR_MS) records.remove(name);
  }
  const closed = files.closedIn(names).flatMap((id) => {
    const [outcome, question] = [records.measure(`${id}.outcome`), records.measure(`${id}.question`)];
    if (outcome === null) return [];
    return [{ id, age: ageOf(outcome.modifiedMs), bytes: outcome.bytes + (question?.bytes ?? 0) }];
  });
  const removed: string[] = [];
  let [count, bytes] = [closed.length, closed.reduce((sum, each) => sum + each.bytes, 0)];
  for (const each of closed.sort((a, b) => b.age - a.age || (a.id < b.id ? -1 : 1))) {
    const isTooMuch = count > limits.count || bytes > limits.bytes;
    if (each.age <= limits.days * DAY_MS && !isTooMuch) break;
    if (!isTaken(each.id)) continue;
    files.remove(each.id);
    removed.push(each.id);
    count -= 1;
    bytes -= each.bytes;
  }
  return removed;

  function isTaken(id: string): boolean {
    if (files.isSettledIn(names, id) || files.readOutcome(id)?.kind !== "answered") return true;
    const head = files.readHead(id);
    return head?.kind !== "whole" || hasEnded(head.value.lease);
  }
}
