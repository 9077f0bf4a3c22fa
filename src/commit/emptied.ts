// Which directories an undo may remove when they are empty: only such as galley itself has made.

import type { Batch, LogEntry, State } from "../state/index.ts";
import { directoriesOf, directoryKey, type Directory } from "./batch/directories.ts";
import type { OpenRoot, Step } from "./batch/step.ts";

export type Undoing = {
  readonly state: State;
  readonly batch: Batch;
  readonly openRoot: OpenRoot;
  readonly entries: readonly LogEntry[];
};

/**
 * Directories that may go when they are empty in the end, outermost first: those this batch made, and those that other
 * batches made, were taken back, and had to leave because of files of this one. Any other directory stays.
 */
export function emptiedBy({ state, batch, openRoot, entries }: Undoing, steps: readonly Step[]): readonly Directory[] {
  const above = new Set(steps.filter((step) => step.after === null).flatMap((step) => parentsOf(step.path)));
  const batches = entries
    .filter(
      (other) => other.state === "undone" && other.files.some((path) => parentsOf(path).some((at) => above.has(at))),
    )
    .slice(0, MAX_LOOKED_AT)
    .map((other) => state.journal.read(other.receipt_id))
    .filter((read) => read.kind === "batch");
  const found = new Map<string, Directory>();
  for (const each of [batch, ...batches])
    for (const directory of directoriesOf(each, openRoot)) found.set(directoryKey(directory), directory);
  return [...found.values()].toSorted((a, b) => a.at.length - b.at.length);
}

// Old batches are looked into only for the directories they made.
const MAX_LOOKED_AT = 50;

function parentsOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
