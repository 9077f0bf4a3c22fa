// Old batches go: those older than thirty days, and the oldest while all together exceed a gigabyte.
// The newest batch stays, pending and delegated ones stay, and what went is in the log.

import type { Clock } from "../base/index.ts";
import type { Journal, Listed } from "./journal.ts";
import type { Held } from "./lock.ts";
import type { Log } from "./log.ts";

export type PruneLimits = { readonly days: number; readonly bytes: number };

export const DEFAULT_LIMITS: PruneLimits = { days: 30, bytes: 1_000_000_000 };

const DAY_MS = 86_400_000;
// Before this program existed: a clock that showed such a time was not set, so it says nothing about age.
const UNSET_CLOCK_MS = Date.UTC(2025, 0, 1);

type Measured = { readonly listed: Listed; readonly size: number; readonly freshMs: number };

/** Removes what is too old or too much; logs the names first, so that nothing disappears unsaid. Throws IO. */
export function prune(
  held: Held,
  { journal, log, clock, limits }: { journal: Journal; log: Log; clock: Clock; limits: PruneLimits },
): readonly string[] {
  const now = clock();
  const kept = measured(journal, now.getTime()).slice(0, -1);
  let total = kept.reduce((sum, each) => sum + each.size, 0);
  const leaving: Listed[] = [];
  for (const { listed, size, freshMs } of kept) {
    if (now.getTime() - freshMs <= limits.days * DAY_MS && total <= limits.bytes) continue;
    leaving.push(listed);
    total -= size;
  }
  if (leaving.length === 0) return [];
  const receipts = leaving.map((listed) => listed.id);
  const why = `older than ${limits.days} days, or more than ${limits.bytes} bytes in all`;
  log.append(held, { kind: "pruned", at: now.toISOString(), receipts, why });
  for (const listed of leaving) journal.remove(held, listed);
  return receipts;
}

/**
 * Finished batches, oldest first. A batch is at least as fresh as any batch before it in sequence: when the clock was
 * set back, times alone would make new batches look old.
 */
function measured(journal: Journal, nowMs: number): readonly Measured[] {
  const all: Measured[] = [];
  let freshMs = 0;
  for (const listed of journal.list()) {
    const size = journal.measure(listed);
    if (size === null) continue;
    freshMs = Math.max(freshMs, size.writtenMs < UNSET_CLOCK_MS ? nowMs : size.writtenMs);
    if (listed.state !== "pending" && listed.state !== "delegated") all.push({ listed, size: size.size, freshMs });
  }
  return all;
}
