// One page of a review as a title, rows and a question. Rows are drawn when they are asked for; nothing of what would
// be written is left out of them.

import { counted } from "../../base/index.ts";
import { lines as linesOf, type ApprovalPayload, type ShellPayload } from "../../approval/index.ts";
import {
  canChoose,
  canSplit,
  contentOf,
  isWhole,
  matchAt,
  matchesOf,
  rangeOf,
  type ChangePage,
  type Hidden,
  type LinePlace,
  type Match,
  type OpenPage,
  type Page,
  type PageComment,
  type Review,
} from "../../review/index.ts";
import { plain, printable, reveal, type Plain, type Printable, type Span } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { createColumns } from "../view/columns.ts";
import { commandView } from "../view/command-view.ts";
import { continuedRows } from "../view/continued.ts";
import { fullTitle, headingOf } from "../view/heading.ts";
import { placeRows } from "../view/place-rows.ts";
import { createRows } from "../view/rows.ts";
import { revealTarget } from "../view/target-path.ts";
import type { Found, Row, Rows } from "../view/types.ts";
import { cells, wrap, wrapWords } from "../wrap.ts";
import { explanationRows } from "./reading/explanation.ts";
import { wordsFor, type ReviewWords } from "./words.ts";

export type PageView = {
  readonly title: Plain;
  /** Cells of its rows. */
  readonly width: number;
  /** In how many columns a change is shown; `canBeTwo`: there is room for two. */
  readonly columns: 1 | 2;
  readonly canBeTwo: boolean;
  readonly count: number;
  /** How many of them are above what is asked about: a title too long for the border, warnings. */
  readonly lead: number;
  /** Painted, at most the given width. */
  row(at: number): Printable;
  /** What is asked, without keys. */
  readonly question: Plain;
  /** What v shows, or null where there is no more than this. */
  readonly more: Plain | null;
  /** Where the cursor is, on the frame; null where it is not used. */
  readonly where: Plain | null;
  /** Names how rows are counted. */
  readonly layout: string;
  /** The line that a row shows; null for what is no line of the change. */
  placeAt(row: number): LinePlace | null;
  /** The first row in the range that shows a changed line; null when there is none. */
  firstChange(range: { readonly from: number; readonly to: number }): number | null;
  /** The rows of a change, half open. */
  rowsOf(hunk: number): { readonly from: number; readonly to: number } | null;
  /** The changes it shows, from the top. */
  readonly hunks: readonly number[];
  /** The first row of a line, or the nearest after it. */
  rowOf(place: LinePlace, offset?: number): number;
  /** The lines that are folded into a row. */
  hiddenAt(row: number): Hidden | null;
};

/** A page that is no change of a file. */
const NO_LINES = {
  rowsOf: () => null,
  placeAt: () => null,
  firstChange: () => null,
  where: null,
  columns: 1,
  canBeTwo: false,
  hunks: [],
  rowOf: () => 0,
  hiddenAt: () => null,
} as const;

export type ViewOptions = {
  readonly width: number;
  /** Cells there are for two columns. */
  readonly wide: number;
  readonly paint: Paint;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
};

/** Keeps what was laid out last: scrolling must not lay out a file again. */
export class PageViews {
  #key: readonly unknown[] = [];
  #rows: Rows | null = null;
  #shown: ShellPayload | null = null;
  #view: PageView | null = null;

  of(review: Review, page: Page, options: ViewOptions): PageView {
    switch (page.kind) {
      case "change":
        return this.#change(review, page, options);
      case "open":
        return openView(page, options);
      case "plain":
        return page.payload.type === "shell" ? this.#command(page.payload, options) : plainView(page.payload, options);
      default:
        return page satisfies never;
    }
  }

  #change(review: Review, page: ChangePage, given: ViewOptions): PageView {
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
    const rows = this.#layOut(
      [payload, before, after, changes, context, opened, width, paint, view, choosing, columns],
      () =>
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
    const comments = page.comments.flatMap((comment) => commentNote(comment, options));
    const notes =
      view === "whole"
        ? [wholeNote(page, paint)]
        : [...heading.warnings, ...explanationRows(page, options), ...comments];
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

  #command(payload: ShellPayload, { width, paint }: ViewOptions): PageView {
    if (this.#view === null || this.#view.layout !== String(width) || this.#shown !== payload) {
      const view = commandView(payload, { width, paint });
      this.#view = {
        ...view,
        width,
        lead: 0,
        more: null,
        layout: String(width),
        ...NO_LINES,
      };
      this.#shown = payload;
    }
    return this.#view;
  }

  #layOut(key: readonly unknown[], make: () => Rows): Rows {
    if (this.#rows === null || key.some((part, at) => part !== this.#key[at])) {
      this.#rows = make();
      this.#key = key;
    }
    return this.#rows;
  }
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
  const where = side === "old" ? plain`${lines} before` : lines;
  return wrapWords(plain`» ${where}: ${reveal(text)}`, width).map((row) => paint.cyan(row));
}

function wholeNote(page: ChangePage, paint: Paint): Printable {
  return paint.dim(page.proposal === null ? plain`The file as it is now:` : plain`The whole file as it would be:`);
}

function emptyNote(page: ChangePage, paint: Paint): Printable {
  if (page.payload.type === "delete") return paint.dim(plain`(not text: its content is not shown)`);
  return paint.dim(page.proposal === "" ? plain`(empty file)` : plain`(content unchanged)`);
}

/** An edit that fits nowhere exactly, or in several places: what each place would change. */
function openView(page: OpenPage, { width, paint, show }: ViewOptions): PageView {
  const { edit, place } = page;
  const places = edit.places.length;
  const title = plain`Where? ${revealTarget(edit, show)} (${reveal(counted(places, "place"))})`;
  const full = fullTitle(title, { width, paint });
  const rows: readonly Printable[] = [
    ...full,
    ...wrapWords(reveal(edit.message, { keepMarks: true }), width),
    plain``,
    ...edit.places.flatMap(({ line, rule }, at) => {
      const why = rule === null ? plain`the same text is here` : plain`found by the rule "${reveal(rule)}"`;
      const text = plain`${at === place ? plain`▸` : plain` `} line ${line} · ${why}`;
      return wrap(text, width).map((row) => (at === place ? paint.bold(row) : row));
    }),
    ...(edit.places.length === 0
      ? []
      : [plain``, ...placeRows(edit.places[place]?.unified_diff ?? "", { width, paint })]),
  ];
  return {
    title,
    width,
    count: rows.length,
    lead: full.length,
    row: (at) => rows[at]!,
    question:
      places === 0 ? plain`Leave this edit out?` : plain`Put it at line ${edit.places[place]?.line ?? plain`?`}?`,
    more: null,
    layout: `${width} ${place}`,
    ...NO_LINES,
  };
}

/** A read, or a type of a later version: what it says about itself. */
function plainView(payload: ApprovalPayload, { width, paint, show }: ViewOptions): PageView {
  const asked = asking(payload, show);
  const warnings = payload.risks
    .flatMap((risk) => wrapWords(plain`⚠ ${reveal(risk.message, { keepMarks: true })}`, width))
    .map((row) => paint.yellow(row));
  const rows = [...warnings, ...asked.rows.flatMap((row) => continuedRows(row, { width }))];
  return {
    title: asked.title,
    width,
    count: rows.length,
    lead: warnings.length,
    row: (at) => rows[at]!,
    question: asked.question,
    more: null,
    layout: String(width),
    ...NO_LINES,
  };
}

type Asking = { readonly title: Plain; readonly rows: readonly Plain[]; readonly question: Plain };

function asking(payload: ApprovalPayload, show: (path: string) => string): Asking {
  const one = (text: string): Plain => reveal(text);
  switch (payload.type) {
    case "read": {
      const size =
        payload.file_lines === null
          ? []
          : [one(`${linesOf(payload.file_lines)}, ${counted(payload.file_bytes ?? 0, "byte")}`)];
      const rows = [one(payload.description), ...size];
      return { title: plain`Read: ${revealTarget(payload, show)}`, rows, question: plain`Let it read this?` };
    }
    default: {
      const description = one(payload.description);
      return { title: plain`Approve`, rows: [description], question: plain`"${description}" - Approve?` };
    }
  }
}
