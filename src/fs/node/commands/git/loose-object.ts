// One object of git in a file of its own: `type size`, a zero byte and the content, deflated, under the hash of all that.
// Copied by inflating and deflating it again, so that what is written contains what its name says and nothing more.
// Streams: an object may be large, and a small file may inflate to a large one.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDeflate, createInflate } from "node:zlib";

export type ObjectFormat = "sha1" | "sha256";

/** `size`: inflated. */
export type CopiedObject =
  | { readonly kind: "copied"; readonly size: number }
  | { readonly kind: "damaged" }
  | { readonly kind: "too large" };

/** `from` is a regular file. What is at `to` afterwards is of use only when it was copied. */
export async function copyLoose(
  from: string,
  to: string,
  { id, format, maxBytes }: { readonly id: string; readonly format: ObjectFormat; readonly maxBytes: number },
): Promise<CopiedObject> {
  const check = new ObjectCheck(format, maxBytes);
  const fd = fs.openSync(from, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
  const source = fs.createReadStream("", { fd });
  const target = fs.createWriteStream(to, { flags: "wx", mode: 0o444 });
  // Git says so too when something follows the stream; what follows is not copied.
  await pipeline(source, createInflate(), check, createDeflate({ level: 1 }), target).catch((error: unknown) => {
    if (!isAboutContent(error)) throw error;
  });
  if (check.isTooLarge) return { kind: "too large" };
  return target.writableFinished && check.id() === id ? { kind: "copied", size: check.size } : { kind: "damaged" };
}

const HEADER = /^(?:blob|tree|commit|tag) (0|[1-9]\d{0,15})\0/;
const MAX_HEADER = 32;

class ObjectCheck extends Transform {
  size = 0;
  isTooLarge = false;
  readonly #hash;
  readonly #maxBytes: number;
  #head = Buffer.alloc(0);

  constructor(format: ObjectFormat, maxBytes: number) {
    super();
    this.#hash = createHash(format);
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    this.isTooLarge = this.size > this.#maxBytes;
    if (this.isTooLarge) return done(new ContentError());
    if (this.#head.length < MAX_HEADER)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, MAX_HEADER - this.#head.length)]);
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Null when it does not begin as an object does, or has another size than it says. Once, at the end. */
  id(): string | null {
    const [header = "", size] = HEADER.exec(this.#head.toString("latin1")) ?? [];
    return size !== undefined && Number(size) === this.size - header.length ? this.#hash.digest("hex") : null;
  }
}

class ContentError extends Error {}

function isAboutContent(error: unknown): boolean {
  return (
    error instanceof ContentError || (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
  );
}
