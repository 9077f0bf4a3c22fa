// A batch as the journal keeps it: addresses instead of open roots, temp names, modes, directories.

import { parentOf, type WorkspacePath } from "../base/index.ts";
import type { Seen, Staging } from "../fs/index.ts";
import { addressKey, type BatchDraft, type LogLine, type StoredAddress } from "../state/index.ts";
import type { Step } from "./step.ts";

/** A directory by the root that holds it. */
export type Directory = {
  readonly staging: Staging;
  readonly at: string;
  readonly address: { readonly root: StoredAddress; readonly path: string };
};

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

/** The line that tells what became of the batch's files, by their place in it. */
export function logLineOf(
  batch: Pick<BatchDraft, "id" | "decided_by" | "undoes" | "roots"> & {
    readonly files: readonly { readonly path: string; readonly root: number; readonly at: string }[];
  },
  facts: {
    readonly at: string;
    readonly state: "done" | "interrupted";
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
  const { decided_by, undoes, roots } = batch;
  const { at, state, left } = facts;
  const line = { kind: "batch", receipt_id: batch.id, at, decided_by, state, undoes, roots, files } as const;
  return left === undefined ? line : { ...line, left };
}

/** The directories above `step` that are not there yet, outermost first. */
export async function missingParents(step: Step): Promise<readonly Directory[]> {
  const missing: Directory[] = [];
  // `at` is a checked path: the brand is lost only because staging takes plain strings.
  for (let at = parentOf(step.at as WorkspacePath); at !== ""; at = parentOf(at)) {
    const seen: Seen = await step.staging.look(at);
    if (seen.kind !== "absent") break;
    missing.unshift({ staging: step.staging, at, address: step.staging.address(at) });
  }
  return missing;
}

export function directoryKey(directory: Directory): string {
  return `${addressKey(directory.address.root)} ${directory.address.path}`;
}
