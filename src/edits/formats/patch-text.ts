// A text that is one patch and nothing else, as agents pass it to a tool. Never skips what is around the patch: it is
// returned with it.

import type { Proposed } from "../types.ts";
import { Answer } from "./answer.ts";
import { readApplyPatch } from "./apply-patch.ts";

export type PatchText = {
  /** One per file section, in order; broken ones are among them. */
  readonly blocks: readonly Proposed[];
  /** The text after the patch, trimmed. */
  readonly rest: string;
};

/** Null when the first line does not begin a patch. */
export function readPatchText(text: string): PatchText | null {
  const answer = new Answer(text);
  const context = {
    answer,
    known: null,
    floor: 0,
    fence: null,
    fenceLine: 0,
    shell: null,
    lastPath: null,
    lastLikely: null,
    quoteEnd: null,
    notes: [],
    jsonEnd: 0,
  };
  const region = readApplyPatch(context, 0);
  return region === null ? null : { blocks: region.blocks, rest: answer.text.slice(answer.from(region.next)).trim() };
}
