// The nouns of text. Lines end at "\n" only; a "\r" before it belongs to the line's ending.

import type { RealPath, Version, WorkspacePath } from "../base/index.ts";

declare const text: unique symbol;

/** Well-formed text: encoding it as UTF-8 gives exactly the bytes it came from. A BOM is its first character. */
export type Text = string & { readonly [text]: true };

/** Offsets in UTF-16 units, half open. */
export type Span = { readonly from: number; readonly to: number };

/** Line indexes, 0-based and half open. `from === to` is the place before line `from`. */
export type LineRange = { readonly from: number; readonly to: number };

/** One run of lines that differs. Runs are in order and at least one equal line apart. */
export type LineChange = { readonly old: LineRange; readonly new: LineRange };

/** A file as it was at one moment. */
export type Snapshot = {
  readonly path: WorkspacePath;
  /** Where it was read. */
  readonly real: RealPath;
  readonly version: Version;
  readonly text: Text;
  /** Permission bits, or null where the backend has none. */
  readonly mode: number | null;
  /** How many names the file has on disk (hard links); 1 where the backend has no such thing. */
  readonly links: number;
};

/** Bytes as text, or why they are not text. */
export type Decoded =
  | { readonly kind: "text"; readonly text: Text }
  /** `offset` is where text ends: the NUL, or the first byte of the first sequence that is not UTF-8. */
  | { readonly kind: "binary"; readonly because: "nul" | "not-utf8"; readonly offset: number };
