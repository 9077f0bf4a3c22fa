// Where a closing tag comes next in an answer, found once for each stretch of text: an answer of nothing but opening tags
// costs no more than its length.

import type { ScanContext } from "../scan.ts";

type Seen = { readonly from: number; readonly found: number };

const INDEXES = new WeakMap<object, Map<string, Seen>>();
/** Each new tag searches the answer once more. */
const MOST_TAGS = 50;

/** The place of the next `tag` at or after `from`; null when there is none. `from` never goes back. */
export function nextTag({ answer }: ScanContext, tag: string, from: number): number | null {
  const index = INDEXES.get(answer) ?? new Map<string, Seen>();
  INDEXES.set(answer, index);
  const seen = index.get(tag);
  if (seen === undefined && index.size >= MOST_TAGS) return null;
  if (seen !== undefined && seen.from <= from && (seen.found < 0 || seen.found >= from))
    return seen.found < 0 ? null : seen.found;
  const found = answer.text.indexOf(tag, from);
  index.set(tag, { from, found });
  return found < 0 ? null : found;
}
