// The lines of a diff that has no header: hunks with or without numbers, under a file that something else names.
// Never reads a part of them: lines that are no diff leave no change at all.

import type { Change, Chunk } from "../../types.ts";
import { Answer } from "../answer.ts";
import { readHunk } from "./hunk.ts";

/** The change these lines make, when all of them are lines of hunks; else null. */
export function patchOf(text: string): Change | null {
  const answer = new Answer(text);
  const chunks: Chunk[] = [];
  let at = 0;
  for (;;) {
    while (at < answer.length && answer.line(at).trim() === "") at += 1;
    if (at >= answer.length) break;
    const hunk = readHunk(answer, at, { fence: null, crlf: answer.isCrlf(0) });
    if (hunk.kind !== "chunk" || hunk.next <= at) return null;
    chunks.push(hunk.chunk);
    at = hunk.next;
  }
  return chunks.length === 0 ? null : { kind: "patch", chunks, to: null };
}
