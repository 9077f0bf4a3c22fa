// Carries out one batch of approved steps, in the order that makes a crash harmless: compare everything with what was
// approved, keep the journal, write temp files, compare again, and only then give the new bytes their names. Whatever
// fails, every file is as it was or as approved, and the results say which. It asks no one and plans nothing.

import type { Held } from "../../state/index.ts";
import type { BatchOutcome, BatchRequest } from "./batch.ts";
import { BatchRun } from "./batch-run.ts";

/** `held` proves that no other process of this user writes meanwhile. Throws only bugs; all else is an outcome. */
export async function writeBatch(held: Held, request: BatchRequest): Promise<BatchOutcome> {
  const run = new BatchRun(held, request);
  const stale = await run.compare();
  if (stale.size > 0) return { kind: "stale", found: stale };
  if (run.isHopeless() || !run.hasWork()) return run.carried({ kept: false });
  if (request.signal?.aborted) return { kind: "cancelled" };
  const refusal = await run.keepJournal();
  if (refusal !== null) return refusal;
  try {
    await run.stageAll();
    const staleNow = await run.compare();
    if (staleNow.size > 0 || request.signal?.aborted) {
      await run.abandon();
      return staleNow.size > 0 ? { kind: "stale", found: staleNow } : { kind: "cancelled" };
    }
    if (!run.isHopeless()) await run.writeAll();
    if (run.isHopeless()) await run.rollBackAll();
    if (!run.wroteSomething()) {
      await run.abandon();
      // Another program changed the file after the last check, and nothing of ours is there: plan and ask again.
      const found = run.foundStale();
      return found.size > 0 ? { kind: "stale", found } : run.carried({ kept: false });
    }
    await run.settle();
    return run.carried({ kept: true });
  } catch (error) {
    // A bug or a dying process: the journal stays pending, and the next start reports what happened to each file.
    await run.discardTemps();
    throw error;
  }
}
