// Which removed line an added one replaces. Only for marks inside lines: a wrong guess marks more than it had to.

import { withoutEnding } from "../../text/index.ts";
import { similarity } from "./inline.ts";
import type { Side } from "./outline.ts";
import type { Run } from "./parts.ts";

// Comparing every line with every other is only worth it in small changes.
const MAX_COMPARED = 400;
const ALIKE = 0.4;

/** The line of the other text that corresponds to this one, or null. Lines are 0-based. */
export type MatchingLines = { ofOld(line: number): number | null; ofNew(line: number): number | null };

/** As many removed as added are partners in order; else those that are alike, in order. */
export function matchingLinesOf(
  removed: Run,
  added: Run,
  sides: { readonly old: Side; readonly new: Side },
): MatchingLines {
  if (removed.count === added.count) {
    const shift = added.new - removed.old;
    return { ofOld: (line) => line + shift, ofNew: (line) => line - shift };
  }
  const toNew = new Map<number, number>();
  const toOld = new Map<number, number>();
  if (removed.count * added.count <= MAX_COMPARED) {
    let next = added.new;
    for (let old = removed.old; old < removed.old + removed.count; old += 1) {
      for (let fresh = next; fresh < added.new + added.count; fresh += 1) {
        if (similarity(lineOf(sides.old, old), lineOf(sides.new, fresh)) < ALIKE) continue;
        toNew.set(old, fresh);
        toOld.set(fresh, old);
        next = fresh + 1;
        break;
      }
    }
  }
  return { ofOld: (line) => toNew.get(line) ?? null, ofNew: (line) => toOld.get(line) ?? null };
}

/** Without its ending. */
export function lineOf({ text, starts }: Side, line: number): string {
  return withoutEnding(text.slice(starts[line], starts[line + 1]));
}
