// How many of an edit's replacements are in a file that was written, found in the bytes alone: the user may have left
// some out, or edited the text. Pure.

import type { Text } from "../../text/index.ts";
import { charSpans, withPlainBreaks } from "./locate.ts";
import type { Change, EditPlan, FilePlan } from "../types.ts";

/**
 * `file` is what this one edit would have done, `content` what was written. As many as were planned where nothing was
 * changed; else those whose new text is in the content, whole, where it was not before.
 */
export function replacementsMade(
  file: FilePlan,
  edit: { readonly planned: EditPlan; readonly change: Change },
  content: Text | null,
): number {
  const planned = edit.planned.kind === "change" ? edit.planned.replacements : 0;
  if (content === file.result || content === null || file.before === null) return planned;
  const texts = { before: withPlainBreaks(file.before), after: withPlainBreaks(content) };
  return pairsOf(edit.change, planned).reduce((sum, { most, ...pair }) => sum + Math.min(most, made(pair, texts)), 0);
}

type Pair = { readonly find: string; readonly put: string };

/** Each text to find with the text that takes its place, and how often at most. */
function pairsOf(change: Change, planned: number): readonly (Pair & { readonly most: number })[] {
  switch (change.kind) {
    case "replace":
      return [{ find: withPlainBreaks(change.find), put: withPlainBreaks(change.put), most: planned }];
    case "patch":
      return change.chunks.map(({ find, put }) => ({
        find: withPlainBreaks(find),
        put: withPlainBreaks(put),
        most: 1,
      }));
    default:
      return [];
  }
}

function made({ find, put }: Pair, { before, after }: { readonly before: string; readonly after: string }): number {
  if (put === "") return Math.max(0, occurrences(before, find) - occurrences(after, find));
  const kept = find === "" ? [before] : before.split(find);
  const earlier = kept.reduce((sum, piece) => sum + occurrences(piece, put), 0);
  // New text inside old text that was left as it is is not new.
  const pieces = find === "" || put.includes(find) ? [after] : after.split(find);
  const now = pieces.reduce((sum, piece) => sum + occurrences(piece, put), 0);
  return Math.max(0, now - earlier);
}

/** Counted without overlap. */
function occurrences(text: string, wanted: string): number {
  let last = -Infinity;
  let count = 0;
  for (const { from, to } of charSpans(text, wanted)) {
    if (from < last) continue;
    count += 1;
    last = to;
  }
  return count;
}
