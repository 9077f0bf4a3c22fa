// Takes one carried-out step back, if its file still is exactly as we wrote it. Used when an all-or-nothing batch
// cannot be finished, now or after a crash. It never touches content that is not ours.

import { isFailure } from "../../base/index.ts";
import { compareWith, type Step } from "./step.ts";

/** `changed`: another program wrote there since; it is left alone. `failed`: our content may still be there. */
export type RolledBack = "back" | "changed" | "failed";

export async function rollBack(step: Step, mode: number | null): Promise<RolledBack> {
  const { staging, at, before, after, temps } = step;
  try {
    const now = compareWith(step, await staging.look(at));
    if (now !== "after") return now === "before" ? "back" : "changed";
    let done: "done" | "stale" | "exists" | "temp-left";
    if (before === null) {
      done = await staging.remove(at, { expect: after!.version }); // A step has a before or an after.
    } else {
      await staging.makeParents(at);
      await staging.discard(at, temps.old); // A crash while putting back may have left it.
      await staging.stage(at, temps.old, before.bytes(), { mode });
      done =
        after === null
          ? await staging.create(at, temps.old)
          : await staging.replace(at, temps.old, { expect: after.version });
    }
    if (done !== "done") await staging.discard(at, temps.old);
    return done === "done" || done === "temp-left" ? "back" : "changed";
  } catch (error) {
    if (!isFailure(error)) throw error;
    return settled(step);
  }
}

/** After a call that reported an error: it may have taken effect all the same. */
async function settled(step: Step): Promise<RolledBack> {
  try {
    await step.staging.discard(step.at, step.temps.old);
    const now = compareWith(step, await step.staging.look(step.at));
    return now === "before" ? "back" : now === "after" ? "failed" : "changed";
  } catch (error) {
    if (!isFailure(error)) throw error;
    return "failed";
  }
}
