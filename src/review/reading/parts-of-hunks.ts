// Changes that were split: the parts of each hunk of the question, and whether what is chosen can still be said in whole
// hunks. Pure.

import { isEditable } from "../../approval/index.ts";
import { lineStarts, type LineChange, type Text } from "../../text/index.ts";
import { splitChange } from "../diff/split.ts";
import type { ChangePage, Review, ReviewEvent } from "../types.ts";

const ONE_LINE = "This change cannot be split any further.";

/** Null for an event that is about something else. */
export function split(review: Review, event: ReviewEvent): Review | null {
  if (event.kind !== "hunk-split" && event.kind !== "hunks-joined") return null;
  const page = review.pages[review.at];
  if (page?.kind !== "change" || review.stage.kind !== "choosing") return review;
  const next = event.kind === "hunk-split" ? splitHunk(page, event.hunk) : joinHunks(page);
  if (next === null) return { ...review, notice: ONE_LINE };
  // The same text is shown in other parts: it is painted again before it is answered.
  return { ...review, pages: review.pages.with(review.at, next), notice: null, painted: false };
}

/** A change of several lines in a text that can be answered in other words than its hunks. */
export function canSplit({ before, proposal, changes, payload }: ChangePage): boolean {
  if (before === null || proposal === null || !isEditable(payload)) return false;
  return changes.some(({ old, new: fresh }) => Math.max(old.to - old.from, fresh.to - fresh.from) > 1);
}

function splitHunk(page: ChangePage, hunk: number): ChangePage | null {
  const { before, proposal, changes, chosen, payload } = page;
  const change = changes[hunk];
  if (change === undefined || before === null || proposal === null || !isEditable(payload)) return null;
  const parts = splitChange(change, { old: sideOf(before), new: sideOf(proposal) });
  if (parts === null) return null;
  const moved = (index: number): readonly number[] =>
    index < hunk ? [index] : index > hunk ? [index + parts.length - 1] : parts.map((_, at) => hunk + at);
  return { ...page, changes: changes.toSpliced(hunk, 1, ...parts), chosen: new Set([...chosen].flatMap(moved)), hunk };
}

/** A hunk of which all parts are chosen is chosen. */
function joinHunks(page: ChangePage): ChangePage {
  const parts = partsOf(page);
  const chosen = new Set([...parts.keys()].filter((hunk) => parts[hunk]!.every((part) => page.chosen.has(part))));
  const hunk = parts.findIndex((own) => own.includes(page.hunk));
  const isSame = page.changes === page.unsplit;
  return isSame ? page : { ...page, changes: page.unsplit, chosen, hunk: Math.max(0, hunk), answer: null };
}

/** The chosen hunks as they were before any was split; null when only a part of one is chosen. */
export function chosenHunks(page: ChangePage): readonly number[] | null {
  const hunks: number[] = [];
  for (const [hunk, parts] of partsOf(page).entries()) {
    const count = parts.filter((part) => page.chosen.has(part)).length;
    if (count === parts.length) hunks.push(hunk);
    else if (count > 0) return null;
  }
  return hunks;
}

/** For each hunk as it was, the indexes of its parts. Hunks never touch, so each part is in one. */
function partsOf({ changes, unsplit }: Pick<ChangePage, "changes" | "unsplit">): readonly (readonly number[])[] {
  let part = 0;
  return unsplit.map((hunk) => {
    const own: number[] = [];
    for (; part < changes.length && isWithin(changes[part]!, hunk); part += 1) own.push(part);
    return own;
  });
}

function isWithin(part: LineChange, hunk: LineChange): boolean {
  return part.old.to <= hunk.old.to && part.new.to <= hunk.new.to;
}

function sideOf(text: Text): { readonly text: Text; readonly starts: readonly number[] } {
  return { text, starts: lineStarts(text) };
}
