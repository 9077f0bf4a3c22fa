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

/** Why a receipt that the log has cannot be undone at all; null when it can be tried. */
export function neverWritten({ receipt_id, state, delegated_to }: LogEntry): string | null {
  if (delegated_to === null || (state !== "delegated" && state !== "interrupted")) return null;
  return `Receipt ${receipt_id} was left to another program (${delegated_to}), and galley has not seen it written. There is nothing to undo.`;
}

/** The latest undo of an entry; null when the log has none. */
export function undoOf({ receipt_id }: LogEntry, entries: readonly LogEntry[]): string | null {
  return entries.find(({ undoes }) => undoes === receipt_id)?.receipt_id ?? null;
}

export function shareRoot(one: LogEntry, other: LogEntry): boolean {
  const keys = new Set(one.roots.map(addressKey));
  return other.roots.some((root) => keys.has(addressKey(root)));
}

/** What an undo without a receipt is answered when there is nothing for it: `here` are the entries of this place. */
export function nothingLeft(here: readonly LogEntry[]): Error {
  const written = here.filter(
    ({ undoes, files, state }) => undoes === null && files.length > 0 && state !== "delegated",
  );
  if (written.length === 0) return failure("NOT_FOUND", "Galley has written nothing here that could be undone.");
  const last = written.find(({ state }) => state === "undone");
  if (last === undefined)
    return failure(
      "NOT_FOUND",
      "Nothing is left to undo here: what galley wrote is back as it was, or cannot be reached any more.",
    );
  const undo = undoOf(last, here);
  const again = undo === null ? "" : `, by ${undo}; undoing that one brings the change back`;
  const older = written.length > 1 ? " Older changes cannot be undone any more, or are undone." : "";
  return failure(
    "NOT_FOUND",
    `${last.receipt_id}, the last change here that can be undone, is already undone${again}.${older}`,
  );
}

type Place = {
  readonly root?: RootAddress;
  /** Only these receipts are meant; `root` does not count then. */
  readonly among?: ReadonlySet<string>;
  readonly state: State;
  readonly openRoot: OpenRoot;
};

/** Newest first. Undoing twice goes further back; an undo is taken back only when it is named. */
export function undoCandidates(entries: readonly LogEntry[], place: Place): readonly LogEntry[] {
  return entriesHere(entries, place).filter(
    (each) =>
      each.state !== "undone" &&
      neverWritten(each) === null && // What was found written is settled by now.
      each.undoes === null &&
      each.files.length > 0 &&
      isReachable(each, place.openRoot),
  );
}

/** Newest first; in every place where no root is given. */
export function entriesHere(
  entries: readonly LogEntry[],
  { root, among, state }: Omit<Place, "openRoot">,
): readonly LogEntry[] {
  if (among !== undefined) return entries.filter(({ receipt_id }) => among.has(receipt_id));
  if (root === undefined) return entries;
  const ids = new Set(state.log.list({ root }).entries.map(({ receipt_id }) => receipt_id));
  return entries.filter(({ receipt_id }) => ids.has(receipt_id));
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
