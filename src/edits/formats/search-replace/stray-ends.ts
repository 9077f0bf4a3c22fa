// An end marker without a start, seen from the edit before it: either the end of a block whose start is damaged, or a
// line of the block before, which then ends here and not where it seemed to. Never leaves such a block to be applied.

import { readMarker } from "../blocks/markers.ts";
import type { Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import type { Passage } from "../passages.ts";
import { answerLines, malformed } from "../scan.ts";
import { startOfEnd } from "./body.ts";

/** `passages` in the order of the answer. What a stray end belongs to takes it in. */
export function joinStrayEnds(answer: Answer, passages: readonly Passage[]): readonly Passage[] {
  const joined: Passage[] = [];
  for (const passage of passages) {
    const stray = strayIn(answer, passage);
    const at = stray === null ? -1 : joined.findLastIndex(({ kind }) => kind !== "plain");
    const owner = stray === null || at < 0 ? null : ownerOf(answer, joined[at]!, stray);
    if (owner === null) joined.push(passage);
    else joined.splice(at, joined.length - at, { ...owner, next: passage.next });
  }
  return joined;
}

type Stray = { readonly block: Proposed; readonly line: number };

function strayIn(answer: Answer, passage: Passage): Stray | null {
  if (passage.kind !== "certain") return null;
  const [block] = passage.blocks;
  if (block?.kind !== "broken" || block.path !== null) return null;
  const line = answer.lineAt(block.source.from);
  const words = answer.line(line);
  const isEnd = readMarker(words)?.kind === "end" || startOfEnd(words) !== null;
  return isEnd ? { block, line } : null;
}

/** The passage before, with the stray end as a part of it; null when the end is none of its. */
function ownerOf(answer: Answer, before: Passage, { block, line }: Stray): Passage | null {
  const { format } = block.source;
  if (before.kind === "likely") return before.block.source.format === format ? before : null;
  const last = before.kind === "certain" ? before.blocks.at(-1) : undefined;
  if (before.kind !== "certain" || last?.kind !== "edit" || last.source.format !== format) return null;
  const end = answer.lineAt(last.source.to - 1);
  if (readMarker(answer.line(end))?.length !== readMarker(answer.line(line))?.length) return null;
  const source = { ...last.source, to: block.source.to };
  const why = `The block has two lines that could be its end (${answerLines([end, line])}), so it is not clear how far its new text goes. Send it again; if such a line is part of the file, use longer markers.`;
  return { ...before, blocks: before.blocks.with(-1, malformed(source, last.path, why)) };
}
