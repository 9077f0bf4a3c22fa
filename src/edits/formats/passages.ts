// What the parts of an answer are. Every fence, marker, patch and run of diff lines is in exactly one passage, so that
// nothing that looks like an edit is left out without a word. Words between passages are words.

import type { Format, Proposed, Source } from "../types.ts";
import type { Answer } from "./answer.ts";

/** Lines `from` up to, not including, `next`; 0-based. */
export type Passage = { readonly from: number; readonly next: number } &
  /** Edits, whole or broken: nothing but an edit looks like this. */
  (
    | { readonly kind: "certain"; readonly blocks: readonly Proposed[] }
    /** It looks like an edit, but its file or its shape is not certain. It is reported, and never made. */
    | { readonly kind: "likely"; readonly block: Proposed }
    | { readonly kind: "plain"; readonly why: Plain }
  );

/** Why a passage is no edit: code without a file, something to type or that was printed, or a fence around edits. */
export type Plain = "sample" | "command" | "around-edits";

/** A likely edit. With a path and a text, whether the file has that text decides in the end: then it is a quotation. */
export function likely(
  source: Source,
  about: { readonly path: string | null; readonly text: string | null; readonly why: string },
): Proposed {
  const { path, text, why } = about;
  if (path === null || text === null) return { source, kind: "broken", path, error: "unsure", message: why };
  return { source, kind: "edit", path, change: { kind: "overwrite", content: text, doubt: { kind: "likely", why } } };
}

export function isLikely(block: Proposed): boolean {
  if (block.kind === "broken") return block.error === "unsure";
  return block.change.kind === "overwrite" && block.change.doubt?.kind === "likely";
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

/** A passage of edits, which begins where the first of them does. */
export function certain(answer: Answer, blocks: readonly Proposed[], from: number, next: number): Passage {
  const first = Math.min(from, ...blocks.map(({ source }) => answer.lineAt(source.from)));
  return { kind: "certain", blocks, from: first, next };
}

export function formatOf({ source }: Proposed): Format {
  return source.format as Format; // Only a tool call has another, and none is read from an answer.
}
