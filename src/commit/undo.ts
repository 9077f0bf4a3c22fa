// Takes a batch back: every file that still holds what the batch wrote gets its old bytes and mode again. Undo is
// itself a batch, with the same journal, so it survives a crash and can be taken back too. A file that was changed
// since is left alone, with the reason.

import { failure, isFailure, type Version } from "../base/index.ts";
import type { RootAddress } from "../fs/index.ts";
import type { Batch, BatchFile, Held, LogEntry, State } from "../state/index.ts";
import type { BatchOutcome } from "./batch/batch.ts";
import { emptiedBy } from "./emptied.ts";
import { recoverAll } from "./batch/recover.ts";
import { openOnce, compareWith, stepOfBatch, tempsOf, type OpenRoot, type Step } from "./batch/step.ts";
import { writeBatch } from "./batch/write-batch.ts";
import {
  undoCandidates,
  entriesHere,
  keptBatch,
  named,
  neverWritten,
  nothingLeft,
  shareRoot,
  undoOf,
  writerOf,
} from "./undo-choice.ts";

export type UndoOptions = {
  readonly state: State;
  /** null = the latest batch that was not taken back, in `root` if given. */
  readonly receipt: string | null;
  readonly root?: RootAddress;
  /** Without a receipt: only these are meant, wherever they wrote. */
  readonly among?: ReadonlySet<string>;
  /** Who wants it, for the log: a person at a terminal, or a command that no one watched. "command" unless given. */
  readonly by?: "person" | "command";
  readonly openRoot: OpenRoot;
  /** Only says what would be restored and what would be left; writes nothing. */
  readonly preview?: boolean;
  readonly signal?: AbortSignal;
  readonly onWait?: (holder: { readonly pid: number }) => void;
};

/** A batch as the log names it. */
export type LoggedChange = Pick<LogEntry, "receipt_id" | "at" | "files" | "details">;

/** What an undo restored, and what it left as it is, with reasons. */
export type Undone = {
  /** The batch that was taken back. */
  readonly receipt_id: string;
  readonly change: LoggedChange;
  readonly restored: readonly string[];
  readonly skipped: readonly Skipped[];
  /** Taking this one back brings the change again. null when nothing was restored. */
  readonly undo_id: string | null;
  /** Without a receipt: later batches of which an earlier undo had restored a part, and why the rest is still left. */
  readonly passed: readonly { readonly receipt_id: string; readonly left: readonly Skipped[] }[];
  /**
   * When nothing was restored: the newest batch of which something can be. Without a receipt, of the older ones; with
   * one, only if that was taken back before.
   */
  readonly next: LoggedChange | null;
  /** Of a receipt that was taken back before: the receipt of that undo. */
  readonly earlier: string | null;
  readonly warnings: readonly string[];
};

type Skipped = { readonly path: string; readonly reason: string };

/** Throws NOT_FOUND when there is nothing to take back or its bytes are gone, IO when state cannot be used. */
export async function undo(options: UndoOptions): Promise<Undone> {
  const { state, signal, onWait } = options;
  return state.withLock({ ...(signal && { signal }), ...(onWait && { onWait }) }, async (held) => {
    const openRoot = openOnce(options.openRoot);
    const recovered = await recoverAll(held, { state, openRoot });
    const { entries } = state.log.list();
    const jobFor = (entry: LogEntry): Job => {
      const later = entries.slice(0, entries.indexOf(entry));
      return { ...options, openRoot, entry, batch: keptBatch(state, entry), entries, later };
    };
    const latest = async (): Promise<Undone> => {
      const undone = await takeBackLatest(held, undoCandidates(entries, { ...options, openRoot }), jobFor);
      if (undone === null) throw nothingLeft(entriesHere(entries, options));
      return undone;
    };
    const one = async (entry: LogEntry): Promise<Undone> => {
      const why = neverWritten(entry);
      if (why !== null) throw failure("NOT_FOUND", why);
      const undone = await undoBatch(held, jobFor(entry));
      const isAgain = undone.restored.length === 0 && entry.state === "undone";
      if (!isAgain) return { ...undone, passed: [], next: null, earlier: null };
      const others = undoCandidates(entries, { ...options, openRoot }).filter((each) => shareRoot(each, entry));
      return { ...undone, passed: [], next: await firstPossible(others, jobFor), earlier: undoOf(entry, entries) };
    };
    const undone = await (options.receipt === null ? latest() : one(named(entries, options.receipt)));
    return { ...undone, warnings: [...recovered.map(({ message }) => message), ...undone.warnings] };
  });
}

/**
 * The latest batch is what a person means who names none. One that is back already, with git for example, is not meant,
 * nor one that an earlier undo restored as far as that was possible: they want to go further back. But a batch that no
 * undo has touched and of which nothing can be restored is the end: an older one is taken back only when it is named.
 */
async function takeBackLatest(
  held: Held,
  entries: readonly LogEntry[],
  jobFor: (entry: LogEntry) => Job,
): Promise<Undone | null> {
  const passed: { readonly receipt_id: string; readonly left: readonly Skipped[] }[] = [];
  let last: UndoneBatch | null = null;
  for (const [at, entry] of entries.entries()) {
    const undone = await undoBatch(held, jobFor(entry));
    if (undone.restored.length > 0) return { ...undone, passed, next: null, earlier: null };
    const left = undone.skipped.filter(({ reason }) => reason !== IS_BACK);
    if (left.length === 0) continue;
    if (entry.restored.length === 0)
      return { ...undone, passed, next: await firstPossible(entries.slice(at + 1), jobFor), earlier: null };
    passed.push({ receipt_id: entry.receipt_id, left });
    last = undone;
  }
  if (last === null) return null;
  return { ...last, passed: passed.slice(0, -1), next: null, earlier: null };
}

async function firstPossible(
  entries: readonly LogEntry[],
  jobFor: (entry: LogEntry) => Job,
): Promise<LoggedChange | null> {
  for (const entry of entries) {
    try {
      const job = jobFor(entry);
      if ((await stepsBack(job, job.entry.receipt_id, [])).length > 0) return loggedChange(entry);
    } catch (error) {
      if (!isFailure(error, "NOT_FOUND")) throw error;
    }
  }
  return null;
}

function loggedChange({ receipt_id, at, files, details }: LogEntry): LoggedChange {
  return { receipt_id, at, files, details };
}

const IS_BACK = "it already is as it was before";

type Job = UndoOptions & {
  readonly entry: LogEntry;
  readonly batch: Batch;
  /** All of the log, and what came after the entry. */
  readonly entries: readonly LogEntry[];
  readonly later: readonly LogEntry[];
};
type UndoneBatch = Omit<Undone, "passed" | "next" | "earlier">;

// A file that changes between the look and the write starts the undo over, without it.
const MAX_ATTEMPTS = 3;

async function undoBatch(held: Held, job: Job): Promise<UndoneBatch> {
  for (let attempt = 1; ; attempt += 1) {
    const id = job.state.newId();
    const skipped: Skipped[] = [];
    const steps = await stepsBack(job, id, skipped);
    const left = skipped.filter(({ reason }) => reason !== IS_BACK);
    const isIdle = steps.length === 0 || job.preview === true;
    const outcome = isIdle ? null : await writeBack(held, job, { id, steps, left });
    if (outcome?.kind === "stale" && attempt < MAX_ATTEMPTS) continue;
    const restored: string[] = [];
    for (const step of steps) {
      const reason = outcome === null ? null : reasonLeft(outcome, step);
      if (reason === null) restored.push(step.path);
      else skipped.push({ path: step.path, reason });
    }
    const carried = outcome?.kind === "carried" ? outcome : null;
    // Written backwards, listed in the order of the batch.
    const order = job.batch.header.files.map((file) => file.path);
    return {
      receipt_id: job.entry.receipt_id,
      change: loggedChange(job.entry),
      restored: restored.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
      skipped: skipped
        // What an earlier undo brought back is not left out by the one that finishes it.
        .filter(({ path, reason }) => reason !== IS_BACK || restored.length === 0 || !job.entry.restored.includes(path))
        .toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path)),
      undo_id: carried?.kept === true ? id : null,
      warnings: carried?.warnings ?? [],
    };
  }
}

function writeBack(
  held: Held,
  job: Job,
  { id, steps, left }: { readonly id: string; readonly steps: readonly Step[]; readonly left: readonly Skipped[] },
): Promise<BatchOutcome> {
  const { state, entry, signal, by = "command" } = job;
  return writeBatch(held, {
    state,
    id,
    at: state.clock().toISOString(),
    decidedBy: by,
    atomic: false,
    undoes: entry.receipt_id,
    steps,
    left,
    emptied: emptiedBy(job, steps),
    signal,
  });
}

type Part = { readonly file: BatchFile; readonly step: Step | null; readonly standing: Standing };
type Standing =
  | { readonly kind: "ours" }
  | { readonly kind: "back" }
  | { readonly kind: "not-ours"; readonly reason: string };

/** The batch backwards, change by change; a change of which one file is not ours any more is left whole. */
async function stepsBack(job: Job, id: string, skipped: Skipped[]): Promise<readonly Step[]> {
  const { batch, entry, openRoot } = job;
  const changes = new Map<number, Part[]>();
  for (const [index, file] of batch.header.files.entries()) {
    if (entry.details[index]?.outcome === "not-written") continue;
    const step = stepOfBatch(batch, file, openRoot);
    // A file that was restored may have the same content again, from an older batch: it is restored a second time only
    // for someone who names this one.
    const isDone = job.receipt === null && entry.restored.includes(file.path);
    const now: Standing = isDone
      ? { kind: "back" }
      : step === null
        ? closed(batch, file)
        : await standingNow(step, job);
    changes.set(file.change, [...(changes.get(file.change) ?? []), { file, step, standing: now }]);
  }
  const steps: Step[] = [];
  for (const [change, parts] of [...changes].toReversed()) {
    const reason = reasonToLeave(parts);
    for (const { file, step, standing: now } of parts.toReversed()) {
      if (reason !== null) skipped.push({ path: file.path, reason: now.kind === "not-ours" ? now.reason : reason });
      // An undo that was cut short may have brought one half of a move back already.
      else if (step !== null && now.kind === "ours")
        steps.push(inverse(step, tempsOf(id, `${change}-${steps.length}`)));
    }
  }
  return steps;
}

function closed({ header }: Batch, file: BatchFile): Standing {
  const kind = header.roots[file.root]?.["kind"] ?? "";
  return { kind: "not-ours", reason: CLOSED[kind] ?? "its folder cannot be opened" };
}

const CLOSED: Readonly<Record<string, string>> = {
  container: "its container is gone",
  memory: "it was in memory, which is gone",
};

function reasonToLeave(parts: readonly Part[]): string | null {
  for (const { file, standing: now } of parts) {
    if (now.kind === "not-ours") return `it belongs together with ${file.path}: ${now.reason}`;
  }
  return parts.every(({ standing: now }) => now.kind === "back") ? IS_BACK : null;
}

/** How the file compares with what the batch left. */
async function standingNow(step: Step, { later, state }: Job): Promise<Standing> {
  try {
    const seen = await step.staging.look(step.at);
    const now = compareWith(step, seen);
    if (now !== "other") return { kind: now === "after" ? "ours" : "back" };
    const by = writerOf(step, seen, { later, state });
    const who = by === null ? "" : ` (by receipt ${by}; undo that first)`;
    if (seen.kind === "absent") return { kind: "not-ours", reason: `it was deleted since${who}` };
    if (seen.kind === "file") return { kind: "not-ours", reason: `it was changed since${who}` };
    const isLink = seen.code === "SYMLINK";
    const reason = isLink ? "there is a link on the way to it now" : "something that is not a file is there now";
    return { kind: "not-ours", reason };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "not-ours", reason: error.message };
  }
}

function inverse(step: Step, temps: Step["temps"]): Step {
  return { ...step, before: step.after, after: step.before, temps };
}

/** Why a step of the undo batch was not carried out; null when it was. */
function reasonLeft(outcome: BatchOutcome, step: Step): string | null {
  const changed = (found: Version | null) => (found === null ? "it was deleted just now" : "it was changed just now");
  switch (outcome.kind) {
    case "stale": {
      const found = outcome.found.get(step.change);
      return found === undefined ? "another file changed just now; try again" : changed(found);
    }
    case "refused":
      return outcome.message;
    case "cancelled":
      return "cancelled";
    case "carried": {
      const result = outcome.results.get(step.change);
      if (result === undefined || result.kind === "held") return "it was left as it is";
      if (result.kind === "written") return null;
      return result.kind === "stale" ? changed(result.found) : result.message;
    }
    default:
      return outcome satisfies never;
  }
}
