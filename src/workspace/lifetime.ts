// Sandboxes whose files end with this process: in memory, or in a container that is removed. What is written there is
// done, and gone soon after; every command that writes there reports it, and offers no undo that it cannot keep.

import { sandboxOf } from "../approval/index.ts";
import type { FileOutcome } from "../commit/index.ts";

/** Writable sandboxes without a folder on this machine's disk, by name. */
export type TemporarySandboxes = ReadonlyMap<string, "memory" | "container">;

const WHERE = { memory: "in memory", container: "in its container" } as const;

/** For one command that has changed these paths, one sentence a place. */
export function describeLoss(paths: Iterable<string>, passing: TemporarySandboxes): readonly string[] {
  const names = new Set([...paths].map(sandboxOf));
  return [...passing].flatMap(([name, where]) =>
    names.has(name)
      ? `What was changed in ${name} is kept ${WHERE[where]} and is gone when this command ends. Give the sandbox a root to keep its files.`
      : [],
  );
}

/** Before anything is written, where a person may still choose another place. */
export function warnOfLoss(passing: TemporarySandboxes): readonly string[] {
  return [...passing].map(
    ([name, where]) =>
      `What is written to ${name} is lost when galley ends: its files are ${WHERE[where]}. Give it a root to keep them.`,
  );
}

export function writtenIn(outcomes: readonly FileOutcome[]): readonly string[] {
  return outcomes.filter(({ kind }) => kind === "written").map(({ path }) => path);
}

/** Can a later process undo some of it? */
export function isLasting(outcomes: readonly FileOutcome[], passing: TemporarySandboxes): boolean {
  return writtenIn(outcomes).some((path) => !passing.has(sandboxOf(path)));
}
