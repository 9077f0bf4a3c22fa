// A SEARCH/REPLACE block that begins inside of one that has not ended may be a part of its text: then the divider of the
// outer one comes after it. Never leaves such a block certain.

import type { Answer } from "../answer.ts";
import { isLikely, type Passage } from "../passages.ts";
import { quote } from "../scan.ts";
import { isDivider } from "./body.ts";

/** `passages` in the order of the answer. */
export function doubtInnerBlocks(answer: Answer, passages: readonly Passage[]): readonly Passage[] {
  return passages.map((passage, at) => {
    const outer = passages[at - 1];
    if (passage.kind !== "certain" || outer?.kind !== "certain" || passage.from > outer.next) return passage;
    const [open, inner] = [outer.blocks.at(-1), passage.blocks[0]];
    if (open?.kind !== "broken" || open.source.format !== "search-replace") return passage;
    if (inner?.kind !== "edit" || inner.source.format !== "search-replace" || isLikely(inner)) return passage;
    const divider = dividerAfter(answer, passage.next, passages[at + 1]?.from ?? answer.length);
    if (divider === null) return passage;
    const words = quote(answer.line(divider).trim());
    const reading = `it begins inside of a block that has not ended, and ${words} follows it`;
    const why = `It begins inside of the block on line ${answer.lineAt(open.source.from) + 1} of the answer, which has not ended, and ${words} follows it (line ${divider + 1}), so it may be a part of that block's text. Send both again; in a block that has such lines in its text, use more or fewer signs in its own markers.`;
    const likely = { reading, line: divider + 1, why };
    const { from, next } = passage;
    return passage.blocks.length === 1
      ? { kind: "likely", block: { ...inner, likely }, from, next }
      : { ...passage, blocks: passage.blocks.with(0, { ...inner, likely }) };
  });
}

const MOST_LINES = 200;

function dividerAfter(answer: Answer, from: number, to: number): number | null {
  for (let at = from; at < Math.min(to, from + MOST_LINES); at += 1)
    if (answer.first(at) === 0x3d && isDivider(answer.line(at))) return at; // =
  return null;
}
