// Which kept batch belongs to a call of another program. It reads the journal and changes nothing.

import type { Batch, BatchHeader, BatchState, DelegatedCall, Listed, State } from "../../state/index.ts";
import { addressKey } from "../../state/index.ts";
import type { FilePlan } from "../../edits/index.ts";
import { versionOfText } from "../../text/index.ts";
import type { Step } from "../batch/step.ts";

export type FoundBatch = { readonly listed: Listed; readonly batch: Batch };

/** Newest first: those of this call in one of these states. */
export function batchesOf(state: State, to: DelegatedCall, states: readonly BatchState[]): readonly FoundBatch[] {
  const listed = state.journal.list().filter((each) => states.includes(each.state));
  return listed.toReversed().flatMap((each) => {
    const batch = state.journal.read(each.id);
    const call = batch.kind === "batch" ? batch.header.delegated_to : undefined;
    const isMeant = call?.door === to.door && call.call_key === to.call_key;
    return isMeant && batch.kind === "batch" ? [{ listed: each, batch }] : [];
  });
}

/** No one was asked here: the other program asked its own user, or is about to. */
export function isHandedOver({ decided_by }: Pick<BatchHeader, "decided_by">): boolean {
  return decided_by.split(", ").includes("hook");
}

/** How many approvals of this call are used up: what was approved was written and compared, or is known not to be. */
export function countSettled(state: State, to: DelegatedCall): number {
  return batchesOf(state, to, ["done", "differs", "interrupted"]).length;
}

export type FoundOpen =
  | { readonly kind: "none" }
  /** Two processes ask for one call: what both were approved is kept once, under this receipt. */
  | { readonly kind: "same"; readonly receipt: string }
  /** Another call may be about to write this file, by its number in the steps: what this one would leave is not known. */
  | { readonly kind: "rival"; readonly step: number; readonly forMs: number };

export type FindOpenOptions = {
  readonly to: DelegatedCall;
  readonly steps: readonly Step[];
  /** What was approved for a call of this name before then was approved for an earlier one. */
  readonly since: number;
  readonly now: number;
  /** The other program asks its own user about it, as about every other change that is handed over: one after the other. */
  readonly isHandedOver: boolean;
  /** As in DelegateOptions. */
  readonly writesLater: boolean;
};

/** A host writes right after the answer. What it did not write in this time, it was kept from. */
export const ABOUT_TO_WRITE_MS = 5000;

/** The files are as they are before the steps. */
export function findOpen(state: State, { to, steps, since, now, ...asked }: FindOpenOptions): FoundOpen {
  const wanted = JSON.stringify(steps.map(keyOfStep));
  const olds = steps.map((step) => JSON.stringify(keyOfStep(step).slice(0, 3)));
  for (const listed of state.journal.list().toReversed()) {
    const batch = listed.state === "delegated" ? state.journal.read(listed.id) : null;
    if (batch?.kind !== "batch") continue;
    const { delegated_to: call, at } = batch.header;
    const keys = keysOfBatch(batch);
    const forMs = Date.parse(at) + ABOUT_TO_WRITE_MS - now;
    // Some programs do not name their calls: two of one file then have one name, and only the same change is one call.
    const isNamed = call?.door === to.door && call.call_key === to.call_key;
    if (isNamed && Date.parse(at) >= since && JSON.stringify(keys) === wanted)
      return { kind: "same", receipt: listed.id };
    const isAwaited = asked.writesLater ? Date.parse(at) >= since : forMs > 0;
    if (isAwaited && !(asked.isHandedOver && isHandedOver(batch.header))) {
      const open = new Set(keys.map((key) => JSON.stringify(key.slice(0, 3))));
      const step = olds.findIndex((old) => open.has(old));
      if (step >= 0) return { kind: "rival", step, forMs };
    }
  }
  return { kind: "none" };
}

/**
 * For a program that writes later: a file of the plan that another call of the same session was approved to change, since
 * then, and has not written. Not that very change: two hooks may be asked about one call.
 */
export function findApprovedBefore(
  state: State,
  { files, to, since }: { readonly files: readonly FilePlan[]; readonly to: DelegatedCall; readonly since: number },
): FilePlan | null {
  for (const listed of state.journal.list()) {
    const batch = listed.state === "delegated" ? state.journal.read(listed.id) : null;
    if (batch?.kind !== "batch" || isHandedOver(batch.header)) continue;
    const { delegated_to: call, at, files: approved } = batch.header;
    if (call?.door !== to.door || sessionOf(call) !== sessionOf(to) || Date.parse(at) < since) continue;
    const rival = files.find(({ path, base, result }) =>
      approved.some(
        ({ path: same, before, after }) =>
          same === path &&
          (before?.version ?? null) === base &&
          (after?.version ?? null) !== (result === null ? null : versionOfText(result)),
      ),
    );
    if (rival !== undefined) return rival;
  }
  return null;
}

function sessionOf({ call_key: key }: DelegatedCall): string {
  return key.slice(0, key.lastIndexOf("/"));
}

/** Where the file is, what it has now, what it would have. */
type Key = readonly [root: string, path: string, before: string | null, after: string | null];

function keyOfStep({ address, before, after }: Step): Key {
  return [addressKey(address.root), address.path, before?.version ?? null, after?.version ?? null];
}

function keysOfBatch({ header }: Batch): readonly Key[] {
  return header.files.map(({ root, at, before, after }): Key => [
    addressKey(header.roots[root] ?? {}),
    at,
    before?.version ?? null,
    after?.version ?? null,
  ]);
}
