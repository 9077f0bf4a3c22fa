// Bytes to text and back, exactly. What is not strict UTF-8 is refused, never mended.

import { versionOf, type Version } from "../base/index.ts";
import type { Decoded, Text } from "./types.ts";

// A NUL this early marks a binary file, whatever else it holds (git looks equally far).
const NUL_WINDOW = 8192;

// ignoreBOM: a BOM stays in the text as U+FEFF, so that it is written back.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

const BEYOND_ASCII = /[^\0-\x7f]/;
// Node's own; a browser has none.
const native = (globalThis as { readonly Buffer?: NodeBuffer }).Buffer;
type NodeBuffer = {
  byteLength(text: string): number;
  from(memory: ArrayBufferLike, from: number, length: number): { write(text: string, encoding: "latin1"): number };
  from(text: string, encoding: "latin1"): { toString(encoding: "latin1"): string };
};

/**
 * Text when the bytes are strict UTF-8 without an early NUL; else where they stop being text. Nothing is replaced:
 * `encode` of the text gives the same bytes. Throws only what the runtime throws for bytes too many for one string.
 */
export function decode(bytes: Uint8Array): Decoded {
  const nul = bytes.subarray(0, NUL_WINDOW).indexOf(0);
  if (nul >= 0) return { kind: "binary", because: "nul", offset: nul };
  try {
    return { kind: "text", text: strict.decode(bytes) as Text }; // Strictly decoded: encodes back to the same bytes.
  } catch (error) {
    const offset = firstBadByte(bytes);
    if (offset === null) throw error;
    return { kind: "binary", because: "not-utf8", offset };
  }
}

/**
 * With `into`, the bytes lie at its beginning when they fit, and are good until it is used again. `size` is the text's
 * byteLength where it is known: when it is the text's length all of it is ASCII, which needs no encoding.
 */
export function encode(text: Text, into?: Uint8Array, size?: number): Uint8Array {
  if (into === undefined || into.length < text.length) return encoder.encode(text);
  if (size === text.length && native !== undefined) {
    native.from(into.buffer, into.byteOffset, into.length).write(text, "latin1");
    return into.subarray(0, size);
  }
  const { read, written } = encoder.encodeInto(text, into);
  return read === text.length ? into.subarray(0, written) : encoder.encode(text);
}

// Fresh memory for every text costs several times what encoding does.
const SHARED = 262_144;
let shared: Uint8Array | null = null;

/** The version of the text's bytes. */
export function versionOfText(text: Text): Version {
  return versionOf(encode(text, text.length <= SHARED ? (shared ??= new Uint8Array(SHARED)) : undefined));
}

/**
 * The same text, kept with one byte per character if it is ASCII. A piece cut out of a text with wide signs is kept wide,
 * and so is whatever it is joined with: twice the memory, and slow to compare with what is not.
 */
export function narrow(text: string): string {
  if (native === undefined || BEYOND_ASCII.test(text)) return text;
  return native.from(text, "latin1").toString("latin1");
}

/** Whether the text, once written, would still be read as text: it has no NUL so early that it makes a binary file. */
export function isReadable(text: Text): boolean {
  const nul = text.slice(0, NUL_WINDOW).indexOf("\0");
  return nul < 0 || byteLength(text.slice(0, nul) as Text) >= NUL_WINDOW; // Cut before a NUL, never inside a pair.
}

/** Null when the string holds half of a surrogate pair: UTF-8 has no bytes for it. */
export function asText(string: string): Text | null {
  return string.isWellFormed() ? (string as Text) : null;
}

/** UTF-8 size without encoding. */
export function byteLength(text: Text): number {
  return native === undefined ? countBytes(text) : native.byteLength(text);
}

/** byteLength in plain JavaScript, for a browser. */
export function countBytes(text: Text): number {
  let bytes = text.length;
  // Most text is ASCII, and one native look at it is many times faster than the loop.
  if (!BEYOND_ASCII.test(text)) return bytes;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Each half of a pair adds one, so a pair makes four.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Where the first ill-formed sequence begins (Unicode table 3-7), or null when all is well-formed. */
function firstBadByte(bytes: Uint8Array): number | null {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!;
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0 || at + length > bytes.length) return at;
    for (let next = 1; next < length; next += 1) {
      // The byte after the lead is narrower for these four: no overlong form, no surrogate, nothing over U+10FFFF.
      const low = next > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const high = next > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      const byte = bytes[at + next]!;
      if (byte < low || byte > high) return at;
    }
    at += length;
  }
  return null;
}
