// What the next start does about batches that a crash cut short: find out what became of each file, remove our temp
// files, report it once. It never rewrites the workspace, except to put back files of an all-or-nothing batch that still
// are exactly as we wrote them.

import { counted, isFailure } from "../../base/index.ts";
import type { Batch, BatchFile, Held, Listed, LogEntry, LoggedFile, State } from "../../state/index.ts";
import { settleLate } from "../delegated/settle.ts";
import { directoriesOf, flushParents } from "./directories.ts";
import { logLineOf } from "./journal-draft.ts";
import { rollBack } from "./roll-back.ts";
import { openOnce, compareWith, stepOfBatch, type OpenRoot, type Step } from "./step.ts";

export type Recovered = {
  readonly receipt_id: string;
  /** For a person, said once. */
  readonly message: string;
  readonly files: readonly LoggedFile[];
};

export type RecoverOptions = {
  readonly state: State;
  /** Opens a root by its address, or says that it cannot. */
  readonly openRoot: OpenRoot;
  readonly signal?: AbortSignal;
  readonly onWait?: (holder: { readonly pid: number }) => void;
};

type Outcome = LoggedFile["outcome"];

/**
 * Call it at every start; without interrupted batches it is a look at two directories. Safe to be killed itself: what it
 * did not finish, the next start does. Throws IO when state cannot be read or written.
 */
export async function recover(options: RecoverOptions): Promise<readonly Recovered[]> {
  const { state, signal, onWait } = options;
  if (!state.isUntidy()) return [];
  return state.withLock({ ...(signal && { signal }), ...(onWait && { onWait }) }, (held) => recoverAll(held, options));
}

/** For the holder of the lock, before it writes: first report earlier batches, then write the next one. */
export async function recoverAll(
  held: Held,
  { state, openRoot }: Pick<RecoverOptions, "state" | "openRoot">,
): Promise<readonly Recovered[]> {
  if (!state.isUntidy()) return [];
  const recoveries: Recovered[] = [];
  const open = openOnce(openRoot);
  try {
    // The writer of these is gone: a living one holds the lock, and we hold it.
    for (const pending of state.journal.list().filter((listed) => listed.state === "pending")) {
      const recovered = await recoverBatch(held, pending, { state, openRoot: open });
      if (recovered !== null) recoveries.push(recovered);
    }
    for (const delegated of state.journal.list().filter((listed) => listed.state === "delegated")) {
      const message = await settleLate(held, delegated, { state, openRoot: open });
      if (message !== null) recoveries.push({ receipt_id: delegated.id, message, files: [] });
    }
    state.tidy(held);
  } catch (error) {
    // What is marked will not be reported again, so report it now; the rest waits for the next start.
    if (recoveries.length === 0 || !isFailure(error)) throw error;
  }
  return recoveries;
}

async function recoverBatch(
  held: Held,
  pending: Listed,
  { state, openRoot }: Pick<RecoverOptions, "state" | "openRoot">,
): Promise<Recovered | null> {
  const batch = state.journal.read(pending.id);
  if (batch.kind !== "batch") {
    const why = batch.kind === "damaged" ? batch.why : "it is gone";
    state.journal.finish(held, pending, "interrupted");
    const message =
      `A batch was interrupted, and its record (receipt ${pending.id}) cannot be read: ${why}. ` +
      "Its files were left alone; each contains either its old or its new text.";
    return { receipt_id: pending.id, message, files: [] };
  }
  const { header } = batch;
  const logged = state.log.list().entries.find((entry) => entry.receipt_id === header.id);
  const steps = header.files.map((file) => stepOfBatch(batch, file, openRoot));
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await outcomeNow(step));
  if (header.atomic && logged === undefined) await putAllBack(header.files, steps, outcomes);
  const isClean = await removeTraces(batch, steps, openRoot);
  if (logged !== undefined) {
    // It was reported already, and only its traces or the last rename were left.
    if (isClean) state.journal.finish(held, pending, finishedAs(logged.state));
    return null;
  }
  const line = logLineOf(header, { at: header.at, state: "interrupted", outcomes });
  state.log.append(held, line);
  if (isClean) state.journal.finish(held, pending, "interrupted");
  const files = line.kind === "batch" ? line.files : [];
  const closed = steps.some((step, at) => step === null && !isPassing(batch, header.files[at]!));
  return { receipt_id: header.id, message: messageOf(batch, files) + (closed ? CLOSED : ""), files };
}

function finishedAs(logged: LogEntry["state"]): "done" | "interrupted" | "delegated" {
  return logged === "interrupted" || logged === "delegated" ? logged : "done";
}

const CLOSED =
  " A folder it wrote to cannot be opened now; if it comes back, files there named .galley-* with this receipt's name can be removed.";

async function outcomeNow(step: Step | null): Promise<Outcome> {
  if (step === null) return "unknown";
  try {
    const now = compareWith(step, await step.staging.look(step.at));
    return now === "after" ? "written" : now === "before" ? "not-written" : "unknown";
  } catch (error) {
    if (!isFailure(error)) throw error;
    return "unknown";
  }
}

/** An all-or-nothing batch that is all there stays; one that is not goes. Newest first, as in takeBack. */
async function putAllBack(
  files: readonly BatchFile[],
  steps: readonly (Step | null)[],
  outcomes: Outcome[],
): Promise<void> {
  if (outcomes.every((outcome) => outcome === "written")) return;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (!step || outcomes[index] !== "written") continue;
    const result = await rollBack(step, files[index]!.mode.before);
    outcomes[index] = result === "back" ? "not-written" : result === "failed" ? "written" : "unknown";
  }
}

/** Temp files, and directories of ours that stayed empty. False when one may be left: the next start tries again. */
async function removeTraces(batch: Batch, steps: readonly (Step | null)[], openRoot: OpenRoot): Promise<boolean> {
  let isClean = true;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      // A link took the place of the folder: what is behind it is not ours, and waiting would not bring ours back.
      isClean &&= error.code === "STALE";
    }
  };
  const there = steps.filter((step) => step !== null);
  for (const { staging, at, temps } of there) {
    await attempt(() => staging.discard(at, temps.new));
    await attempt(() => staging.discard(at, temps.old));
  }
  // Before the batch is marked: after that, a temp file that a power cut brought back would never be found.
  await flushParents(there);
  for (const { staging, at } of directoriesOf(batch, openRoot).toReversed())
    await attempt(() => staging.removeDirectory(at));
  return isClean;
}

/** In memory or in a container: it ended with the process that wrote it. */
function isPassing({ header }: Batch, { root }: BatchFile): boolean {
  return header.roots[root]?.["kind"] !== "host";
}

function messageOf(batch: Batch, files: readonly LoggedFile[]): string {
  const named = (outcome: Outcome) => files.filter((file) => file.outcome === outcome).map((file) => file.path);
  const { header } = batch;
  const parts = [
    `A batch of ${counted(header.files.length, "file")} was interrupted (receipt ${header.id}, ${header.at}).`,
  ];
  const written = named("written");
  const gone = files.filter((_, at) => isPassing(batch, header.files[at]!)).map((file) => file.path);
  const unknown = named("unknown").filter((path) => !gone.includes(path));
  if (written.length === 0 && unknown.length === 0 && gone.length === 0)
    return `${parts[0]} Nothing of it was written.`;
  if (written.length > 0) parts.push(`Written: ${written.join(", ")}.`);
  const not = named("not-written");
  if (not.length > 0) parts.push(`Not written: ${not.join(", ")}.`);
  if (gone.length > 0) parts.push(`Gone with the process that wrote it: ${gone.join(", ")}.`);
  if (unknown.length > 0) parts.push(`Changed since or not visible, left alone: ${unknown.join(", ")}.`);
  if (written.length > 0) parts.push(`"galley undo ${header.id}" undoes what was written.`);
  return parts.join(" ");
}
