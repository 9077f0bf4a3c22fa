// How the characters of a line are styled: what changed inside it, and what its spelling says. Computed when the line
// is drawn, kept while it is near the screen.

import type { Span } from "../../text/index.ts";
import { inlineMarks } from "./inline.ts";
import { languageOf } from "./languages.ts";
import { lineOf, matchingLinesOf, type MatchingLines } from "./matching-lines.ts";
import type { Outline } from "./outline.ts";
import { isRun, type Run } from "./parts.ts";
import { syntaxOf, type Coloured } from "./syntax.ts";

export type LineStyle = {
  /** In order, apart; offsets in the line. */
  readonly changed: readonly Span[];
  readonly syntax: readonly Coloured[];
};

const KEPT_STYLES = 256;

/** `path` chooses the language. */
export function createStyles(outline: Outline, path: string): (part: Run, index: number) => LineStyle {
  const language = languageOf(path);
  const kept = new Map<string, LineStyle>();
  const partners = new Map<number, MatchingLines | null>();
  let runs: ReadonlyMap<number, HunkRuns> | null = null;

  function partnersIn(hunk: number): MatchingLines | null {
    runs ??= runsByHunk(outline);
    if (!partners.has(hunk)) {
      const { removed, added } = runs.get(hunk) ?? {};
      partners.set(hunk, removed && added ? matchingLinesOf(removed, added, outline) : null);
    }
    return partners.get(hunk)!; // Set above.
  }

  function changedIn(part: Run, index: number): readonly Span[] {
    const found = part.hunk === null ? null : partnersIn(part.hunk);
    if (found === null) return [];
    if (part.kind === "removed") {
      const partner = found.ofOld(part.old + index);
      return partner === null
        ? []
        : inlineMarks(lineOf(outline.old, part.old + index), lineOf(outline.new, partner)).old;
    }
    const partner = found.ofNew(part.new + index);
    return partner === null ? [] : inlineMarks(lineOf(outline.old, partner), lineOf(outline.new, part.new + index)).new;
  }

  return (part, index) => {
    const line = (part.kind === "removed" ? part.old : part.new) + index;
    const key = `${part.kind} ${line}`;
    let style = kept.get(key);
    if (style === undefined) {
      // A changed line of a diff is one colour, so that it stands out; what is new as a whole has those of its words.
      const isOneColour = part.kind === "removed" || (part.kind === "added" && outline.isDiff);
      style = {
        changed: outline.isDiff ? changedIn(part, index) : [],
        syntax: isOneColour || language === null ? [] : syntaxOf(lineOf(outline.new, line), language),
      };
      if (kept.size >= KEPT_STYLES) kept.clear();
      kept.set(key, style);
    }
    return style;
  };
}

type HunkRuns = { readonly removed?: Run; readonly added?: Run };

function runsByHunk({ parts }: Outline): ReadonlyMap<number, HunkRuns> {
  const runs = new Map<number, HunkRuns>();
  for (const part of parts) {
    if (isRun(part) && part.hunk !== null) runs.set(part.hunk, { ...runs.get(part.hunk), [part.kind]: part });
  }
  return runs;
}
