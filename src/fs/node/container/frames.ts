// How the two ends of a pipe into a container know where a message ends: two lengths, a header in JSON, a body in raw
// bytes. Names, patterns and contents are data between lengths; nothing of them is ever read as a command.
//
//   frame = headerLength:u32be bodyLength:u32be header:JSON body:bytes

import { Bug } from "../../../base/index.ts";

export type Frame = { readonly header: unknown; readonly body: Uint8Array };

const PREFIX = 8;
const MAX_HEADER = 256 * 1024 * 1024;

/** The pieces of a frame, in order; the body is not copied. */
export function frameOf(header: unknown, body: Uint8Array = EMPTY): readonly Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header), "utf8");
  if (text.length > MAX_HEADER) throw new Bug("a message for a container is larger than any frame");
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(text.length, 0);
  prefix.writeUInt32BE(body.length, 4);
  return body.length === 0 ? [prefix, text] : [prefix, text, body];
}

const EMPTY = new Uint8Array(0);

/** Puts frames together from chunks cut anywhere. The other end may be hostile: nothing beyond `maxBytes` is kept. */
export class FrameReader {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #needed = PREFIX;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Throws a plain Error when the other end does not speak this protocol. Nothing may be pushed after that. */
  push(chunk: Uint8Array): readonly Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      const left = bytes.length - at;
      this.#needed = left < PREFIX ? PREFIX : this.#lengthAt(bytes, at);
      if (left < this.#needed) break;
      frames.push(frameAt(bytes, at));
      at += this.#needed;
    }
    const rest = bytes.subarray(at);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    return frames;
  }

  #lengthAt(bytes: Uint8Array, at: number): number {
    const view = viewOf(bytes);
    const length = PREFIX + view.getUint32(at) + view.getUint32(at + 4);
    if (length > this.#maxBytes) throw new Error(`a frame of ${length} bytes is beyond the limit`);
    return length;
  }
}

function frameAt(bytes: Uint8Array, at: number): Frame {
  const view = viewOf(bytes);
  const middle = at + PREFIX + view.getUint32(at);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + at + PREFIX, middle - at - PREFIX).toString("utf8");
  // A copy in memory of its own, which may be handed to another thread. A Buffer's slice() would share.
  const body = new Uint8Array(view.getUint32(at + 4));
  body.set(bytes.subarray(middle, middle + body.length));
  return { header: JSON.parse(text) as unknown, body };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
