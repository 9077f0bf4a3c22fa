// A text on its way into the page's editor and back. The editor knows lines, not their endings: it is given "\n" alone
// and no BOM, and what comes back gets the file's own form again, as from any other editor (text/edited.ts).

import type { Edited } from "../../../../review/index.ts";
import { asText, hasChanges, keepForm, normalizeLineEndings, type Text } from "../../../../text/index.ts";

const BOM = "\uFEFF";

/** What the editor shows. A "\r" that ends no line is a character of its line and stays. */
export function forEditor(content: Text): string {
  return normalizeLineEndings(content.startsWith(BOM) ? content.slice(1) : content);
}

/** What the person made of `content`. `original` is the file on disk: it gives endings where `content` has none. */
export function fromEditor(content: Text, typed: string, original: Text | null): Edited {
  const text = asText(typed);
  if (text === null)
    return { kind: "failed", message: "Your text contains a lone surrogate, which UTF-8 cannot encode." };
  if (text.includes("\0") && !content.includes("\0"))
    return {
      kind: "failed",
      message: "Your text contains a NUL character. Only text can be written; it was not used.",
    };
  if (!hasChanges(content, text)) return { kind: "unchanged" };
  return { kind: "changed", content: keepForm(content, text, { otherwise: original }).text };
}
