// Bytes to text and back, exactly. What is not strict UTF-8 is refused, never mended.

import type { Decoded, Text } from "./types.ts";

// A NUL this early marks a binary file, whatever else it holds (git looks equally far).
const NUL_WINDOW = 8192;

// ignoreBOM: a BOM stays in the text as U+FEFF, so that it is written back.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function decode(bytes: Uint8Array): Decoded {
  const nul = bytes.subarray(0, NUL_WINDOW).indexOf(0);
  if (nul >= 0) return { kind: "binary", because: "nul", offset: nul };
  try {
    return { kind: "text", text: strict.decode(bytes) as Text }; // Strictly decoded: encodes back to the same bytes.
  } catch {
    return { kind: "binary", because: "not-utf8", offset: firstBadByte(bytes) };
  }
}

export function encode(text: Text): Uint8Array {
  return encoder.encode(text);
}

/** Null when the string holds half of a surrogate pair: UTF-8 has no bytes for it. */
export function asText(string: string): Text | null {
  return string.isWellFormed() ? (string as Text) : null;
}

/** UTF-8 size without encoding. */
export function byteLength(text: Text): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Each half of a pair adds one, so a pair makes four.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

function firstBadByte(bytes: Uint8Array): number {
  // The longest prefix that decodes as a stream ends before the bad byte: halve towards it.
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = (good + bad) >> 1;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle + 1), { stream: true });
      good = middle + 1;
    } catch {
      bad = middle;
    }
  }
  return good;
}
