// Which lines of a file an edit changes, in words. Every number comes from the plan's own hunks; where other edits of the
// same answer move lines, only the number of places and the first line are given.

import type { EditId, EditPlan, FilePlan, Hunk } from "../../edits/index.ts";

type Made = Extract<EditPlan, { kind: "change" }>;

/** "line 6", "lines 1 to 300", "lines 6 and 8", "5 places from line 6". */
export function changedLines(file: FilePlan, edit: EditId, { line, linesChanged }: Made): string {
  const own = file.hunks.filter((hunk) => hunk.edits.includes(edit));
  const isAlone = file.edits.length === 1;
  if (isAlone && own.length > 0 && own.length <= MOST_LISTED) return listed(own.map(rangeOf));
  if (own.length > 1) return `${own.length} places from line ${line}`;
  const [only] = own;
  if (only === undefined || only.edits.length > 1) return linesChanged > 1 ? `from line ${line}` : `line ${line}`;
  const { from, to } = rangeOf(only);
  return listed([{ from: line, to: line + to - from }]);
}

const MOST_LISTED = 3;

/** 1-based and inclusive. */
type Lines = { readonly from: number; readonly to: number };

/** The new lines; where lines are only removed, those. */
function rangeOf({ old, new: fresh }: Hunk): Lines {
  const { from, to } = fresh.from < fresh.to ? fresh : old;
  return { from: from + 1, to };
}

function listed(ranges: readonly Lines[]): string {
  const named = ranges.map(({ from, to }) => (from === to ? String(from) : `${from} to ${to}`));
  const [last = ""] = named.slice(-1);
  const all = named.length === 1 ? last : `${named.slice(0, -1).join(", ")} and ${last}`;
  return named.length === 1 && ranges[0]!.from === ranges[0]!.to ? `line ${all}` : `lines ${all}`;
}
