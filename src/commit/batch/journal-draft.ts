// A batch as the journal keeps it: addresses instead of open roots, temp names, modes, directories.

import { addressKey, type BatchDraft, type LogLine, type StoredAddress } from "../../state/index.ts";
import type { Directory } from "./directories.ts";
import type { Step } from "./step.ts";

/** What an undo leaves as it is, and why. */
export type LeftFiles = readonly { readonly path: string; readonly reason: string }[];

export type Modes = { readonly before: number | null; readonly after: number | null };

export type DraftInput = {
  readonly id: string;
  readonly at: string;
  readonly decidedBy: string;
  readonly atomic: boolean;
  readonly undoes: string | null;
  readonly steps: readonly Step[];
  readonly modes: ReadonlyMap<Step, Modes>;
  /** Outermost first. */
  readonly directories: readonly Directory[];
};

export function draftOf(input: DraftInput): BatchDraft {
  const roots: StoredAddress[] = [];
  const indexes = new Map<string, number>();
  const rootIndex = (root: StoredAddress): number => {
    const key = addressKey(root);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, roots.length);
    return roots.push(root) - 1;
  };
  const files = input.steps.map((step) => ({
    change: step.change,
    path: step.path,
    root: rootIndex(step.address.root),
    at: step.address.path,
    before: step.before,
    after: step.after,
    mode: input.modes.get(step) ?? { before: null, after: null },
    temps: [step.temps.new, step.temps.old],
  }));
  const directories = input.directories.map(({ address }) => ({ root: rootIndex(address.root), at: address.path }));
  const { id, at, atomic, undoes } = input;
  return { id, at, decided_by: input.decidedBy, atomic, undoes, roots, files, directories };
}

/** The log line with the result for each of the batch's files, by its index in the batch. */
export function logLineOf(
  batch: Pick<BatchDraft, "id" | "decided_by" | "undoes" | "roots" | "delegated_to"> & {
    readonly files: readonly { readonly path: string; readonly root: number; readonly at: string }[];
  },
  facts: {
    readonly at: string;
    readonly state: "done" | "interrupted" | "delegated";
    readonly outcomes: readonly ("written" | "not-written" | "unknown")[];
    readonly left?: LeftFiles | undefined;
  },
): LogLine {
  const files = batch.files.map(({ path, root, at }, index) => ({
    path,
    root,
    at,
    outcome: facts.outcomes[index] ?? ("unknown" as const),
  }));
  const { decided_by, undoes, roots, delegated_to: to } = batch;
  const { at, state, left } = facts;
  const line = { kind: "batch", receipt_id: batch.id, at, decided_by, state, undoes, roots, files } as const;
  return { ...line, ...(to !== undefined && { delegated_to: to.door }), ...(left !== undefined && { left }) };
}
