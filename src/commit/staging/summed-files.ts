// What several changes made of each file, as one change: the bytes before the first and after the last. Files between
// whose changes someone else wrote are not summed up; the reason is given instead. Reads the journal and the log only.

import { isFailure } from "../../base/index.ts";
import type { State, StoredAddress } from "../../state/index.ts";

export type SummedFile = {
  /** sandbox/relative. */
  readonly path: string;
  /** Below the root. */
  readonly at: string;
  /** Null: it was not there, or is gone. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** What each change left, the last one included. */
  readonly versions: readonly (Uint8Array | null)[];
  readonly isExecutable: boolean;
};

export type Summed = {
  readonly folders: readonly { readonly folder: string; readonly files: readonly SummedFile[] }[];
  readonly left: readonly { readonly path: string; readonly why: string }[];
};

/** `receipts` are in the order of the changes. What was undone, or is no longer in the journal, is not in the sum. */
export function summedFiles(state: State, receipts: readonly string[]): Summed {
  const { entries } = state.log.list();
  const files = new Map<string, SummedFile & { readonly folder: string }>();
  const left = new Map<string, string>();
  for (const receipt of receipts) {
    const entry = entries.find((one) => one.receipt_id === receipt);
    if (entry === undefined || entry.state === "undone") continue;
    const batch = readBatch(state, receipt);
    for (const [at, detail] of entry.details.entries()) {
      const file = batch?.header.files[at];
      const folder = hostFolder(batch?.header.roots[detail.root]);
      const path = file?.path ?? detail.at;
      if (detail.outcome !== "written" || entry.restored.includes(path)) continue;
      if (batch === null || file === undefined || folder === null) {
        left.set(path, "its content is not in the journal any more, or it is not on this machine's disk");
        continue;
      }
      const key = `${folder}\0${file.at}`;
      const known = files.get(key);
      const before = file.before === null ? null : batch.bytes(file.before);
      const after = file.after === null ? null : batch.bytes(file.after);
      if (known !== undefined && !isSameContent(known.after, before))
        left.set(path, "it was changed by someone else between two changes of this conversation");
      const isExecutable = ((file.mode.after ?? 0) & 0o100) !== 0;
      files.set(key, {
        folder,
        path,
        at: file.at,
        before: known === undefined ? before : known.before,
        after,
        versions: [...(known?.versions ?? []), after],
        isExecutable,
      });
    }
  }
  const folders = new Map<string, SummedFile[]>();
  for (const { folder, ...file } of files.values()) {
    if (left.has(file.path) || isSameContent(file.before, file.after)) continue;
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return {
    folders: [...folders].map(([folder, each]) => ({ folder, files: each })),
    left: [...left].map(([path, why]) => ({ path, why })),
  };
}

function readBatch(
  state: State,
  receipt: string,
): Extract<ReturnType<State["journal"]["read"]>, { kind: "batch" }> | null {
  try {
    const batch = state.journal.read(receipt);
    return batch.kind === "batch" ? batch : null;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

function hostFolder(root: StoredAddress | undefined): string | null {
  return root?.["kind"] === "host" ? (root["root"] ?? null) : null;
}

/** Null is a file that is not there. */
export function isSameContent(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && Buffer.compare(one, other) === 0;
}
