// The journal: one file per batch, written and flushed before the workspace is touched, kept for undo afterwards.
// Names carry the state: `<sequence>-<id>.pending`, then `.done` or `.interrupted`. A change that another program writes
// is `.delegated` until it was compared, then `.done`, `.differs` or `.interrupted`. Order is by sequence, never by clock.
// A name given by a caller is compared with the names found; it is never joined into a path.

import { join } from "node:path";
import { must, versionOf, type Version } from "../base/index.ts";
import { encodeHeader, parseHeader, type BatchFile, type BatchHeader, type Blob } from "./batch-file.ts";
import { FILE_MODE, makeDirectory, stateFailure } from "./directory.ts";
import type { Held } from "./lock.ts";
import { readAt, removeQuietly, syncDirectory, systemCode, withFile, writeAll, type StateOps } from "./ops.ts";

export type BatchState = "pending" | "done" | "interrupted" | "delegated" | "differs";

/** How a change that another program was to write can end. `interrupted`: it was not written. */
export type SettledState = "done" | "differs" | "interrupted";

/** Bytes that will be in a batch, made when they are written so that few are in memory at once. */
export type DraftBlob = {
  readonly version: Version;
  readonly length: number;
  /** May use `into` for them: the caller that passes it knows when they are no longer needed. */
  readonly bytes: (into?: Uint8Array) => Uint8Array;
};

export type DraftFile = Omit<BatchFile, "before" | "after"> & {
  readonly before: DraftBlob | null;
  readonly after: DraftBlob | null;
};

export type BatchDraft = Omit<BatchHeader, "sequence" | "files"> & { readonly files: readonly DraftFile[] };

/** A batch as found: its header is checked, its bytes are checked when they are asked for. */
export type Batch = {
  readonly kind: "batch";
  readonly state: BatchState;
  readonly header: BatchHeader;
  /** Throws IO when the bytes are not the ones that were kept. */
  readonly bytes: (blob: Blob) => Uint8Array;
};

export type ReadBatch = Batch | { readonly kind: "gone" } | { readonly kind: "damaged"; readonly why: string };

export type Listed = {
  readonly id: string;
  readonly sequence: number;
  readonly state: BatchState;
  /** For the journal's own use. */
  readonly name: string;
};

export interface Journal {
  /** Keeps the batch as pending. After this, and only after, the workspace may be touched. Throws IO. */
  begin(held: Held, draft: BatchDraft): Listed;
  /** Marks a pending batch. Throws IO. */
  finish(held: Held, pending: Listed, state: "done" | "interrupted" | "delegated"): void;
  /** Marks a delegated batch; `draft` replaces it, with the bytes that were found. Throws IO. */
  settle(held: Held, delegated: Listed, settled: { readonly state: SettledState; readonly draft?: BatchDraft }): void;
  /** Forgets a pending batch that wrote nothing. Throws IO. */
  abandon(held: Held, pending: Listed): void;
  /** Every batch, oldest first; empty where there is no journal yet. */
  list(): readonly Listed[];
  /** Something that a killed process, or another program, left to the next start. */
  isUnfinished(): boolean;
  read(id: string): ReadBatch;
  /** Removes half-written batches of killed processes. */
  tidy(held: Held): void;
  /** Removes a batch that is not pending. */
  remove(held: Held, listed: Listed): void;
  /** Bytes on disk and when they were written, in ms. Null when it is gone. */
  measure(listed: Listed): { readonly size: number; readonly writtenMs: number } | null;
}

const NAME = /^(\d{12})-([0-9A-Za-z-]{1,64})\.(pending|done|interrupted|delegated|differs)$/;
const UNFINISHED = ".tmp";

export function openJournal(directory: string, ops: StateOps): Journal {
  const file = (name: string) => join(directory, name);

  function list(): readonly Listed[] {
    return listIn(names()).kept;
  }

  function names(): readonly string[] {
    try {
      return ops.readdirSync(directory);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw stateFailure("read its journal", { cause: error, written: "Nothing was written." });
    }
  }

  function replaceBatch(listed: Listed, name: string, draft: BatchDraft): void {
    const unfinished = file(`${stemOf(listed.name)}${UNFINISHED}`);
    try {
      writeBatch(ops, unfinished, { ...draft, sequence: listed.sequence });
      ops.renameSync(unfinished, file(name));
      syncDirectory(ops, directory);
    } catch (error) {
      removeQuietly(ops, unfinished);
      throw error;
    }
    // From here on the new one counts; the next start removes the old one if this cannot.
    if (name !== listed.name) removeQuietly(ops, file(listed.name));
  }

  function find(id: string): Listed | undefined {
    return list().findLast((listed) => listed.id === id);
  }

  function mark(listed: Listed, is: readonly BatchState[], change: (path: string) => void): void {
    must(is.includes(listed.state), `batch ${listed.id} is ${is.join(" or ")}`);
    try {
      change(file(listed.name));
    } catch (error) {
      if (systemCode(error) === null) throw error;
      throw stateFailure("mark a batch as finished", { cause: error, written: "The batch itself was carried out." });
    }
  }

  return {
    begin(_held, draft) {
      must(NAME.test(`000000000000-${draft.id}.done`), `"${draft.id}" can be a batch's name`);
      const sequence = (list().at(-1)?.sequence ?? 0) + 1;
      const name = `${String(sequence).padStart(12, "0")}-${draft.id}`;
      const [unfinished, pending] = [file(name + UNFINISHED), file(`${name}.pending`)];
      try {
        makeDirectory(ops, directory);
        writeBatch(ops, unfinished, { ...draft, sequence });
        ops.renameSync(unfinished, pending);
        syncDirectory(ops, directory);
        return { id: draft.id, sequence, state: "pending", name: `${name}.pending` };
      } catch (error) {
        removeQuietly(ops, unfinished);
        removeQuietly(ops, pending);
        if (systemCode(error) === null) throw error;
        throw stateFailure("keep its journal", { cause: error, written: "Nothing was written." });
      }
    },

    finish(_held, pending, state) {
      mark(pending, ["pending"], (path) => ops.renameSync(path, file(withState(pending.name, state))));
    },

    settle(_held, delegated, { state, draft }) {
      mark(delegated, ["delegated", "differs"], (path) => {
        const name = withState(delegated.name, state);
        if (draft !== undefined) replaceBatch(delegated, name, draft);
        else if (name !== delegated.name) ops.renameSync(path, file(name));
      });
    },

    abandon(_held, pending) {
      mark(pending, ["pending"], (path) => ops.unlinkSync(path));
    },

    list,

    isUnfinished: () => names().some((name) => LEFT_TO_NEXT_START.some((ending) => name.endsWith(ending))),

    read(id) {
      const found = find(id);
      if (found === undefined) return { kind: "gone" };
      try {
        const parsed = withFile(ops, file(found.name), { flags: "r" }, (fd) =>
          parseHeader((position, length) => readAt(ops, fd, position, length), ops.fstatSync(fd).size),
        );
        if (parsed.kind === "damaged") return parsed;
        const bytes = (blob: Blob) => {
          try {
            return readBlob(ops, file(found.name), parsed.bytesFrom, blob);
          } catch (error) {
            // The batch may be marked between reading its header and reading its bytes.
            const name = find(id)?.name ?? found.name;
            if (name === found.name) throw error;
            return readBlob(ops, file(name), parsed.bytesFrom, blob);
          }
        };
        return { kind: "batch", state: found.state, header: parsed.header, bytes };
      } catch (error) {
        if (systemCode(error) === "ENOENT") return { kind: "gone" };
        throw stateFailure("read a batch", { cause: error, written: "Nothing was written." });
      }
    },

    tidy(_held) {
      const found = names();
      for (const name of found) if (name.endsWith(UNFINISHED)) ops.unlinkSync(file(name));
      for (const name of listIn(found).replaced) ops.unlinkSync(file(name));
    },

    remove(_held, listed) {
      must(listed.state !== "pending" && listed.state !== "delegated", "an open batch is never pruned");
      ops.unlinkSync(file(listed.name));
    },

    measure(listed) {
      try {
        const { size, mtimeMs } = ops.statSync(file(listed.name));
        return { size, writtenMs: mtimeMs };
      } catch (error) {
        if (systemCode(error) === "ENOENT") return null;
        throw error;
      }
    },
  };
}

// So many bytes are gathered before they are written: a call for each small blob, or fresh memory, costs more than that.
const GATHERED = 1_048_576;

function writeBatch(ops: StateOps, path: string, draft: BatchDraft & { readonly sequence: number }): void {
  const blobs: DraftBlob[] = [];
  let end = 0;
  const place = (blob: DraftBlob | null): Blob | null => {
    if (blob === null) return null;
    blobs.push(blob);
    const placed = { version: blob.version, offset: end, length: blob.length };
    end += blob.length;
    return placed;
  };
  const files = draft.files.map((file) => ({ ...file, before: place(file.before), after: place(file.after) }));
  withFile(ops, path, { flags: "wx", mode: FILE_MODE }, (fd) => {
    writeAll(ops, fd, encodeHeader({ ...draft, files }));
    writeBlobs(blobs, (bytes) => writeAll(ops, fd, bytes));
    ops.fsyncSync(fd);
  });
}

/** All blobs, one after another, in as few pieces as memory allows. */
function writeBlobs(blobs: readonly DraftBlob[], write: (bytes: Uint8Array) => void): void {
  const gathered = new Uint8Array(
    Math.min(
      GATHERED,
      blobs.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  let filled = 0;
  for (const blob of blobs) {
    if (filled + blob.length > gathered.length) {
      write(gathered.subarray(0, filled));
      filled = 0;
    }
    const room = gathered.subarray(filled, filled + blob.length);
    const bytes = blob.bytes(room);
    must(bytes.length === blob.length, "a blob has the length it was announced with");
    if (bytes.length > room.length) write(bytes);
    else {
      if (bytes.buffer !== room.buffer || bytes.byteOffset !== room.byteOffset) room.set(bytes);
      filled += bytes.length;
    }
  }
  write(gathered.subarray(0, filled));
}

function readBlob(ops: StateOps, path: string, from: number, blob: Blob): Uint8Array {
  try {
    const bytes = withFile(ops, path, { flags: "r" }, (fd) => readAt(ops, fd, from + blob.offset, blob.length));
    if (versionOf(bytes) === blob.version) return bytes;
  } catch (error) {
    throw stateFailure("read the kept bytes of a file", { cause: error, written: "That file was left as it is." });
  }
  throw stateFailure("read the kept bytes of a file: they were damaged", {
    cause: null,
    written: "That file was left as it is.",
  });
}

const LEFT_TO_NEXT_START = [".pending", ".delegated", UNFINISHED];

/** Oldest first. `replaced`: delegated batches whose replacement is there too, because a crash came between. */
function listIn(names: readonly string[]): { readonly kept: readonly Listed[]; readonly replaced: readonly string[] } {
  const found: Listed[] = [];
  for (const name of names) {
    const parts = NAME.exec(name);
    if (parts !== null) found.push({ id: parts[2]!, sequence: Number(parts[1]), state: parts[3] as BatchState, name }); // NAME lists exactly the states.
  }
  const settled = new Set(found.flatMap(({ state, name }) => (state === "delegated" ? [] : [stemOf(name)])));
  const isReplaced = ({ state, name }: Listed): boolean => state === "delegated" && settled.has(stemOf(name));
  return {
    kept: found.filter((listed) => !isReplaced(listed)).sort((a, b) => a.sequence - b.sequence),
    replaced: found.filter(isReplaced).map(({ name }) => name),
  };
}

function stemOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

function withState(name: string, state: BatchState): string {
  return `${stemOf(name)}.${state}`;
}
