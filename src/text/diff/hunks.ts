// Changes with the lines around them: what a patch, a terminal and a browser show. Lines are exactly those of the two
// texts, endings included; making hidden characters visible is left to the display.

import { failure } from "../../base/index.ts";
import { diffLines } from "./diff.ts";
import { lineStarts } from "../lines.ts";
import type { LineChange, Text } from "../types.ts";

/** One line of a hunk. */
export type DiffLine = {
  readonly kind: "context" | "removed" | "added";
  /** With its ending; a last line without a newline has none. */
  readonly text: string;
};

/** Starts are 1-based; with a count of 0 the start is the line before the place (0 at the top), as in a patch. */
export type DiffHunk = {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly lines: readonly DiffLine[];
};

export const DEFAULT_CONTEXT = 3;

/**
 * The changes between two texts, each with up to `context` equal lines before and after; changes whose contexts meet
 * share a hunk. Inside a change removed lines come before added ones. Equal texts have no hunks. `context` is a whole
 * number or Infinity, else INVALID_ARG.
 */
export function diffHunks(before: Text, after: Text, context: number = DEFAULT_CONTEXT): readonly DiffHunk[] {
  if (!(context >= 0) || (context !== Infinity && !Number.isInteger(context))) {
    const message = `The number of context lines must be 0 or a positive whole number, not ${context}.`;
    throw failure("INVALID_ARG", message, { data: { context } });
  }
  const changes = diffLines(before, after);
  if (changes.length === 0) return [];
  const old = { text: before, starts: lineStarts(before) };
  const fresh = { text: after, starts: lineStarts(after) };
  return groupNear(changes, context).map((group) => hunkOf(group, { old, fresh, context }));
}

/** Two changes belong together when at most two contexts of equal lines lie between them. */
function groupNear(changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.old.from - last.old.to <= 2 * context) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

type Lines = { readonly text: Text; readonly starts: readonly number[] };
type Sides = { readonly old: Lines; readonly fresh: Lines; readonly context: number };

function hunkOf(group: readonly LineChange[], { old, fresh, context }: Sides): DiffHunk {
  const first = group[0]!; // Groups are made with a first change.
  const last = group.at(-1)!;
  const lead = Math.min(context, first.old.from);
  const tail = Math.min(context, old.starts.length - 1 - last.old.to);
  const oldFrom = first.old.from - lead;
  const newFrom = first.new.from - lead;
  const oldCount = last.old.to + tail - oldFrom;
  const newCount = last.new.to + tail - newFrom;
  const lines: DiffLine[] = [];
  let oldAt = oldFrom;
  for (const change of group) {
    push(lines, "context", old, oldAt, change.old.from);
    push(lines, "removed", old, change.old.from, change.old.to);
    push(lines, "added", fresh, change.new.from, change.new.to);
    oldAt = change.old.to;
  }
  push(lines, "context", old, oldAt, oldAt + tail);
  return {
    oldStart: oldCount === 0 ? oldFrom : oldFrom + 1,
    oldCount,
    newStart: newCount === 0 ? newFrom : newFrom + 1,
    newCount,
    lines,
  };
}

function push(lines: DiffLine[], kind: DiffLine["kind"], side: Lines, from: number, to: number): void {
  for (let at = from; at < to; at += 1)
    lines.push({ kind, text: side.text.slice(side.starts[at], side.starts[at + 1]) });
}
