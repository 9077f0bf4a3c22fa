// A change in two columns: each old line next to the new one that replaces it, and an empty place where there is none.
// The left column read from the top is the old text's lines, the right one the new text's; none is lost or moved.

import { matchingLinesOf } from "./matching-lines.ts";
import type { Outline, Side } from "./outline.ts";
import { isRun, type Run, type Words } from "./parts.ts";

/** Rows of two columns. Lines are 0-based; null is an empty place. */
export type PairedRun = {
  readonly kind: "context" | "changed";
  readonly hunk: number | null;
  readonly count: number;
  /** The runs that the lines are of; null where this side has none. In "context" both are the same. */
  readonly removed: Run | null;
  readonly added: Run | null;
  /** The lines in a row, from 0 to `count` - 1. */
  oldAt(row: number): number | null;
  newAt(row: number): number | null;
};

export type PairedPart = Words | PairedRun;

export function isPaired(part: PairedPart): part is PairedRun {
  return part.kind === "context" || part.kind === "changed";
}

/** The parts of a diff with what is removed and what is added next to each other. */
export function pairedParts(outline: Outline): readonly PairedPart[] {
  const { parts } = outline;
  const paired: PairedPart[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    const next = parts[at + 1];
    if (!isRun(part)) paired.push(part);
    else if (part.kind === "context") paired.push(inOrder("context", part, part));
    else if (part.kind === "added") paired.push(inOrder("changed", null, part));
    else if (next?.kind === "added" && next.hunk === part.hunk) {
      paired.push(pairLines(part, next, outline));
      at += 1;
    } else paired.push(inOrder("changed", part, null));
  }
  return paired;
}

/** The first lines of both sides next to each other, and so on; what one side has more of is alone. */
function inOrder(kind: PairedRun["kind"], removed: Run | null, added: Run | null): PairedRun {
  const [old, fresh] = [removed?.count ?? 0, added?.count ?? 0];
  return {
    kind,
    hunk: (removed ?? added)?.hunk ?? null,
    count: Math.max(old, fresh),
    removed,
    added,
    oldAt: (row) => (row < old ? removed!.old + row : null), // A side with lines has a run.
    newAt: (row) => (row < fresh ? added!.new + row : null),
  };
}

/** What is removed and what is added of one change; either may have no lines. */
export function pairLines(removed: Run, added: Run, sides: { readonly old: Side; readonly new: Side }): PairedRun {
  if (removed.count === added.count) return inOrder("changed", removed, added);
  const matching = matchingLinesOf(removed, added, sides);
  const rows: (readonly [old: number | null, fresh: number | null])[] = [];
  let [old, fresh] = [removed.old, added.new];
  const [oldTo, newTo] = [removed.old + removed.count, added.new + added.count];
  while (old < oldTo || fresh < newTo) {
    const partner = old < oldTo ? matching.ofOld(old) : null;
    const other = fresh < newTo ? matching.ofNew(fresh) : null;
    // A line with a partner waits for it; two that have none are next to each other.
    const takesOld = old < oldTo && (partner === null || partner === fresh);
    const takesNew = fresh < newTo && (other === null || other === old);
    rows.push([takesOld ? old : null, takesNew ? fresh : null]);
    if (takesOld) old += 1;
    if (takesNew) fresh += 1;
  }
  return {
    ...inOrder("changed", removed, added),
    count: rows.length,
    oldAt: (row) => rows[row]?.[0] ?? null,
    newAt: (row) => rows[row]?.[1] ?? null,
  };
}
