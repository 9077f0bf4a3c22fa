// Which lines of a wanted text stay and which change when it is replaced: between `find` and `put`, in lines of `find`.
// A line on both sides is not touched, so that its bytes in the file, ending included, stay as they are.

import { Bug } from "../../base/index.ts";
import { diffLines, type Text } from "../../text/index.ts";
import type { ContentChange } from "./line-index.ts";

/** Changes are ascending and at least one kept line apart. `steps` as in Chunk. */
export function alignLines(find: readonly string[], put: readonly string[], steps?: string): readonly ContentChange[] {
  return steps === undefined ? compare(find, put) : follow(find, put, steps);
}

function compare(find: readonly string[], put: readonly string[]): readonly ContentChange[] {
  const shorter = Math.min(find.length, put.length);
  let head = 0;
  while (head < shorter && find[head] === put[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && find[find.length - 1 - tail] === put[put.length - 1 - tail]) tail += 1;
  const oldTo = find.length - tail;
  const newTo = put.length - tail;
  if (head === oldTo && head === newTo) return [];
  const fresh = put.slice(head, newTo);
  const old = new Set(find.slice(head, oldTo));
  // The common case: nothing in between stays.
  if (!fresh.some((line) => old.has(line))) return [{ from: head, to: oldTo, put: fresh }];
  return diffLines(joined(find.slice(head, oldTo)), joined(fresh)).map((change) => ({
    from: head + change.old.from,
    to: head + change.old.to,
    put: put.slice(head + change.new.from, head + change.new.to),
  }));
}

function follow(find: readonly string[], put: readonly string[], steps: string): readonly ContentChange[] {
  // A line taken out and put in again unchanged is kept after all.
  return stepChanges(find, put, steps).flatMap((change) =>
    compare(find.slice(change.from, change.to), change.put).map(shiftedBy(change.from)),
  );
}

/** Every line that the steps take out or put in, also one that is put in again unchanged. */
export function stepChanges(find: readonly string[], put: readonly string[], steps: string): readonly ContentChange[] {
  const changes: { from: number; to: number; put: string[] }[] = [];
  let old = 0;
  let fresh = 0;
  let open: { from: number; to: number; put: string[] } | null = null;
  for (const step of steps) {
    if (step === " ") {
      if (find[old] !== put[fresh]) throw new Bug("a kept line of a chunk must be the same on both sides");
      old += 1;
      fresh += 1;
      open = null;
      continue;
    }
    if (open === null) changes.push((open = { from: old, to: old, put: [] }));
    if (step === "-") open.to = old += 1;
    else open.put.push(put[fresh++]!);
  }
  if (old !== find.length || fresh !== put.length) throw new Bug("a chunk's steps must cover its find and put");
  return changes;
}

function shiftedBy(lines: number): (change: ContentChange) => ContentChange {
  return ({ from, to, put }) => ({ from: from + lines, to: to + lines, put });
}

function joined(contents: readonly string[]): Text {
  return contents.map((content) => `${content}\n`).join("") as Text; // Compared only, never written.
}
