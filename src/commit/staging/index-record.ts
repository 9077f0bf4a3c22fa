// What is known of a receipt and git: the files it wrote on this machine, folder by folder, and which entries of git's
// index were changed for them. That record is kept before the index changes; without it nothing is changed.

import type { GitIndex, IndexChange, IndexEntry, Repository } from "../../fs/index.ts";
import type { Batch, BatchFile, LogEntry, StagedEntry, State, StoredAddress } from "../../state/index.ts";

export type WrittenBatch = {
  readonly batch: Batch;
  readonly entries: readonly LogEntry[];
  readonly folders: readonly WrittenFolder[];
};

/** `root` is the folder's index in the batch's roots. */
export type WrittenFolder = {
  readonly root: number;
  readonly address: StoredAddress;
  readonly folder: string;
  readonly files: readonly BatchFile[];
};

/** Null when nothing was written, or nothing on this machine. */
export function writtenBatch(state: State, receipt: string | null): WrittenBatch | null {
  const batch = receipt === null ? null : state.journal.read(receipt);
  if (batch?.kind !== "batch" || !batch.header.roots.some(hostFolder)) return null;
  const { entries } = state.log.list();
  const entry = entries.find((each) => each.receipt_id === receipt);
  const written = batch.header.files.filter((_, index) => entry?.details[index]?.outcome === "written");
  const folders = batch.header.roots.flatMap((address, root) => {
    const folder = hostFolder(address);
    const files = written.filter((file) => file.root === root);
    return folder === null || files.length === 0 ? [] : [{ root, address, folder, files }];
  });
  return { batch, entries, folders };
}

function hostFolder(root: StoredAddress): string | null {
  return root["kind"] === "host" ? (root["root"] ?? null) : null;
}

export type IndexRecord = {
  readonly state: State;
  readonly receipt: string;
  readonly root: number;
  readonly repository: Repository;
  readonly index: GitIndex;
};

/** Throws IO. */
export async function keepIndexChanges(changes: readonly IndexChange[], record: IndexRecord): Promise<void> {
  if (changes.length === 0) return;
  const { state, receipt, root, repository, index } = record;
  const files = changes.map(({ path, put }) => ({
    root,
    at: path.slice(repository.prefix.length),
    before: entryAt(path, index),
    after: put && {
      kind: put.kind,
      objectName: "bytes" in put ? repository.objectName(put.bytes) : put.objectName,
    },
  }));
  await state.withLock({}, async (held) =>
    state.log.append(held, { kind: "staged", receipt_id: receipt, root, files }),
  );
}

/** Only plain entries of files are ever changed, so only those are kept. */
function entryAt(path: string, index: GitIndex): StagedEntry | null {
  const entry = index.entry(path);
  return entry !== null && isPlain(entry) ? { kind: entry.kind, objectName: entry.objectName } : null;
}

/** Does the index hold exactly this at the path? */
export function isEntry(path: string, wanted: StagedEntry | null, index: GitIndex): boolean {
  const entry = index.entry(path);
  if (entry === null || wanted === null) return entry === wanted;
  return isPlain(entry) && entry.kind === wanted.kind && entry.objectName === wanted.objectName;
}

function isPlain(entry: IndexEntry): entry is IndexEntry & StagedEntry {
  return entry.state === "plain" && (entry.kind === "file" || entry.kind === "program");
}
