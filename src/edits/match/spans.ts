// Characters replaced inside lines, as changes of whole lines: what a draft is made of.
// Slices by offset only; the new text is never a pattern and is never searched again.

import { diffLines, lineAt, lineStarts, splitLines, type Span, type Text } from "../../text/index.ts";
import type { LineEdit } from "../plan/draft/draft.ts";
import { withBreaks } from "./endings.ts";

/**
 * The changes that put `put` in place of every span. Spans are offsets in the joined lines, ascending and apart. Line breaks in `put` become those of the lines replaced. Lines that end up as they were are in no change.
 */
export function replaceSpans(lines: readonly string[], spans: readonly Span[], put: string): readonly LineEdit[] {
  if (lines.length === 0) return spans.length === 0 || put === "" ? [] : [{ from: 0, to: 0, lines: splitLines(put) }];
  const text = lines.join("");
  const starts = lineStarts(text);
  const edits: LineEdit[] = [];
  for (let at = 0; at < spans.length;) {
    const first = lineAt(starts, spans[at]!.from);
    let last = first;
    let kept = starts[first]!;
    let fresh = "";
    // All spans that begin in the lines of this change; each may draw in more lines.
    for (; at < spans.length && spans[at]!.from < starts[last + 1]!; at += 1) {
      const { from, to } = spans[at]!;
      const replaced = { from: lineAt(starts, from), to: lineAt(starts, to - 1) + 1 };
      fresh += text.slice(kept, from) + withBreaks(lines, replaced, put);
      kept = to;
      // The line after a replaced break may be joined to the one before it, so it belongs to the change.
      last = lineAt(starts, to);
    }
    fresh += text.slice(kept, starts[last + 1]);
    for (const edit of changedLines(text.slice(starts[first], starts[last + 1]), fresh, first)) edits.push(edit);
  }
  return edits;
}

function changedLines(before: string, after: string, firstLine: number): LineEdit[] {
  const fresh = splitLines(after);
  // Compared only; what is written is checked by the planner.
  return diffLines(before as Text, after as Text).map((change) => ({
    from: firstLine + change.old.from,
    to: firstLine + change.old.to,
    lines: fresh.slice(change.new.from, change.new.to),
  }));
}
