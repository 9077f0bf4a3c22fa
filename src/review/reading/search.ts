// Searching a change: every place of a text in the lines of both sides, in the order they are shown, folded lines too.
// The text is searched for as it is, never as a pattern; in small letters it also finds capital ones.

import { lineStarts, type LineChange, type Span, type Text } from "../../text/index.ts";
import { contentOf } from "../content.ts";
import { join } from "../seen.ts";
import type { ChangePage, LinePlace, Review, ReviewEvent, Stage } from "../types.ts";

/** Offsets in the line. */
export type Match = LinePlace &
  Span & {
    /** The line of the old text (0-based), where it stays as it is; null for a changed line. */
    readonly old: number | null;
    /** Its line in the new text (0-based), or the one that a removed line would be before. */
    readonly at: number;
  };

/** `isCut`: there are more than are listed. */
export type Matches = { readonly matches: readonly Match[]; readonly isCut: boolean };

// More matches than anyone steps through.
const MAX_MATCHES = 10_000;
// Lines that are shown around a match that was folded.
const AROUND = 3;
const NONE: Matches = { matches: [], isCut: false };

type Searching = Extract<Stage, { kind: "searching" }>;

/** Null for an event that is about something else. */
export function search(review: Review, event: ReviewEvent): Review | null {
  const { stage } = review;
  switch (event.kind) {
    case "search-asked": {
      if (stage.kind !== "reading" && stage.kind !== "searching") return review;
      if (review.pages[review.at]?.kind !== "change") return { ...review, notice: "Only changes can be searched." };
      return {
        ...review,
        stage: { kind: "searching", text: "", isTyping: true, at: null, from: event.from },
        notice: null,
      };
    }
    case "search-typed":
      if (stage.kind !== "searching" || !stage.isTyping) return review;
      return reach(review, { ...stage, text: event.text }, (found) => firstFrom(found, stage.from));
    case "search-kept":
      if (stage.kind !== "searching" || !stage.isTyping) return review;
      // Nothing typed is no search; the question is painted again first.
      return stage.text === ""
        ? { ...review, stage: { kind: "reading" }, painted: false }
        : { ...review, stage: { ...stage, isTyping: false } };
    case "search-moved":
      if (stage.kind !== "searching") return review;
      return reach(review, stage, ({ matches }) =>
        stage.at === null ? null : (stage.at + event.by + matches.length) % matches.length,
      );
    default:
      return null;
  }
}

/** The match under the cursor, in the page on the screen. */
export function matchAt(review: Review): Match | null {
  const { stage } = review;
  const page = review.pages[review.at];
  if (stage.kind !== "searching" || stage.at === null || page?.kind !== "change") return null;
  return matchesOf(page, stage.text).matches[stage.at] ?? null;
}

/** What the last search of a page found: drawing asks again for every key. */
const kept = new WeakMap<readonly LineChange[], { readonly key: readonly unknown[]; readonly found: Matches }>();

export function matchesOf(page: ChangePage, text: string): Matches {
  if (text === "") return NONE;
  const key = [text, page.view, page.before, page.proposal, page.chosen];
  const last = kept.get(page.changes);
  if (last !== undefined && key.every((part, at) => part === last.key[at])) return last.found;
  const found = find(page, text);
  kept.set(page.changes, { key, found });
  return found;
}

function reach(review: Review, stage: Searching, choose: (found: Matches) => number | null): Review {
  const page = review.pages[review.at];
  if (page?.kind !== "change") return review;
  const found = matchesOf(page, stage.text);
  const at = found.matches.length === 0 ? null : choose(found);
  const match = at === null ? null : found.matches[at]!; // Chosen among them.
  const old = match?.old ?? null;
  const opened =
    old === null || isShown(page, old)
      ? page.opened
      : join(page.opened, { from: Math.max(0, old - AROUND), to: old + 1 + AROUND });
  const pages = opened === page.opened ? review.pages : review.pages.with(review.at, { ...page, opened });
  return { ...review, pages, stage: { ...stage, at }, notice: null };
}

/** The first from this line of the new text on (0-based), else the first of all. */
function firstFrom({ matches }: Matches, from: number): number {
  return Math.max(
    0,
    matches.findIndex(({ at }) => at >= from),
  );
}

/** Whether an equal line (0-based, of the old text) is on the page without being opened. */
function isShown({ view, context, opened, changes }: ChangePage, line: number): boolean {
  if (view === "whole" || context === "all") return true;
  if (opened.some(({ from, to }) => from <= line && line < to)) return true;
  return changes.some(({ old }) => line >= old.from - context && line < old.to + context);
}

function find(page: ChangePage, text: string): Matches {
  const isWhole = page.view === "whole";
  const after = (isWhole ? contentOf(page) : page.proposal) ?? EMPTY;
  const before = page.before ?? EMPTY;
  const sides = { old: { text: before, starts: lineStarts(before) }, new: { text: after, starts: lineStarts(after) } };
  const pattern = new RegExp(escaped(text), text === text.toLowerCase() ? "giu" : "gu");
  const matches: Match[] = [];
  // Lines from `from` to `to` of one side; `shift`: what to take from a new line for its old one, null where it changes;
  // `place`: of removed lines, where they were in the new text.
  const look = (side: "old" | "new", { from, to }: Span, shift: number | null, place: number | null = null): void => {
    const { text: whole, starts } = sides[side];
    const start = starts[from] ?? whole.length;
    let line = from;
    for (const { index, 0: hit } of whole.slice(start, starts[to] ?? whole.length).matchAll(pattern)) {
      if (matches.length > MAX_MATCHES) return;
      while (starts[line + 1] !== undefined && starts[line + 1]! <= start + index) line += 1;
      const offset = start + index - starts[line]!;
      const old = shift === null ? null : line - shift;
      matches.push({ side, line: line + 1, from: offset, to: offset + hit.length, old, at: place ?? line });
    }
  };
  const last = { from: sides.new.starts.length - 1, to: sides.new.starts.length - 1 };
  if (page.proposal === null) look("old", { from: 0, to: sides.old.starts.length - 1 }, null);
  else if (isWhole || page.before === null) look("new", { from: 0, to: last.to }, null);
  else {
    let [newAt, shift] = [0, 0];
    for (const { old, new: fresh } of page.changes) {
      look("new", { from: newAt, to: fresh.from }, shift);
      look("old", old, null, fresh.from);
      look("new", fresh, null);
      [newAt, shift] = [fresh.to, fresh.to - old.to];
    }
    look("new", { from: newAt, to: last.to }, shift);
  }
  return { matches: matches.slice(0, MAX_MATCHES), isCut: matches.length > MAX_MATCHES };
}

const EMPTY = "" as Text; // No text is well-formed text.

function escaped(text: string): string {
  return text.toWellFormed().replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}
