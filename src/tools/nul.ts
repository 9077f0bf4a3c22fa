// A NUL in a text that a tool is to write: it would make the file one that no tool edits any more.

import { failure } from "../base/index.ts";

/** BINARY. `name` is the tool's own name for the text. */
export function requireNoNul(name: string, text: string): void {
  const offset = text.indexOf("\0");
  if (offset < 0) return;
  throw failure(
    "BINARY",
    `${name} contains a NUL character (at offset ${offset}). Only text can be written; send it without.`,
    {
      data: { offset },
    },
  );
}
