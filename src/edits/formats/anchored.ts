// The difference of two texts as pieces that can be found again by their text alone.
// Never returns a piece whose old text matches two places, or whose new text seems to be there already.

import { diffLines, splitLines, type LineChange, type LineRange, type Text } from "../../text/index.ts";
import { isBlank } from "./blocks/path-line.ts";

/** Old and new lines of one piece, with the equal lines around its changes. */
export type Piece = { readonly old: LineRange; readonly new: LineRange; readonly changes: readonly LineChange[] };

export type Anchored = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly pieces: readonly Piece[];
};

const CONTEXT = 3;

/**
 * Pieces in order, none touching another. `chained`: each piece is looked for in the text as those before it left it;
 * else in the text as it was. Null when `before` is blank: it has no line to anchor on.
 */
export function anchored(before: Text, after: Text, options: { readonly chained: boolean }): Anchored | null {
  if (isBlank(before)) return null;
  const old = splitLines(before);
  const fresh = splitLines(after);
  const changes = diffLines(before, after);
  const numbers = new Map<string, number>();
  const ids = { old: numbered(old, numbers), fresh: numbered(fresh, numbers) };
  const whole: Piece = { old: { from: 0, to: old.length }, new: { from: 0, to: fresh.length }, changes };
  const pieces: Piece[] = [];
  let at = 0;
  while (at < changes.length) {
    const last = pieces.at(-1);
    const found = nextPiece(changes, at, {
      floor: last?.old.to ?? 0,
      floorNew: last?.new.to ?? 0,
      ids,
      old,
      ...options,
    });
    if (found === null) return { before: old, after: fresh, pieces: [whole] };
    pieces.push(found);
    at += found.changes.length;
  }
  return { before: old, after: fresh, pieces };
}

type Around = {
  /** Lines before these belong to the piece before. */
  readonly floor: number;
  readonly floorNew: number;
  readonly ids: { readonly old: Int32Array; readonly fresh: Int32Array };
  readonly old: readonly string[];
  readonly chained: boolean;
};

/** Widens the context until the old text is unique; takes in the changes it reaches. */
function nextPiece(changes: readonly LineChange[], at: number, around: Around): Piece | null {
  const { floor, floorNew, ids, old, chained } = around;
  const first = changes[at]!;
  for (let context = CONTEXT; ; context *= 2) {
    const from = Math.max(floor, first.old.from - context);
    let count = 1;
    let last = first;
    // A piece must not touch the next one: their contexts would be the same lines.
    for (
      let next = changes[at + 1];
      next && next.old.from - CONTEXT <= last.old.to + context;
      next = changes[at + count]
    ) {
      last = next;
      count += 1;
    }
    const to = Math.min(old.length, last.old.to + context);
    const text = chained ? [...ids.fresh.subarray(0, floorNew), ...ids.old.subarray(floor)] : ids.old;
    const fresh = { from: first.new.from - (first.old.from - from), to: last.new.to + (to - last.old.to) };
    const piece: Piece = { old: { from, to }, new: fresh, changes: changes.slice(at, at + count) };
    if (
      !old.slice(from, to).every(isBlank) &&
      countOf(text, ids.old.subarray(from, to)) === 1 &&
      !seemsMade(text, piece, ids)
    )
      return piece;
    if (from === floor && to === old.length) return null;
  }
}

/** Lines put in among equal ones may seem to be there already. */
function seemsMade(text: ArrayLike<number>, { new: fresh, changes }: Piece, { fresh: after }: Around["ids"]): boolean {
  const onlyAdds = changes.every(({ old }) => old.from === old.to);
  return onlyAdds && countOf(text, after.subarray(fresh.from, fresh.to)) > 0;
}

/**
 * How often the run occurs in the text, overlaps included, counting up to 2. Knuth, Morris and Pratt: files
 * of many equal lines are common (data, closing braces), and comparing again from every line is quadratic there.
 */
function countOf(text: ArrayLike<number>, run: Int32Array): number {
  const fallback = new Int32Array(run.length);
  for (let at = 1, same = 0; at < run.length; at += 1) {
    while (same > 0 && run[at] !== run[same]) same = fallback[same - 1]!;
    if (run[at] === run[same]) same += 1;
    fallback[at] = same;
  }
  let count = 0;
  for (let at = 0, same = 0; at < text.length && count < 2; at += 1) {
    while (same > 0 && (same === run.length || text[at] !== run[same])) same = fallback[same - 1]!;
    if (text[at] === run[same]) same += 1;
    if (same === run.length) count += 1;
  }
  return count;
}

/** Lines are compared without their endings, as the planner does. */
function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const content = line.replace(/\r?\n$/, "");
    const known = numbers.get(content);
    if (known !== undefined) return known;
    numbers.set(content, numbers.size);
    return numbers.size - 1;
  });
}
