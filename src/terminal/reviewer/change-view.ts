// A change of one file as a page: notes above it, its lines in one column or two, and the question. Rows are drawn when
// they are asked for; nothing of what would be written is left out of them.

import { counted } from "../../base/index.ts";
import {
  canChoose,
  canSplit,
  contentOf,
  isWhole,
  matchAt,
  matchesOf,
  rangeOf,
  type ChangePage,
  type LinePlace,
  type Match,
  type PageComment,
  type Review,
} from "../../review/index.ts";
import { plain, printable, reveal, type Plain, type Printable, type Span } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { createColumns } from "../view/columns.ts";
import { headingOf } from "../view/heading.ts";
import { foldedModelRows, modelRows } from "../view/model-rows.ts";
import { createRows } from "../view/rows.ts";
import type { Found, Row, Rows } from "../view/types.ts";
import { cells, wrapWords } from "../wrap.ts";
import type { PageView, ViewOptions } from "./page-view.ts";
import { wordsFor, type ReviewWords } from "./words.ts";

/** Makes rows, or gives those it made last for the same key. */
export type LayOut = (key: readonly unknown[], make: () => Rows) => Rows;

export function changeView(
  review: Review,
  page: ChangePage,
  { layOut, ...given }: ViewOptions & { readonly layOut: LayOut },
): PageView {
  const canBeTwo =
    page.view === "change" && page.before !== null && page.proposal !== null && given.wide >= TWO_COLUMNS_FROM;
  const columns = canBeTwo && wantsTwo(review, page) ? 2 : 1;
  const options = columns === 2 ? { ...given, width: given.wide } : given;
  const { width, paint } = options;
  const { payload, view } = page;
  const choosing =
    view === "change" && (canChoose(page) || canSplit(page)) && (review.stage.kind === "choosing" || !isWhole(page));
  const after = view === "whole" ? (contentOf(page) ?? page.before) : page.proposal;
  const before = view === "whole" && page.proposal === null ? after : page.before;
  const { changes, context, opened } = page;
  const rows = layOut([payload, before, after, changes, context, opened, width, paint, view, choosing, columns], () =>
    (columns === 2 ? createColumns : createRows)(
      {
        path: payload.path,
        before,
        after,
        // What the numbers in `chosen` count.
        ...(view === "whole" ? {} : { changes }),
      },
      { width, paint, as: view === "whole" ? "whole" : "diff", choosing, context, opened },
    ),
  );
  const heading = headingOf(page.shown, { ...options, purpose: review.purpose });
  const words = page.isExplained
    ? modelRows(payload, options)
    : foldedModelRows(payload, { ...options, key: plain`m` });
  const comments = page.comments.flatMap((comment) => commentNote(comment, options));
  const notes = view === "whole" ? [wholeNote(page, paint)] : [...heading.warnings, ...words, ...comments];
  const bare = rows.count === 0 ? [emptyNote(page, paint)] : [];
  const top = [...notes, ...bare];
  const isMarked = page.isMarked && view === "change";
  const state = {
    isChosen: (hunk: number) => page.chosen.has(hunk),
    current: choosing || isMarked ? page.hunk : null,
    found: foundIn(review, page),
  };
  return {
    title: page.edited ? plain`${heading.title}, edited by you` : heading.title,
    width,
    columns,
    canBeTwo,
    count: top.length + rows.count,
    lead: notes.length,
    row: (at) => {
      if (at < top.length) return top[at]!;
      const row = rows.row(at - top.length, state);
      return isCommented(review.stage, placeOf(row)) ? commentedRow(row.text, options) : row.text;
    },
    firstChange: ({ from, to }) => {
      for (let at = Math.max(from, top.length); at < Math.min(to, top.length + rows.count); at += 1)
        if (rows.hunkAt(at - top.length) !== null) return at;
      return null;
    },
    placeAt: (at) => (at < top.length || view === "whole" ? null : placeOf(rows.row(at - top.length, state))),
    question: page.edited
      ? plain`Write your version?`
      : choosing
        ? chosenQuestion(page, wordsFor(review.purpose))
        : heading.question,
    more: heading.more,
    where:
      isMarked && review.stage.kind !== "searching" ? plain`change ${page.hunk + 1} of ${page.changes.length}` : null,
    layout: [
      page.isExplained,
      changes.length,
      width,
      columns,
      context,
      ...opened.map(({ from, to }) => `${from}-${to}`),
      choosing ? "choosing" : "",
    ].join(" "),
    hunks: rows.hunks,
    rowOf: (place, offset) => top.length + rows.rowOf(place, offset),
    hiddenAt: (at) => (at < top.length || at >= top.length + rows.count ? null : rows.hiddenAt(at - top.length)),
    rowsOf: (hunk) => {
      const span = rows.rowsOfHunk(hunk);
      return span === null ? null : { from: span.from + top.length, to: span.to + top.length };
    },
  };
}

// Cells inside the frame of a window of 120 columns.
const TWO_COLUMNS_FROM = 116;

/** Where nothing is replaced, one of the two columns would be empty. */
function wantsTwo({ columns }: Review, { changes }: ChangePage): boolean {
  if (columns !== "auto") return columns === "two";
  return changes.some(({ old, new: fresh }) => old.from < old.to && fresh.from < fresh.to);
}

const foundSpans = new WeakMap<readonly Match[], ReadonlyMap<string, Span[]>>();

/** What the search of this stage found, by line. */
function foundIn(review: Review, page: ChangePage): Found | null {
  if (review.stage.kind !== "searching") return null;
  const { matches } = matchesOf(page, review.stage.text);
  const keyOf = ({ side, line }: LinePlace): string => `${side} ${line}`;
  let byLine = foundSpans.get(matches);
  if (byLine === undefined) {
    const spans = new Map<string, Span[]>();
    for (const match of matches) {
      const own = spans.get(keyOf(match));
      if (own === undefined) spans.set(keyOf(match), [match]);
      else own.push(match);
    }
    foundSpans.set(matches, (byLine = spans));
  }
  const found = byLine;
  return { spansOf: (place) => found.get(keyOf(place)) ?? NO_SPANS, current: matchAt(review) };
}

const NO_SPANS: readonly Span[] = [];

function chosenQuestion({ chosen, changes }: ChangePage, { Apply }: ReviewWords): Plain {
  if (changes.length === 1 && chosen.size === 1) return plain`${Apply} the change?`;
  return chosen.size === changes.length
    ? plain`${Apply} all ${reveal(counted(changes.length, "change"))}?`
    : plain`${Apply} ${chosen.size} of ${reveal(counted(changes.length, "change"))}?`;
}

/** A line that is taken out is one of the old side; every other one is there in the new text. */
function placeOf({ kind, line }: Row): LinePlace | null {
  if (line === null) return null;
  const side = kind === "removed" ? "old" : "new";
  const number = line[side];
  return number === null ? null : { side, line: number };
}

function isCommented(stage: Review["stage"], place: LinePlace | null): boolean {
  if (stage.kind !== "commenting" || place === null) return false;
  const { side, from, to } = rangeOf(stage);
  return place.side === side && from <= place.line && place.line <= to;
}

/** The lines under a comment have a sign as well as a colour, where there is room for it. */
function commentedRow(text: Printable, { width, paint }: ViewOptions): Printable {
  const inverse = paint.inverse(text);
  return cells(text) + 2 <= width ? printable`${inverse} ◂` : inverse;
}

function commentNote({ side, from, to, text }: PageComment, { width, paint }: ViewOptions): Printable[] {
  const lines = from === to ? plain`line ${from}` : plain`lines ${from}–${to}`;
  const where = side === "old" ? plain`${lines} before the change` : lines;
  return wrapWords(plain`» ${where}: ${reveal(text)}`, width).map((row) => paint.cyan(row));
}

function wholeNote(page: ChangePage, paint: Paint): Printable {
  return paint.dim(page.proposal === null ? plain`The file as it is now:` : plain`The whole file as it would be:`);
}

function emptyNote(page: ChangePage, paint: Paint): Printable {
  if (page.payload.type === "delete") return paint.dim(plain`(not text: its content is not shown)`);
  return paint.dim(page.proposal === "" ? plain`(empty file)` : plain`(content unchanged)`);
}
