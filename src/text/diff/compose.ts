// Takes some changes of a diff and leaves the others. What a person did not choose stays byte for byte as it was.
// Never joins two lines into one, and never accepts changes that do not fit the texts.

import { must } from "../../base/index.ts";
import { lineStarts } from "../lines.ts";
import type { LineChange, Text } from "../types.ts";

/**
 * `before` with the chosen changes (indexes into `changes`) made: all of them give `after`, none gives `before`.
 *
 * `changes` must be the diff of the two texts as diffLines gives it, else this throws a Bug. That is what keeps lines
 * whole: a last line without a newline differs from the same line with one, so it is either equal on both sides (and
 * last on both) or inside the last change, and nothing can ever be put behind it.
 */
export function compose(before: Text, after: Text, changes: readonly LineChange[], chosen: ReadonlySet<number>): Text {
  for (const [index, { old, new: fresh }] of changes.entries()) {
    const last = changes[index - 1];
    must(
      last === undefined || (old.from > last.old.to && fresh.from > last.new.to),
      `change ${index} touches the change before it`,
    );
  }
  return composedParts(before, after, changes, chosen).join("") as Text; // Whole lines of well-formed texts are well-formed.
}

/**
 * The same in parts: what is before the first change, that change as it is chosen, what is between it and the next, and
 * so on; joined they are the text. The changes may touch: a diff of which some were split into smaller ones. Throws a
 * Bug when a line without a newline would not be the last.
 */
export function composedParts(
  before: Text,
  after: Text,
  changes: readonly LineChange[],
  chosen: ReadonlySet<number>,
): readonly string[] {
  for (const index of chosen)
    must(Number.isInteger(index) && index >= 0 && index < changes.length, `there is no change ${index} to choose`);
  const oldStarts = lineStarts(before);
  const newStarts = lineStarts(after);
  const parts: string[] = [];
  let oldAt = 0;
  let newAt = 0;
  const keep = (oldTo: number, newTo: number): void => {
    const kept = sliceLines(before, oldStarts, oldAt, oldTo);
    must(kept === sliceLines(after, newStarts, newAt, newTo), "lines outside the changes must be equal");
    parts.push(kept);
  };
  changes.forEach(({ old, new: fresh }, index) => {
    must(old.from <= old.to && fresh.from <= fresh.to, `change ${index} ends before it begins`);
    must(old.from >= oldAt && fresh.from >= newAt, `change ${index} begins inside the change before it`);
    keep(old.from, fresh.from);
    parts.push(
      chosen.has(index)
        ? sliceLines(after, newStarts, fresh.from, fresh.to)
        : sliceLines(before, oldStarts, old.from, old.to),
    );
    oldAt = old.to;
    newAt = fresh.to;
  });
  keep(oldStarts.length - 1, newStarts.length - 1);
  const last = parts.findLastIndex((part) => part !== "");
  must(
    parts.every((part, at) => at >= last || part === "" || part.endsWith("\n")),
    "a line without a newline would not be the last",
  );
  return parts;
}

function sliceLines(text: string, starts: readonly number[], from: number, to: number): string {
  const start = starts[from];
  const end = starts[to];
  must(start !== undefined && end !== undefined && start <= end, `the text has no lines ${from} to ${to}`);
  return text.slice(start, end);
}
