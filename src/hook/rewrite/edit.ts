// The replacement that makes a host's editing tool produce exactly these bytes. It begins with the smallest span and takes
// in more lines around it until the text occurs once.

import { lineAt, lineStarts, type Text } from "../../text/index.ts";
import { onlyEnding } from "../predict/edit.ts";
import type { Replacement } from "../types.ts";

const BOM = "\uFEFF";

/**
 * Replacements to try, the smallest first; the last one is the whole file. Line breaks are "\n", which every host's tool
 * takes for the file's own. Empty where no single replacement could do it.
 */
export function* replacementsFor(before: Text, after: Text): Generator<Replacement> {
  if (before.startsWith(BOM) !== after.startsWith(BOM)) return;
  const [old, fresh] = [plain(before), plain(after)];
  if (old === "" || old === fresh) return;
  const { from, oldTo, freshTo } = changedSpan(old, fresh);
  const oldStarts = lineStarts(old);
  const first = lineAt(oldStarts, from);
  const last = lineAt(oldStarts, Math.max(from, oldTo - 1));
  const lines = oldStarts.length - 1;
  for (let context = 0; ; context = context === 0 ? 1 : context * 2) {
    const start = oldStarts[Math.max(0, first - context)]!;
    const end = oldStarts[Math.min(lines, last + 1 + context)]!;
    // What is taken in after the change is the same in both.
    yield { find: old.slice(start, end), put: fresh.slice(start, freshTo + (end - oldTo)), all: false };
    if (start === 0 && end === old.length) return;
  }
}

function plain(text: Text): string {
  const body = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  return onlyEnding(body) === "\r\n" ? body.replaceAll("\r\n", "\n") : body;
}

/** The part in the middle that differs. */
function changedSpan(
  old: string,
  fresh: string,
): { readonly from: number; readonly oldTo: number; readonly freshTo: number } {
  const shorter = Math.min(old.length, fresh.length);
  let from = 0;
  while (from < shorter && old[from] === fresh[from]) from += 1;
  let common = 0;
  while (common < shorter - from && old[old.length - 1 - common] === fresh[fresh.length - 1 - common]) common += 1;
  return { from, oldTo: old.length - common, freshTo: fresh.length - common };
}
