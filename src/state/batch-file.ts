// The form of one batch on disk: a first line, a header in JSON, then the bytes before and after, one after another.
// A file is whole exactly when its first line's checksum fits the header and its length is what the header adds up to;
// each run of bytes is named in the header by its version, so the checksum covers them too.
//
//   file   = "galley-batch 1 " digits " " 64hex LF header LF bytes
//   digits = length of the header in bytes;  64hex = SHA-256 of the header
//
// Nothing here touches a disk.

import { versionOf, type Version } from "../base/index.ts";

/** Where a root lives, as its backend described it. Kept here, never shown. */
export type StoredAddress = Readonly<Record<string, string>>;

/** Bytes inside a batch: `offset` counts from the end of the header. */
export type Blob = { readonly version: Version; readonly offset: number; readonly length: number };

/** One path whose bytes the batch changes. A move is two of them with the same `change`. */
export type BatchFile = {
  readonly change: number;
  /** As the person saw it. */
  readonly path: string;
  /** Index into `roots`. */
  readonly root: number;
  /** The path below that root. */
  readonly at: string;
  /** null = absent. */
  readonly before: Blob | null;
  readonly after: Blob | null;
  /** null = what a new file gets, or no file. */
  readonly mode: { readonly before: number | null; readonly after: number | null };
  /** Names, beside the file, that the new bytes (and the old ones, when put back) may have for a moment. */
  readonly temps: readonly string[];
};

/** A call of another program that writes the files itself: by which surface it came, and its name there. */
export type DelegatedCall = { readonly door: string; readonly call_key: string };

export type BatchHeader = {
  readonly id: string;
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly decided_by: string;
  readonly atomic: boolean;
  /** The receipt that this batch takes back, or null. */
  readonly undoes: string | null;
  /** Missing where galley writes the files itself. */
  readonly delegated_to?: DelegatedCall;
  readonly roots: readonly StoredAddress[];
  readonly files: readonly BatchFile[];
  /** Directories that are ours to remove when they are empty, outermost first. */
  readonly directories: readonly { readonly root: number; readonly at: string }[];
};

export type ParsedHeader =
  | { readonly kind: "header"; readonly header: BatchHeader; readonly bytesFrom: number }
  | { readonly kind: "damaged"; readonly why: string };

/** The first line is never longer than this. */
const FIRST_LINE_MAX = 128;

const FIRST_LINE = /^galley-batch 1 (\d{1,15}) ([0-9a-f]{64})\n/;

/** Everything up to where the bytes begin. */
export function encodeHeader(header: BatchHeader): Uint8Array {
  const encoder = new TextEncoder();
  const json = encoder.encode(JSON.stringify(header));
  const first = encoder.encode(`galley-batch 1 ${json.length} ${versionOf(json)}\n`);
  const whole = new Uint8Array(first.length + json.length + 1);
  whole.set(first);
  whole.set(json, first.length);
  whole[whole.length - 1] = 0x0a;
  return whole;
}

/** `read(position, length)` gives what is there, which may be less. */
export function parseHeader(read: (position: number, length: number) => Uint8Array, size: number): ParsedHeader {
  const first = FIRST_LINE.exec(new TextDecoder("latin1").decode(read(0, FIRST_LINE_MAX)));
  if (first === null) return { kind: "damaged", why: "it does not begin like a batch" };
  const length = Number(first[1]);
  const headerFrom = first[0].length;
  if (headerFrom + length + 1 > size) return { kind: "damaged", why: "its end is missing" };
  const json = read(headerFrom, length);
  if (versionOf(json) !== first[2]) return { kind: "damaged", why: "its header was changed" };
  const header = JSON.parse(new TextDecoder().decode(json)) as BatchHeader; // The checksum says we wrote these bytes.
  const bytesFrom = headerFrom + length + 1;
  const blobs = header.files.flatMap((file) => [file.before, file.after]).filter((blob) => blob !== null);
  const end = blobs.reduce((most, blob) => Math.max(most, blob.offset + blob.length), 0);
  return bytesFrom + end === size
    ? { kind: "header", header, bytesFrom }
    : { kind: "damaged", why: "its length is wrong" };
}
