// Moving in a page: to a change, to a line, more or less around it. What the person looks at stays where it is on the
// screen when rows appear above it. Nothing here answers anything.

import { matchAt, pageOf, reduce, type ChangePage, type LinePlace, type Review } from "../../../review/index.ts";
import type { PageView } from "../page-view.ts";

/** How the screen shows a review, and how many rows fit. */
export type Looking = { readonly viewOf: (review: Review) => PageView; readonly height: number };

// Of a change that is gone to, so many rows before it are shown too: the usual context and the row above it.
const ROWS_BEFORE = 4;
const FEW_ROWS_BEFORE = 2;

/** From the change under the cursor, or from the top of the screen when that change is not on it. */
export function toChange(review: Review, by: 1 | -1, { viewOf, height }: Looking): Review {
  const page = pageOf(review);
  if (page?.kind !== "change") return reduce(review, { kind: "notice-given", text: "There are no changes here." });
  const view = viewOf(review);
  const spans = view.hunks.map((hunk) => ({ hunk, ...view.rowsOf(hunk)! })); // It shows them.
  const at = spans.findIndex(
    ({ hunk, from, to }) => hunk === page.hunk && from < page.top + height && to > page.top && page.view === "change",
  );
  const outside =
    by > 0 ? spans.findIndex(({ from }) => from >= page.top) : spans.findLastIndex(({ from }) => from < page.top);
  const next = spans[at >= 0 ? at + by : outside];
  if (next === undefined) {
    const text = by > 0 ? "That was the last change of this file." : "That was the first change of this file.";
    return reduce(review, { kind: "notice-given", text });
  }
  const reached = page.view === "change" ? reduce(review, { kind: "hunk-reached", hunk: next.hunk }) : review;
  return reduce(
    { ...reached, notice: null },
    { kind: "page-scrolled", to: next.from - (height < 10 ? FEW_ROWS_BEFORE : ROWS_BEFORE) },
  );
}

/** The change under the cursor when it is on the screen, else the first that is. */
export function changeHere(review: Review, { viewOf, height }: Looking): number {
  const page = pageOf(review);
  if (page?.kind !== "change") return 0;
  const view = viewOf(review);
  const isShown = (hunk: number): boolean => {
    const span = view.rowsOf(hunk);
    return span !== null && span.from < page.top + height && span.to > page.top;
  };
  return isShown(page.hunk) ? page.hunk : (view.hunks.find(isShown) ?? page.hunk);
}

// What + and - go through.
const CONTEXTS: readonly ChangePage["context"][] = [0, 3, 10, 30, "all"];

export function changeContext(review: Review, by: 1 | -1, looking: Looking): Review {
  const page = pageOf(review);
  if (page?.kind !== "change" || page.view === "whole") return review;
  const size = (context: ChangePage["context"]): number => (context === "all" ? Infinity : context);
  const own = size(page.context);
  const next =
    by > 0 ? CONTEXTS.find((context) => size(context) > own) : CONTEXTS.findLast((context) => size(context) < own);
  if (next === undefined) {
    const text = by > 0 ? "Every line is shown." : "Only changed lines are shown.";
    return reduce(review, { kind: "notice-given", text });
  }
  return keepingPlace(review, reduce({ ...review, notice: null }, { kind: "context-changed", to: next }), looking);
}

// A longer fold opens in pieces of this many lines, those next to a change first.
const PIECE = 20;

/** The first fold on the screen. */
export function unfold(review: Review, looking: Looking): Review {
  const page = pageOf(review);
  const view = looking.viewOf(review);
  const top = page?.top ?? 0;
  for (let row = top; row < Math.min(view.count, top + looking.height); row += 1) {
    const hidden = view.hiddenAt(row);
    if (hidden === null) continue;
    const { old, count, isLast } = hidden;
    const size = count <= PIECE * 1.5 ? count : PIECE;
    const from = isLast ? old : old + count - size;
    return reduce({ ...review, notice: null }, { kind: "fold-opened", from, to: from + size });
  }
  return reduce(review, { kind: "notice-given", text: "There is nothing folded on the screen." });
}

export function switchColumns(review: Review, looking: Looking): Review {
  const { columns, canBeTwo } = looking.viewOf(review);
  if (columns === 1 && !canBeTwo)
    return reduce(review, {
      kind: "notice-given",
      text: "Side by side needs a changed file and a window of 120 columns.",
    });
  const to = columns === 2 ? "one" : "two";
  return keepingPlace(review, reduce({ ...review, notice: null }, { kind: "columns-changed", to }), looking);
}

export function foldAgain(review: Review, looking: Looking): Review {
  return keepingPlace(review, reduce({ ...review, notice: null }, { kind: "folds-closed" }), looking);
}

/** The first line that was on the screen is in the same row of it again. */
function keepingPlace(before: Review, after: Review, { viewOf, height }: Looking): Review {
  const top = pageOf(before)?.top ?? 0;
  const old = viewOf(before);
  const row = old.firstChange({ from: top, to: top + height }) ?? nextLine(old, { from: top, by: 1 })?.row ?? null;
  const place = row === null ? null : old.placeAt(row);
  if (row === null || place === null) return after;
  const fresh = viewOf(after);
  return reduce(after, { kind: "page-scrolled", to: fresh.rowOf(place) - (row - top), rows: fresh.count });
}

/** The nearest row that shows a line: from a row on, or after it another line than its own. */
export function nextLine(
  view: PageView,
  { from, by, isAfter = false }: { readonly from: number; readonly by: 1 | -1; readonly isAfter?: boolean },
): { readonly row: number; readonly place: LinePlace } | null {
  const own = isAfter ? view.placeAt(from) : null;
  for (let row = isAfter ? from + by : from; row >= 0 && row < view.count; row += by) {
    const place = view.placeAt(row);
    if (place !== null && (place.side !== own?.side || place.line !== own.line)) return { row, place };
  }
  return null;
}

export function startSearch(review: Review, { viewOf }: Looking): Review {
  const view = viewOf(review);
  const at = view.count === 0 ? null : nextLine(view, { from: pageOf(review)?.top ?? 0, by: 1 });
  const from = at?.place.side === "new" ? at.place.line - 1 : 0;
  return reduce(review, { kind: "search-asked", from });
}

/** Keeps the match, or the change, under the cursor in the window. */
export function follow(review: Review, kind: string, looking: Looking): Review {
  const { viewOf } = looking;
  const page = pageOf(review);
  if (kind === "search-typed" || kind === "search-moved") return toMatch(review, looking);
  if (page?.kind !== "change" || review.stage.kind !== "choosing") return review;
  if (kind !== "hunk-moved" && kind !== "hunk-switched" && kind !== "choosing-asked" && kind !== "hunk-split")
    return review;
  const span = viewOf(review).rowsOf(page.hunk);
  if (span === null) return review;
  const { height } = page.seen;
  const isShown = span.from >= page.top && Math.min(span.to, span.from + height) <= page.top + height;
  return isShown ? review : reduce(review, { kind: "page-scrolled", to: span.from - FEW_ROWS_BEFORE });
}

function toMatch(review: Review, { viewOf, height }: Looking): Review {
  const page = pageOf(review);
  const match = matchAt(review);
  if (page === null || match === null) return review;
  const view = viewOf(review);
  const row = view.rowOf(match, match.from);
  // Not in the last rows: what follows a match is worth seeing too.
  const isShown = row >= page.top && row < page.top + Math.max(1, height - ROWS_BEFORE);
  return isShown
    ? review
    : reduce(review, { kind: "page-scrolled", to: row - Math.floor(height / 3), rows: view.count });
}
