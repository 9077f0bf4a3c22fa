// Compares what another program left with what was approved, notes that in log and journal, and keeps the bytes it found
// when the program has just written them: undo compares with those. It never writes to the workspace.

import { isFailure, versionOf } from "../../base/index.ts";
import type { Seen } from "../../fs/index.ts";
import {
  addressKey,
  type Batch,
  type BatchDraft,
  type BatchFile,
  type Blob,
  type DelegatedCall,
  type DraftBlob,
  type Held,
  type Listed,
  type LoggedFile,
  type SettledState,
  type State,
} from "../../state/index.ts";
import { compareWith, openOnce, stepOfBatch, type OpenRoot } from "../batch/step.ts";
import type { ReceiptId } from "../types.ts";
import { batchesOf, isHandedOver } from "./find.ts";

export type SettleOptions = {
  readonly state: State;
  readonly openRoot: OpenRoot;
  readonly signal?: AbortSignal;
  readonly onWait?: (holder: { readonly pid: number }) => void;
  /**
   * The other program does not name its calls, so several may have this name. Then the event belongs to one that was
   * written, and to none where nothing was.
   */
  readonly sharesName?: boolean;
};

export type SettledFile = {
  readonly path: string;
  readonly outcome: "as-approved" | "differs" | "not-written";
};

export type SettledDelegation = {
  readonly receipt: ReceiptId;
  /** `not-written`: every file is as it was before. `differs` also where only a part was written. */
  readonly state: "done" | "differs" | "not-written";
  readonly files: readonly SettledFile[];
};

/** Call it when the other program has written, or says so. Null when nothing was delegated to this call. Throws IO. */
export async function settleDelegated(
  to: DelegatedCall,
  { state, signal, onWait, sharesName = false, ...options }: SettleOptions,
): Promise<SettledDelegation | null> {
  if (batchesOf(state, to, OPEN).length === 0) return null;
  const openRoot = openOnce(options.openRoot);
  return state.withLock({ ...(signal && { signal }), ...(onWait && { onWait }) }, async (held) => {
    const [newest, ...others] = batchesOf(state, to, OPEN);
    if (newest === undefined) return null;
    const candidates = await Promise.all(
      [newest, ...(sharesName ? others : [])].map(async (found) => {
        const compared = await compare(found.batch, openRoot);
        return { found, compared, settled: stateOf(compared) };
      }),
    );
    const written = candidates.find(({ settled }) => settled === "done");
    if (written === undefined && sharesName && candidates[0]!.settled === "interrupted") return null;
    const { found, compared } = written ?? candidates[0]!;
    note(held, { ...found, state, compared, keepsFound: true, settled: stateOf(compared) });
    return {
      receipt: found.listed.id as ReceiptId, // The journal keeps a batch under this very name.
      state: STATES[stateOf(compared)],
      files: compared.map(({ path, outcome }) => ({ path, outcome })),
    };
  });
}

// A later start may have found a difference too early, while the other program was still at work.
const OPEN = ["delegated", "differs"] as const;

// An approval that was not used so long will not be: its program has ended.
const UNUSED_AFTER_MS = 86_400_000;

/**
 * For a start without an event from the other program: notes what has been written. What has not may still be, for a
 * day. Null when there is nothing to report. The bytes found may be a person's by now, so they are not kept for undo. Of
 * what the other program was to ask its own user about, a difference says nothing: the user may have said no, and changed
 * the file since.
 */
export async function settleLate(
  held: Held,
  listed: Listed,
  { state, openRoot }: Pick<SettleOptions, "state" | "openRoot">,
): Promise<string | null> {
  const batch = state.journal.read(listed.id);
  if (batch.kind !== "batch") {
    state.journal.settle(held, listed, { state: "interrupted" });
    return `The record of a change that another program was to write (receipt ${listed.id}) cannot be read, so it was not compared.`;
  }
  const logged = state.log.list().entries.find(({ receipt_id }) => receipt_id === listed.id);
  if (logged !== undefined && logged.state !== "delegated") {
    // A crash came between log and journal.
    const known = logged.state === "undone" ? "done" : logged.state;
    state.journal.settle(held, listed, { state: known });
    return null;
  }
  const compared = withoutReplaced(await compare(batch, openRoot), { listed, batch, state });
  const isKnown = !isHandedOver(batch.header) || compared.some(({ outcome }) => outcome === "as-approved");
  const settled = isKnown ? stateOf(compared) : "interrupted";
  const age = state.clock().getTime() - Date.parse(batch.header.at);
  // What another change was written over is over; what is as it was, or cannot be known, may yet be written.
  const isOver = compared.every(({ isReplaced }) => isReplaced);
  if (settled === "interrupted" && !isOver && age < UNUSED_AFTER_MS) return null;
  note(held, { listed, batch, state, compared, keepsFound: false, settled });
  if (settled !== "differs") return null;
  const paths = compared.flatMap(({ path, outcome }) => (outcome === "as-approved" ? [] : [path]));
  return `What was approved for ${batch.header.delegated_to?.door ?? "another program"} is not what is there now (receipt ${listed.id}): ${paths.join(", ")}. Check with: git diff`;
}

type Compared = SettledFile & { readonly seen: Seen | null; readonly isReplaced: boolean };

/**
 * A file that a later batch found as this one did, and wrote: this one was never written to it, or that batch would have
 * found its text.
 */
function withoutReplaced(
  compared: readonly Compared[],
  { listed, batch, state }: Pick<Note, "listed" | "batch" | "state">,
): readonly Compared[] {
  if (compared.every(({ outcome }) => outcome !== "differs")) return compared;
  const later = state.journal.list().filter((each) => each.sequence > listed.sequence && each.state === "done");
  const written = new Set(
    later.flatMap(({ id }) => {
      const read = state.journal.read(id);
      return read.kind === "batch" ? read.header.files.map((file) => placeOf(read, file)) : [];
    }),
  );
  return compared.map((file, at) => {
    const isReplaced = file.outcome === "differs" && written.has(placeOf(batch, batch.header.files[at]!));
    return isReplaced ? { ...file, outcome: "not-written", isReplaced } : file;
  });
}

/** Where a file is, and what it had before. */
function placeOf({ header }: Batch, { root, at, before }: BatchFile): string {
  return JSON.stringify([addressKey(header.roots[root] ?? {}), at, before?.version ?? null]);
}

async function compare(batch: Batch, openRoot: OpenRoot): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const file of batch.header.files) {
    const step = stepOfBatch(batch, file, openRoot);
    const seen = step === null ? null : await lookAt(() => step.staging.look(step.at));
    const now = step === null || seen === null ? "other" : compareWith(step, seen);
    const outcome = now === "after" ? "as-approved" : now === "before" ? "not-written" : "differs";
    compared.push({ path: file.path, outcome, seen, isReplaced: false });
  }
  return compared;
}

async function lookAt(look: () => Promise<Seen>): Promise<Seen | null> {
  try {
    return await look();
  } catch (error) {
    if (!isFailure(error)) throw error;
    return null;
  }
}

function stateOf(compared: readonly Compared[]): SettledState {
  if (compared.every(({ outcome }) => outcome === "as-approved")) return "done";
  return compared.every(({ outcome }) => outcome === "not-written") ? "interrupted" : "differs";
}

const STATES = { done: "done", differs: "differs", interrupted: "not-written" } as const satisfies Record<
  SettledState,
  SettledDelegation["state"]
>;

type Note = {
  readonly state: State;
  readonly listed: Listed;
  readonly batch: Batch;
  readonly compared: readonly Compared[];
  /** The bytes found are the other program's: undo takes them back. */
  readonly keepsFound: boolean;
  readonly settled: SettledState;
};

/** The log first: a journal that then cannot be marked is marked at the next start. */
function note(held: Held, { state, listed, batch, compared, keepsFound, settled }: Note): void {
  const outcomes = compared.map((file): LoggedFile["outcome"] => {
    if (file.outcome === "as-approved") return "written";
    if (file.outcome === "not-written") return "not-written";
    return keepsFound && isContent(file.seen) ? "written" : "unknown";
  });
  const at = state.clock().toISOString();
  state.log.append(held, { kind: "settled", receipt_id: listed.id, at, state: settled, outcomes });
  const replaces = keepsFound && settled === "differs";
  state.journal.settle(held, listed, { state: settled, ...(replaces && { draft: withFound(batch, compared) }) });
}

function isContent(seen: Seen | null): seen is Extract<Seen, { kind: "file" | "absent" }> {
  return seen?.kind === "file" || seen?.kind === "absent";
}

/** The batch with what was found as what it left. It is settled for good, so it belongs to no call any more. */
function withFound(batch: Batch, compared: readonly Compared[]): BatchDraft {
  const { sequence: _, delegated_to: __, files, ...header } = batch.header;
  const kept = (blob: Blob | null): DraftBlob | null =>
    blob && { version: blob.version, length: blob.length, bytes: () => batch.bytes(blob) };
  return {
    ...header,
    files: files.map((file, at) => {
      const { seen, outcome } = compared[at]!;
      const before = kept(file.before);
      if (outcome !== "differs" || !isContent(seen)) return { ...file, before, after: kept(file.after) };
      const mode = { before: file.mode.before, after: seen.kind === "file" ? seen.mode : null };
      return { ...file, before, after: seen.kind === "file" ? foundBlob(seen.bytes) : null, mode };
    }),
  };
}

function foundBlob(bytes: Uint8Array): DraftBlob {
  return { version: versionOf(bytes), length: bytes.length, bytes: () => bytes };
}
