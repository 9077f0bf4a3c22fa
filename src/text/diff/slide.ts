// Moves changes to where a reader expects them. An inserted block between equal lines can often be in several
// places with the same result ("}" above it or below it); this picks one. It never changes what a diff does.
//
// A run that only adds or only removes slides over a line when the line it leaves equals the line it takes up. Of all
// places it can reach the best has the least indentation at its two edges, then the most edges after a blank line,
// then lies lowest. A run that can slide up to the one above it becomes one with it; the same goes for a run whose best
// place touches the one below, when that one's turn comes.

import type { LineChange } from "../types.ts";

/** How far a run looks in each direction, in lines. Keeps sliding linear in the number of changes. */
export const SLIDE_LIMIT = 100;

export type Side = { readonly lines: readonly string[]; readonly ids: Int32Array };

/** `changes` as in diffLines; so is the answer, with as many lines added and removed. */
export function slideChanges(changes: readonly LineChange[], old: Side, fresh: Side): LineChange[] {
  const oldLayout = layoutOf(old.lines);
  const newLayout = layoutOf(fresh.lines);
  const placed: LineChange[] = [];
  changes.forEach((change, at) => {
    let current = change;
    let reach: Reach;
    for (;;) {
      const above = placed.at(-1);
      reach = reachOf(current, { above, below: changes[at + 1], old, fresh });
      if (!above || current.old.from - reach.up > above.old.to) break;
      current = join(above, moved(current, -reach.up));
      placed.pop();
    }
    const layout = current.old.from === current.old.to ? newLayout : oldLayout;
    placed.push(moved(current, bestMove(current, reach, layout)));
  });
  return placed;
}

type Reach = { readonly up: number; readonly down: number };
type Around = {
  readonly above: LineChange | undefined;
  readonly below: LineChange | undefined;
  readonly old: Side;
  readonly fresh: Side;
};

/** How many lines the run can slide each way; over equal lines only, so up to its neighbours. */
function reachOf(change: LineChange, { above, below, old, fresh }: Around): Reach {
  const adds = change.old.from === change.old.to;
  if (!adds && change.new.from !== change.new.to) return { up: 0, down: 0 };
  const { ids } = adds ? fresh : old;
  const { from, to } = adds ? change.new : change.old;
  const roomUp = Math.min(SLIDE_LIMIT, change.old.from - (above?.old.to ?? 0));
  const roomDown = Math.min(SLIDE_LIMIT, (below?.old.from ?? old.ids.length) - change.old.to);
  let up = 0;
  while (up < roomUp && ids[from - up - 1] === ids[to - up - 1]) up += 1;
  let down = 0;
  while (down < roomDown && ids[from + down] === ids[to + down]) down += 1;
  return { up, down };
}

function bestMove(change: LineChange, reach: Reach, layout: () => Layout): number {
  if (reach.up === 0 && reach.down === 0) return 0;
  const { indent, blank } = layout();
  const { from, to } = change.old.from === change.old.to ? change.new : change.old;
  let best = 0;
  let least = Infinity;
  for (let move = -reach.up; move <= reach.down; move += 1) {
    const afterBlank = (blank[from + move - 1] ?? 0) + blank[to + move - 1]!;
    // Two edges after a blank line together weigh less than one column.
    const cost = 3 * (indent[from + move]! + indent[to + move]!) - afterBlank;
    if (cost <= least) {
      least = cost;
      best = move;
    }
  }
  return best;
}

type Layout = {
  /** Columns before the first visible character; a blank line has those of the line after it, the end has 0. */
  readonly indent: Uint16Array;
  readonly blank: Uint8Array;
};

/** Measured when first needed: most diffs have nothing to slide. */
function layoutOf(lines: readonly string[]): () => Layout {
  let layout: Layout | null = null;
  return () => (layout ??= measure(lines));
}

const TAB = 8;
// Deeper indentation than this adds nothing, and a line of a million spaces is not worth reading twice.
const DEEPEST = 200;

function measure(lines: readonly string[]): Layout {
  const indent = new Uint16Array(lines.length + 1);
  const blank = new Uint8Array(lines.length);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    let columns = 0;
    let next = 0;
    for (; next < line.length && columns < DEEPEST; next += 1) {
      const character = line[next];
      if (character === " ") columns += 1;
      else if (character === "\t") columns += TAB - (columns % TAB);
      else break;
    }
    const isBlank = next === line.length || line[next] === "\n" || line[next] === "\r";
    blank[at] = isBlank ? 1 : 0;
    indent[at] = isBlank ? indent[at + 1]! : columns;
  }
  return { indent, blank };
}

function moved(change: LineChange, by: number): LineChange {
  if (by === 0) return change;
  return {
    old: { from: change.old.from + by, to: change.old.to + by },
    new: { from: change.new.from + by, to: change.new.to + by },
  };
}

function join(first: LineChange, second: LineChange): LineChange {
  return {
    old: { from: first.old.from, to: second.old.to },
    new: { from: first.new.from, to: second.new.to },
  };
}
