// Approved items as one batch under the lock, and its fates as outcomes of files.

import { failure, isFailure, oneLine, type Clock, type NewId, type Version } from "../../base/index.ts";
import type { Actor } from "../../approval/index.ts";
import type { Filesystem, RealFiles } from "../../fs/index.ts";
import { addressKey, type State } from "../../state/index.ts";
import type { BatchOutcome, WriteResult } from "./batch.ts";
import type { Item } from "../item.ts";
import { recoverAll } from "./recover.ts";
import { stepsOfPlan, type OpenRoot, type Step } from "./step.ts";
import type { FileOutcome, Progress, Receipt, ReceiptId } from "../types.ts";
import { writeBatch } from "./write-batch.ts";

/** What a commit works on: it reads and writes what paths were resolved to, and follows no link. */
export type CommitFiles = Pick<Filesystem, "real" | "staging">;

export type WriteOptions = {
  readonly files: CommitFiles;
  readonly state: State;
  /**
   * Opens a root by its address. With it, batches that a crash cut short are cleared up before this one is written, and
   * the receipt's warnings report them; without it, the next start does.
   */
  readonly openRoot?: OpenRoot;
  readonly atomic?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onWait?: (holder: { readonly pid: number }) => void;
  readonly newId?: NewId;
  readonly clock?: Clock;
};

export type WrittenItems =
  /** Nothing was written: what is there now, by the index of the item. */
  | {
      readonly kind: "stale";
      readonly found: ReadonlyMap<number, Version | null>;
      readonly warnings: readonly string[];
    }
  | { readonly kind: "receipt"; readonly receipt: Receipt };

export async function writeItems(items: readonly Item[], options: WriteOptions): Promise<WrittenItems> {
  const id = (options.newId ?? options.state.newId)();
  const { steps, refused, stale } = stepsOf(items, options.files, id);
  if (stale.size > 0) return { kind: "stale", found: stale, warnings: [] };
  const blocked = options.atomic === true && (refused.size > 0 || items.some((item) => item.kind === "settled"));
  const { outcome, recovered } =
    steps.length === 0 || blocked
      ? { outcome: NOTHING, recovered: [] }
      : await underLock(steps, { ...options, id, by: decidersOf(items) });
  if (outcome.kind === "stale") return { ...outcome, warnings: recovered };
  const files = items.map((item, index) =>
    item.kind === "settled" ? item.outcome : outcomeOf(item, refused.get(index) ?? fateOf(outcome, index)),
  );
  const carried = outcome.kind === "carried" ? outcome : NOTHING;
  return {
    kind: "receipt",
    receipt: {
      id: carried.kept ? (id as ReceiptId) : null, // The journal keeps a batch under this very name.
      state: carried.state,
      files,
      warnings: [...recovered, ...carried.warnings],
    },
  };
}

const NOTHING: Extract<BatchOutcome, { kind: "carried" }> = {
  kind: "carried",
  results: new Map(),
  kept: false,
  state: "done",
  warnings: [],
};

/** Each by the index of its item. `stale`: its path leads elsewhere now. */
export type ItemSteps = {
  readonly steps: readonly Step[];
  readonly refused: ReadonlyMap<number, WriteResult>;
  readonly stale: ReadonlyMap<number, Version | null>;
};

/** The steps of what was approved. Two names of one file (a link and its target) cannot both be written: the second would undo the first. */
export function stepsOf(items: readonly Item[], files: CommitFiles, batch: string): ItemSteps {
  const steps: Step[] = [];
  const refused = new Map<number, WriteResult>();
  const stale = new Map<number, Version | null>();
  const owners = new Map<string, string>();
  for (const [change, item] of items.entries()) {
    if (item.kind !== "approved") continue;
    try {
      const own = stepsOfPlan(item.file, item.composed, { staging: files.staging, batch, change });
      if (!own.every((step) => leadsThere(step, files.real))) {
        stale.set(change, null);
        continue;
      }
      const keys = own.map(({ address }) => `${addressKey(address.root)} ${address.path}`);
      const rival = keys.map((key) => owners.get(key)).find((path) => path !== undefined);
      if (rival === undefined) {
        for (const [index, key] of keys.entries()) owners.set(key, own[index]!.path);
        steps.push(...own);
      } else {
        const message = `${item.file.path} and ${rival} are the same file. Send all its edits under one name.`;
        refused.set(change, { kind: "failed", code: "INVALID_ARG", message });
      }
    } catch (error) {
      if (!isFailure(error)) throw error;
      refused.set(change, { kind: "failed", code: error.code, message: error.message });
    }
  }
  return { steps, refused, stale };
}

/**
 * Does a path that led elsewhere still lead there? What is written is where it led in any case. SYMLINK for a link that
 * would go: the journal keeps contents, not links, so it could not be taken back.
 */
function leadsThere({ path, at, after }: Step, real: RealFiles): boolean {
  if (path === at) return true; // No link was on the way, and none is followed.
  if (leadTo(path, real, "follow") !== at) return false;
  if (after !== null || leadTo(path, real, "keep") === at) return true;
  throw failure("SYMLINK", `${path} is a link. Delete or move the file it leads to by that file's own name.`, {
    data: { path },
  });
}

/** null when it leads nowhere any more. */
function leadTo(path: string, real: RealFiles, last: "follow" | "keep"): string | null {
  try {
    return real.resolve(path, { last }).real;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return null;
  }
}

async function underLock(
  steps: readonly Step[],
  options: WriteOptions & { readonly id: string; readonly by: string },
): Promise<{ readonly outcome: BatchOutcome; readonly recovered: readonly string[] }> {
  const { state, openRoot, signal, onWait, onProgress, atomic = false, id, by, clock } = options;
  const at = (clock ?? state.clock)().toISOString();
  const batch = { state, id, at, decidedBy: by, atomic, undoes: null, steps, emptied: [], signal, onProgress };
  let recovered: readonly string[] = [];
  try {
    const outcome = await state.withLock({ ...(signal && { signal }), ...(onWait && { onWait }) }, async (held) => {
      const found = openRoot === undefined ? [] : await recoverAll(held, { state, openRoot });
      recovered = found.map(({ message }) => message);
      return writeBatch(held, batch);
    });
    return { outcome, recovered };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.code === "ABORTED") return { outcome: { kind: "cancelled" }, recovered };
    return { outcome: { kind: "refused", code: error.code, message: error.message }, recovered };
  }
}

/** Who said yes: "person", "flag", or several. */
export function decidersOf(items: readonly Item[]): string {
  return [...new Set(items.flatMap((item) => (item.kind === "approved" ? [deciderOf(item.by)] : [])))].join(", ");
}

/** "person", or "person (Ann <8f14e45f>)". Whatever the name is, only the commas between two deciders have a space after them. */
function deciderOf(by: Actor): string {
  const name =
    by.kind === "person"
      ? oneLine(by.name ?? "")
          .replaceAll(/, +/g, ",")
          .trim()
      : "";
  return name === "" ? by.kind : `${by.kind} (${name})`;
}

function fateOf(outcome: Exclude<BatchOutcome, { kind: "stale" }>, index: number): WriteResult | "cancelled" {
  switch (outcome.kind) {
    case "refused":
      return { kind: "failed", code: outcome.code, message: outcome.message };
    case "cancelled":
      return "cancelled";
    case "carried":
      return outcome.results.get(index) ?? { kind: "held" };
    default:
      return outcome satisfies never;
  }
}

function outcomeOf(item: Extract<Item, { kind: "approved" }>, result: WriteResult | "cancelled"): FileOutcome {
  const { path, to, base } = item.file;
  if (result === "cancelled") return { path, to, kind: "held", because: "cancelled" };
  switch (result.kind) {
    case "written": {
      const { text, version, hunksLeft, userModified } = item.composed;
      const said = item.comments === "" ? {} : { comments: item.comments };
      return {
        path,
        to,
        kind: "written",
        before: base,
        after: version,
        hunksLeft,
        userModified,
        content: text,
        ...said,
      };
    }
    case "held":
      return { path, to, kind: "held", because: "atomic" };
    case "stale":
    case "failed":
    case "unknown":
      return { path, to, ...result };
    default:
      return result satisfies never;
  }
}
