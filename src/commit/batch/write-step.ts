// Gives one staged step its place, if the place is still as it was compared, and says what became of it.
// An error is not an answer: after one, the file itself is asked.

import type { GalleyError, Version } from "../../base/index.ts";
import type { WriteResult } from "./batch.ts";
import { reasonOf } from "./reason.ts";
import { compareWith, versionSeen, type Step } from "./step.ts";

/** `tempLeft`: its temp file may still be there under its own name. */
export type StepResult =
  | { readonly kind: "written"; readonly tempLeft: boolean }
  | Exclude<WriteResult, { kind: "held" | "written" }>;

export async function writeStep(step: Step): Promise<StepResult> {
  const { staging, at, before, after, temps } = step;
  try {
    const done =
      after === null
        ? await staging.remove(at, { expect: before!.version }) // A step has a before or an after.
        : before === null
          ? await staging.create(at, temps.new)
          : await staging.replace(at, temps.new, { expect: before.version });
    if (done === "done" || done === "temp-left") return { kind: "written", tempLeft: done === "temp-left" };
    return { kind: "stale", found: await foundAt(step) };
  } catch (error) {
    return afterError(step, reasonOf(error));
  }
}

/** null for what is absent, no file, or cannot be looked at. */
async function foundAt(step: Step): Promise<Version | null> {
  try {
    return versionSeen(await step.staging.look(step.at));
  } catch (error) {
    reasonOf(error);
    return null;
  }
}

/** The call reported an error and may have taken effect all the same. */
async function afterError(step: Step, error: GalleyError): Promise<StepResult> {
  if (error.code === "STALE") return { kind: "stale", found: null };
  try {
    const now = compareWith(step, await step.staging.look(step.at));
    // A rename took the temp's name away; a file that was created may have both.
    if (now === "after") return { kind: "written", tempLeft: step.before === null };
    if (now === "before") return { kind: "failed", code: error.code, message: error.message };
    const message = `${step.path} could not be written (${error.message}) and contains something else now.`;
    return { kind: "unknown", message };
  } catch (second) {
    const message = `Whether ${step.path} was written is not known: ${error.message} ${reasonOf(second).message}`;
    return { kind: "unknown", message };
  }
}
