// One path whose bytes change, as writing, recovery and undo all see it. A move is two steps of one change.

import { asReal, must, versionOf, type RealPath, type Version, type WorkspacePath } from "../../base/index.ts";
import type { FilePlan } from "../../edits/index.ts";
import type { Glance, RootAddress, Seen, Staging } from "../../fs/index.ts";
import {
  addressKey,
  type Batch,
  type BatchFile,
  type Blob,
  type DraftBlob,
  type StoredAddress,
} from "../../state/index.ts";
import { byteLength, encode, type Text } from "../../text/index.ts";

export type Step = {
  /** Steps with the same number are written together or not at all. */
  readonly change: number;
  /** As the person sees it. */
  readonly path: string;
  readonly staging: Staging;
  /** Where the path led when it was approved, as `staging` knows it. Nothing else is opened, and no link is followed. */
  readonly at: RealPath;
  /** The same for a later process. */
  readonly address: { readonly root: StoredAddress; readonly path: string };
  /** null = absent. */
  readonly before: DraftBlob | null;
  readonly after: DraftBlob | null;
  /**
   * null = keep the mode that is there. Undo gives a file the mode it `wanted` back, unless the mode is not the one
   * `ours` any more: then a person chose it since.
   */
  readonly mode: { readonly ours: number | null; readonly wanted: number | null } | null;
  /** The mode that was approved with the change; null where none was. */
  readonly approved: number | null;
  /** Names beside the file: for its new bytes, and for its old ones when they are put back. */
  readonly temps: { readonly new: string; readonly old: string };
};

/** Opens a root by the address its backend gave, for undo and recovery. Null when it cannot be reached any more. */
export type OpenRoot = (address: RootAddress) => Staging | null;

/** The steps that bring a file to `fresh` (null = delete it). */
export function stepsOfPlan(
  file: FilePlan,
  fresh: { readonly text: Text | null; readonly version: Version | null },
  where: { readonly staging: Staging; readonly batch: string; readonly change: number },
): readonly Step[] {
  const before = file.raw ? rawBlob(file.raw) : blobOf(file.before, file.base);
  must((before?.version ?? null) === file.base, `the plan's old text of ${file.path} has the plan's base version`);
  const after = blobOf(fresh.text, fresh.version);
  const step = (
    path: WorkspacePath,
    at: RealPath,
    { from, to }: { readonly from: DraftBlob | null; readonly to: DraftBlob | null },
  ): Step => ({
    change: where.change,
    path,
    staging: where.staging,
    at,
    address: where.staging.address(at),
    before: from,
    after: to,
    // Only a file that comes back has a mode before it is there.
    mode: file.base === null && file.mode !== null ? { ours: null, wanted: file.mode } : null,
    approved: from === null ? null : file.mode,
    temps: tempsOf(where.batch, `${where.change}${path === file.path ? "" : "t"}`),
  });
  // The new name first: a crash between the two leaves the content twice, never nowhere.
  if (file.to !== null && file.toReal !== null)
    return [
      step(file.to, file.toReal, { from: null, to: after }),
      step(file.path, file.real, { from: before, to: null }),
    ];
  return [step(file.path, file.real, { from: before, to: after })];
}

/** A kept batch file as a step, or null when its root cannot be opened. */
export function stepOfBatch(batch: Batch, file: BatchFile, openRoot: OpenRoot): Step | null {
  const opened = openStored(batch.header.roots[file.root], openRoot);
  if (opened === null) return null;
  const kept = (blob: Blob | null) =>
    blob && { version: blob.version, length: blob.length, bytes: () => batch.bytes(blob) };
  return {
    change: file.change,
    path: file.path,
    staging: opened.staging,
    at: asReal(file.at),
    address: { root: opened.root, path: file.at },
    before: kept(file.before),
    after: kept(file.after),
    mode: { ours: file.mode.after, wanted: file.mode.before },
    approved: null,
    temps: { new: file.temps[0] ?? "", old: file.temps[1] ?? "" },
  };
}

/** Opens each root once, however many of its files are looked at. */
export function openOnce(openRoot: OpenRoot): OpenRoot {
  const opened = new Map<string, Staging | null>();
  return (address) => {
    const key = addressKey(address);
    const known = opened.get(key);
    if (known !== undefined) return known;
    const staging = openRoot(address);
    opened.set(key, staging);
    return staging;
  };
}

/** A root that a kept batch names, or null when it cannot be opened. */
export function openStored(
  root: StoredAddress | undefined,
  openRoot: OpenRoot,
): { readonly root: StoredAddress; readonly staging: Staging } | null {
  const address = root === undefined ? null : readAddress(root);
  const staging = address === null ? null : openRoot(address);
  return root === undefined || staging === null ? null : { root, staging };
}

/** Addresses are read back from a file of ours; a kind that this version does not know belongs to no root. */
function readAddress(stored: StoredAddress): RootAddress | null {
  if (stored["kind"] === "host" && stored["root"] !== undefined) return { kind: "host", root: stored["root"] };
  const { kind, name, backend } = stored;
  if (name === undefined) return null;
  if (kind === "custom" && backend !== undefined) return { kind, backend, name };
  return kind === "container" || kind === "memory" ? { kind, name } : null;
}

export function tempsOf(batch: string, name: string): Step["temps"] {
  return { new: `.galley-${batch}-${name}.new`, old: `.galley-${batch}-${name}.old` };
}

/** How the content at a step's path compares with what the step knows. */
export function compareWith(step: Step, seen: Seen | Glance): "before" | "after" | "other" {
  if (sameContent(seen, step.before)) return "before";
  return sameContent(seen, step.after) ? "after" : "other";
}

/** null for what is absent or no file. */
export function versionSeen(seen: Seen | Glance): Version | null {
  return seen.kind === "file" ? seen.version : null;
}

function sameContent(seen: Seen | Glance, blob: DraftBlob | null): boolean {
  return blob === null ? seen.kind === "absent" : seen.kind === "file" && seen.version === blob.version;
}

/** The version was computed from this very text. The bytes are made when needed: a batch holds few of them at once. */
function blobOf(text: Text | null, version: Version | null): DraftBlob | null {
  if (text === null || version === null) return null;
  const length = byteLength(text);
  return { version, length, bytes: (into) => encode(text, into, length) };
}

/** Old bytes that are not text. */
function rawBlob(bytes: Uint8Array): DraftBlob {
  return { version: versionOf(bytes), length: bytes.length, bytes: () => bytes };
}
