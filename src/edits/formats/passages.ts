// What the parts of an answer are. Every fence, marker, patch and run of diff lines is in exactly one passage, so that
// nothing that looks like an edit is left out without a word. Words between passages are words.

import type { Change, Format, Likely, Proposed, Source } from "../types.ts";
import type { Answer } from "./answer.ts";

/** Lines `from` up to, not including, `next`; 0-based. */
export type Passage = { readonly from: number; readonly next: number } &
  /** Edits, whole or broken: nothing but an edit looks like this. */
  (
    | { readonly kind: "certain"; readonly blocks: readonly Proposed[] }
    /** It looks like an edit, but its file or its shape is not certain. Only a person who sees it can have it made. */
    | { readonly kind: "likely"; readonly block: Proposed }
    | { readonly kind: "plain"; readonly why: Plain }
  );

/** Why a passage is no edit: code without a file, something to type or that was printed, or a fence around edits. */
export type Plain = "sample" | "command" | "around-edits";

/** What a likely edit is read as; `change` null: what it would change is not clear enough to show. */
export type LikelyReading = Likely & { readonly path: string | null; readonly change: Change | null };

/** A likely edit. Without a file and a change it can only be reported. */
export function likely(source: Source, { path, change, ...reading }: LikelyReading): Proposed {
  if (path === null || change === null) return { source, kind: "broken", path, error: "unsure", message: reading.why };
  return { source, kind: "edit", path, change, likely: reading };
}

export function isLikely(block: Proposed): boolean {
  return block.kind === "broken" ? block.error === "unsure" : block.likely !== undefined;
}

/** In the order of the answer, none reaching into the next: a block that never ended owns lines up to the next one. */
export function inOrder(passages: readonly Passage[]): readonly Passage[] {
  const sorted = passages.toSorted((a, b) => a.from - b.from || a.next - b.next);
  return sorted.flatMap((passage, at) => {
    const next = Math.min(passage.next, sorted[at + 1]?.from ?? Infinity);
    return next > passage.from || passage.kind !== "plain" ? [{ ...passage, next }] : [];
  });
}

export function blocksOf(passages: readonly Passage[]): readonly Proposed[] {
  return passages.flatMap((passage) => {
    if (passage.kind === "plain") return [];
    return passage.kind === "certain" ? passage.blocks : [passage.block];
  });
}

/** The passage of one or more blocks, which begins where the first of them does. */
export function passageOf(answer: Answer, blocks: readonly Proposed[], from: number, next: number): Passage {
  const first = blocks.reduce((least, { source }) => Math.min(least, answer.lineAt(source.from)), from);
  const [only] = blocks;
  if (blocks.length === 1 && isLikely(only!)) return { kind: "likely", block: only!, from: first, next };
  return { kind: "certain", blocks, from: first, next };
}

export function formatOf({ source }: Proposed): Format {
  return source.format as Format; // Only a tool call has another, and none is read from an answer.
}
