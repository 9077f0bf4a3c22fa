// Which batch an undo is about: the one a receipt names, or those that could be meant when none is named. It reads the
// log and the journal and changes nothing.

import { failure } from "../base/index.ts";
import type { RootAddress, Seen } from "../fs/index.ts";
import { addressKey, type Batch, type LogEntry, type State } from "../state/index.ts";
import { openStored, type OpenRoot, type Step } from "./batch/step.ts";

export function named(entries: readonly LogEntry[], receipt: string): LogEntry {
  const entry = entries.find((each) => each.receipt_id === receipt);
  if (entry !== undefined) return entry;
  throw failure("NOT_FOUND", `There is no receipt "${receipt.slice(0, 80)}". "galley log" lists them.`);
}

export const NOTHING_LEFT = () => failure("NOT_FOUND", "Galley has written nothing here that could be undone.");

type Place = { readonly root?: RootAddress; readonly state: State; readonly openRoot: OpenRoot };

/** Newest first. Undoing twice goes further back; an undo is taken back only when it is named. */
export function candidates(entries: readonly LogEntry[], { root, state, openRoot }: Place): readonly LogEntry[] {
  const here = root === undefined ? entries : state.log.list({ root }).entries;
  const ids = new Set(here.map(({ receipt_id }) => receipt_id));
  return entries.filter(
    (each) =>
      ids.has(each.receipt_id) &&
      each.state !== "undone" &&
      each.state !== "delegated" && // What was found written is settled by now.
      each.undoes === null &&
      each.files.length > 0 &&
      isReachable(each, openRoot),
  );
}

/** Files on a disk may come back; those in memory or in a container are gone with the process that held them. */
function isReachable({ roots, details }: LogEntry, openRoot: OpenRoot): boolean {
  return details.some(
    ({ root, outcome }) =>
      outcome !== "not-written" && (roots[root]?.["kind"] === "host" || openStored(roots[root], openRoot) !== null),
  );
}

export function keptBatch(state: State, entry: LogEntry): Batch {
  const batch = state.journal.read(entry.receipt_id);
  if (batch.kind === "batch") return batch;
  const why =
    batch.kind === "damaged"
      ? `its record is damaged (${batch.why})`
      : entry.pruned
        ? "its old bytes were removed after thirty days or to save room"
        : "its old bytes are gone from the state directory";
  throw failure("NOT_FOUND", `Receipt ${entry.receipt_id} cannot be undone: ${why}. Nothing was changed.`);
}

/**
 * The later batch whose undo would bring this file closer to what it was: it left exactly what is there now. Never an
 * undo: taking that back would bring the change again. Null when the person changed the file, or no one can say.
 */
export function writerOf(
  step: Step,
  seen: Seen,
  { later, state }: { readonly later: readonly LogEntry[]; readonly state: State },
): string | null {
  const key = addressKey(step.address.root);
  for (const entry of later) {
    if (entry.undoes !== null || entry.state === "undone") continue;
    const at = entry.details.findIndex(
      (file) => file.at === step.address.path && addressKey(entry.roots[file.root] ?? {}) === key,
    );
    if (at < 0 || entry.restored.includes(entry.details[at]!.path)) continue;
    const batch = state.journal.read(entry.receipt_id);
    const file = batch.kind === "batch" ? batch.header.files[at] : undefined;
    if (file === undefined) continue;
    const version = seen.kind === "file" ? seen.version : null;
    if (seen.kind !== "other" && (file.after?.version ?? null) === version) return entry.receipt_id;
  }
  return null;
}
