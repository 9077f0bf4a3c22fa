// Reads git's index file (gitformat-index, versions 2 to 4): names, objects and flags of its entries. Nothing here
// touches a disk, and nothing is guessed: what is not understood is refused.

import { RepositoryError, type GitIndex, type IndexEntry } from "../../repository.ts";

export type ParsedIndex = GitIndex & {
  /** Every entry as one line, in the file's order, without the times and sizes git keeps to save itself work. */
  lines(): Iterable<{ readonly path: string; readonly line: string }>;
};

/** `nameBytes` is the length of an object name: 20, or 32 for SHA-256. Null means an index without entries. */
export function parseIndex(bytes: Uint8Array | null, nameBytes: number): ParsedIndex {
  const file = Buffer.from(bytes ?? new Uint8Array(0));
  const { names, offsets } = bytes === null ? { names: [], offsets: [] } : readEntries(file, nameBytes);
  const at = (index: number): IndexEntry => readEntry(file, offsets[index]!, nameBytes);
  return {
    entry(path) {
      const index = firstFrom(names, keyOf(path));
      return names[index] === keyOf(path) ? at(index) : null;
    },
    hasEntriesBelow(folder) {
      const key = `${keyOf(folder)}/`;
      return names[firstFrom(names, key)]?.startsWith(key) ?? false;
    },
    *lines() {
      for (const [index, name] of names.entries()) {
        const from = offsets[index]!;
        const rest = file.toString("hex", from + FIXED_BYTES, from + FIXED_BYTES + nameBytes);
        const flags = file.readUInt16BE(from + FIXED_BYTES + nameBytes);
        const more = (flags & EXTENDED) === 0 ? 0 : file.readUInt16BE(from + FIXED_BYTES + nameBytes + 2);
        const line = `${file.readUInt32BE(from + MODE_AT)} ${rest} ${flags & (STAGE | ASSUME_UNCHANGED)} ${more & KEPT}`;
        yield { path: Buffer.from(name, "latin1").toString("utf8"), line };
      }
    },
  };
}

// Two times, device, inode, mode, user, group, size.
const FIXED_BYTES = 40;
const MODE_AT = 24;
const ASSUME_UNCHANGED = 0x8000;
const EXTENDED = 0x4000;
const STAGE = 0x3000;
const SKIP_WORKTREE = 0x4000;
const INTENT_TO_ADD = 0x2000;
const KEPT = SKIP_WORKTREE | INTENT_TO_ADD;

/** Names are bytes, in the order of bytes: one character each, so that they can be compared as text. */
function keyOf(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}

function firstFrom(names: readonly string[], key: string): number {
  let from = 0;
  let to = names.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (names[middle]! < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

function readEntries(file: Buffer, nameBytes: number): { readonly names: string[]; readonly offsets: number[] } {
  const end = file.length - nameBytes; // A checksum follows.
  const version = end >= 12 && file.toString("latin1", 0, 4) === "DIRC" ? file.readUInt32BE(4) : 0;
  if (version < 2 || version > 4) throw damaged();
  const count = file.readUInt32BE(8);
  const names: string[] = [];
  const offsets: number[] = [];
  let at = 12;
  for (let index = 0; index < count; index += 1) {
    const flagsAt = at + FIXED_BYTES + nameBytes;
    if (flagsAt + 4 > end) throw damaged();
    const extended = version > 2 && (file.readUInt16BE(flagsAt) & EXTENDED) !== 0;
    const before = names[index - 1] ?? "";
    const { name, next } = readName(file, { at, from: flagsAt + (extended ? 4 : 2), before, version });
    if (next > end) throw damaged();
    names.push(name);
    offsets.push(at);
    at = next;
  }
  // First, because a split index has entries without a name.
  requireExtensions(file, at, end);
  if (names.some((name, index) => name === "" || name < names[index - 1]!)) throw damaged();
  return { names, offsets };
}

type NamePlace = { readonly at: number; readonly from: number; readonly before: string; readonly version: number };

function readName(file: Buffer, { at, from, before, version }: NamePlace): { name: string; next: number } {
  if (version < 4) {
    const end = terminator(file, from);
    // One to eight zero bytes, so that the entry's length is a multiple of eight.
    return { name: file.toString("latin1", from, end), next: at + ((end - at + 8) & ~7) };
  }
  const { value: dropped, next } = readOffset(file, from);
  const end = terminator(file, next);
  if (dropped > before.length) throw damaged();
  return { name: before.slice(0, before.length - dropped) + file.toString("latin1", next, end), next: end + 1 };
}

function terminator(file: Buffer, from: number): number {
  const end = file.indexOf(0, from);
  if (end < 0) throw damaged();
  return end;
}

/** The number of bytes to drop from the name before, seven bits at a time, as pack files write offsets. */
function readOffset(file: Buffer, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = from; at < file.length; at += 1) {
    const byte = file[at]!;
    value = at === from ? byte & 0x7f : (value + 1) * 128 + (byte & 0x7f);
    if (value > 0xffff) throw damaged();
    if ((byte & 0x80) === 0) return { value, next: at + 1 };
  }
  throw damaged();
}

/** An extension whose name begins with a small letter changes what the entries mean. */
function requireExtensions(file: Buffer, from: number, end: number): void {
  for (let at = from; at < end; at += 8 + file.readUInt32BE(at + 4)) {
    if (at + 8 > end) throw damaged();
    const name = file.toString("latin1", at, at + 4);
    if (name === "link") throw new RepositoryError("its index is split, which galley leaves to git");
    if (name === "sdir") throw new RepositoryError("its index is sparse, which galley leaves to git");
    if (!/^[A-Z]/.test(name)) throw new RepositoryError("its index has an extension that galley does not know");
  }
}

/** By the mode that git keeps. */
export const KINDS: Readonly<Record<number, IndexEntry["kind"]>> = {
  0o100644: "file",
  0o100755: "program",
  0o120000: "link",
  0o160000: "submodule",
  0o40000: "folder",
};

function readEntry(file: Buffer, at: number, nameBytes: number): IndexEntry {
  const kind = KINDS[file.readUInt32BE(at + MODE_AT)];
  if (kind === undefined) throw damaged();
  const flagsAt = at + FIXED_BYTES + nameBytes;
  const objectName = file.toString("hex", at + FIXED_BYTES, flagsAt);
  const flags = file.readUInt16BE(flagsAt);
  return { kind, objectName, state: stateOf(flags, (flags & EXTENDED) === 0 ? 0 : file.readUInt16BE(flagsAt + 2)) };
}

function stateOf(flags: number, more: number): IndexEntry["state"] {
  if ((flags & STAGE) !== 0) return "conflict";
  if ((more & INTENT_TO_ADD) !== 0) return "intent-to-add";
  if ((more & SKIP_WORKTREE) !== 0) return "skip-worktree";
  return (flags & ASSUME_UNCHANGED) === 0 ? "plain" : "assume-unchanged";
}

function damaged(): RepositoryError {
  return new RepositoryError("its index cannot be read");
}
