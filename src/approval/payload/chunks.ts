// Large content in chunks: how a text is cut, how a chunk is named, and how a reviewer puts the whole together again.
// A chunk never ends inside a character; all chunks in order are the content, byte for byte.

import { LIMITS, failure, versionOf } from "../../base/index.ts";
import { asText, encode, splitLines, type Text } from "../../text/index.ts";
import type { WriteLargePayload, WritePayload } from "../schema.ts";

/** Content over this many bytes stays out of the payload. */
export const LARGE_BYTES: number = LIMITS.largeWriteBytes.value;

/** Bytes per chunk: some hundred for the largest file a sandbox takes, each small enough to show at once. */
export const CHUNK_BYTES = 65_536;

export const PREVIEW_LINES = 50;

export type Chunks = {
  readonly total: number;
  /** INVALID_ARG for a number that names no chunk. */
  readonly at: (n: number) => string;
};

/** Cuts at every multiple of `size` bytes, moved back to where a character begins: no chunk depends on another. */
export function chunksOf(content: Text, size = CHUNK_BYTES): Chunks {
  const bytes = encode(content);
  const total = Math.ceil(bytes.length / size);
  return {
    total,
    at: (n) => {
      if (!Number.isInteger(n) || n < 0 || n >= total)
        throw failure("INVALID_ARG", `There is no chunk ${n}: they are numbered from 0 to ${total - 1}.`);
      const part = bytes.subarray(startOf(bytes, n * size), startOf(bytes, Math.min((n + 1) * size, bytes.length)));
      return decoder.decode(part);
    },
  };
}

// A BOM is a character like any other, also at the start of a chunk.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function startOf(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start -= 1;
  return start;
}

/** The first lines of a large content, and never more than a chunk of them: one line may be all there is. */
export function chunkPreview(content: Text): string {
  // A UTF-16 unit makes at least one byte, so this much text holds the first chunk.
  const head = content.slice(0, CHUNK_BYTES);
  const whole = chunksOf((head.isWellFormed() ? head : head.slice(0, -1)) as Text).at(0); // Only its last unit can be half a pair.
  return splitLines(whole as Text)
    .slice(0, PREVIEW_LINES)
    .join("");
}

/** The `fetch_url` of a change: alone in its question, or the item-th of a batch. `{n}` stays to be filled in. */
export function chunkTemplate(approvalId: string, item: number | null): string {
  return item === null ? `galley:chunk/${approvalId}/{n}` : `galley:chunk/${approvalId}/${item}/{n}`;
}

export function chunkUrl(payload: Pick<WriteLargePayload, "fetch_url">, n: number): string {
  return payload.fetch_url.replace(/\{n\}$/, () => String(n));
}

/**
 * The whole content of a large write, fetched in order. Throws STALE when what came together is not what the question
 * is about, and INVALID_ARG when this reviewer was given nothing to fetch with.
 */
export async function fetchContent(
  payload: WriteLargePayload,
  fetch: ((url: string) => Promise<string>) | undefined,
): Promise<string> {
  if (fetch === undefined)
    throw failure(
      "INVALID_ARG",
      `${payload.path} is too large to be in the question, and there is no way to fetch it.`,
    );
  const parts: string[] = [];
  for (let n = 0; n < payload.total_chunks; n += 1) parts.push(await fetch(chunkUrl(payload, n)));
  const content = asText(parts.join(""));
  if (content === null || versionOf(encode(content)) !== payload.after)
    throw failure("STALE", `What was fetched for ${payload.path} is not what would be written. Ask again.`);
  return content;
}

/** The same question with its content in it, for a reviewer that has fetched it. */
export function asWrite(payload: WriteLargePayload, content: string): WritePayload {
  return {
    type: "write",
    description: payload.description,
    path: payload.path,
    sandbox: payload.sandbox,
    approval_id: payload.approval_id,
    digest: payload.digest,
    risks: payload.risks,
    hunks: payload.hunks,
    original_content: payload.original_content,
    suggested_content: content,
    after: payload.after,
    content,
    content_lines: payload.content_lines,
    content_bytes: payload.content_bytes,
    preview: payload.content_preview,
    preview_truncated: true,
    file_exists: payload.file_exists,
    existing_lines: payload.existing_lines,
    existing_bytes: payload.existing_bytes,
  };
}
