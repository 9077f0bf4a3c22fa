// One edit of a file that was not written as planned: how many lines it changed and where, found in the bytes before and
// after. Nothing here is taken from what was proposed.

import { tally } from "../../approval/index.ts";
import type { EditId, EditPlan, FilePlan, Hunk } from "../../edits/index.ts";
import { diffLines, type LineRange, type Text } from "../../text/index.ts";
import type { BlockResult, FileOutcome } from "../types.ts";

type Numbers = Pick<BlockResult, "line" | "lines_changed">;
type Written = Extract<FileOutcome, { kind: "written" }>;

/** What a plan that is carried out as it is does: the file's own changes where the edit is its only one. */
export function linesPlanned(file: FilePlan | null, planned: EditPlan): number {
  if (planned.kind !== "change") return 0;
  return file !== null && file.edits.length === 1 ? tally(file.hunks).changed : planned.linesChanged;
}

/** The numbers of an edit of which hunks were left out. */
export function withoutHunks(file: FilePlan, edit: EditId, { hunksLeft, content }: Written): Numbers {
  const left = new Set(hunksLeft);
  const kept = file.hunks.filter(({ index }) => !left.has(index));
  const own = kept.filter(({ edits }) => edits.includes(edit));
  const [first] = own;
  const alone = file.edits.length === 1 ? tally(changesTo(file, content)).changed : null;
  return {
    lines_changed: alone ?? tally(own).changed,
    line: first === undefined ? null : lineIn(kept, first) + 1,
  };
}

/**
 * The numbers of an edit in a text that the user edited. In a file with several edits, the changes that meet a line which
 * this edit was to change are its own.
 */
export function inOwnText(file: FilePlan, edit: EditId, { content }: Written): Numbers {
  const changes = changesTo(file, content);
  const planned = file.hunks.filter(({ edits }) => edits.includes(edit));
  const own =
    file.edits.length === 1 ? changes : changes.filter((each) => planned.some((hunk) => touch(each.old, hunk.old)));
  const [first] = own;
  return { lines_changed: tally(own).changed, line: first === undefined ? null : first.new.from + 1 };
}

/**
 * How many of the changed lines (removed and added ones) of a file were left out, when nothing else was done to it: what
 * was written is between what was there and what was proposed. Null when it has lines of its own.
 */
export function linesLeftOut(
  file: Pick<FilePlan, "before" | "result">,
  content: Text | null,
): { readonly left: number; readonly all: number } | null {
  if (file.result === null || content === null) return null;
  const before = file.before ?? EMPTY;
  const size = (from: Text, to: Text): number =>
    diffLines(from, to).reduce((sum, { old, new: fresh }) => sum + (old.to - old.from) + (fresh.to - fresh.from), 0);
  const [all, left] = [size(before, file.result), size(content, file.result)];
  return left > 0 && size(before, content) + left === all ? { left, all } : null;
}

function changesTo({ before }: FilePlan, content: Text | null): readonly Hunk[] {
  return diffLines(before ?? EMPTY, content ?? EMPTY).map((each, index) => ({ ...each, index, edits: [] }));
}

const EMPTY = "" as Text; // No text is well-formed text.

/** Where a kept hunk begins when only the kept ones before it moved it. */
function lineIn(kept: readonly Hunk[], hunk: Hunk): number {
  return kept
    .filter(({ index }) => index < hunk.index)
    .reduce((line, { old, new: fresh }) => line + (fresh.to - fresh.from) - (old.to - old.from), hunk.old.from);
}

/** Ranges that share a line; an empty one touches the lines on both sides of it. */
function touch(a: LineRange, b: LineRange): boolean {
  return a.from === a.to || b.from === b.to ? a.from <= b.to && b.from <= a.to : a.from < b.to && b.from < a.to;
}
