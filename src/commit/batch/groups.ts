// How much of a batch is staged at once. Files are flushed together, because a disk does that faster than one after
// another, but only so many bytes are in memory for it. Two groups are under way at a time.

const MAX_AT_ONCE = 64;
const BYTES_AT_ONCE = 4_000_000;

/** In their order. One that alone is more than may be in memory has a group for itself. */
export function groupsOf<T>(all: readonly T[], bytesOf: (each: T) => number): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let bytes = Infinity;
  for (const each of all) {
    const size = bytesOf(each);
    if (bytes + size > BYTES_AT_ONCE || groups.at(-1)!.length === MAX_AT_ONCE) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(each);
    bytes += size;
  }
  return groups;
}

const SCRATCH = 1_000_000;

/** Bytes on their way into temp files, used again by each group: fresh memory for each file costs more than writing. */
export class Scratch {
  readonly #size: number;
  #bytes: Uint8Array | null = null;
  #used = 0;

  /** For a batch that writes so many bytes in all. */
  constructor(bytes: number) {
    this.#size = Math.min(bytes, SCRATCH);
  }

  /** Nothing that was handed out is in use any more. */
  clear(): void {
    this.#used = 0;
  }

  /** A part that is not used elsewhere until `clear`; undefined when there is not enough left. */
  room(length: number): Uint8Array | undefined {
    const from = this.#used;
    if (from + length > this.#size) return undefined;
    this.#used += length;
    return (this.#bytes ??= new Uint8Array(this.#size)).subarray(from, from + length);
  }
}
