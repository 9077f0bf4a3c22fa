// The whole screen of a review as rows: files, a framed window on the page, the question, the keys. Pure.
// The rows of the question come last, so that they can be written when everything above them is on the screen.

import { counted } from "../../base/index.ts";
import { describeRemembered } from "../../approval/index.ts";
import { isDeferred, pageOf, type Page, type Review } from "../../review/index.ts";
import {
  joinPrintable,
  plain,
  printable,
  repeatPlain,
  reveal,
  revealPath,
  slicePlain,
  spaces,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { keepEnd, keepStart } from "../shorten.ts";
import { cells, wrapWords } from "../wrap.ts";
import { helpRows } from "./help.ts";
import { hintRow } from "./hints.ts";
import type { PageView } from "./page-view.ts";

export type ScreenOptions = {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  readonly show: (path: string) => string;
};

export type Screen = {
  readonly rows: readonly Printable[];
  /** How many of them, at the end, are the question. */
  readonly foot: number;
  /** Which rows of the page are on it. */
  readonly from: number;
  readonly to: number;
  /** How many would fit. */
  readonly height: number;
  /** There are more of them, or of the help, than fit. */
  readonly isCut: boolean;
  /** First row of the help, or of the page. */
  readonly top: number;
  /** What is asked is there, and something of what it is asked about. */
  readonly isAnswerable: boolean;
};

// A frame wider than this makes the eye travel.
const MAX_WIDTH = 140;
// With fewer rows for the change, everything that can be said shorter is.
const SMALLEST_WINDOW = 3;
// A change of fewer rows than this, all of them on the screen, is asked about with yes and no alone.
const SMALL_ROWS = 30;

/** Cells for the rows of a page. */
export function pageWidth(columns: number): number {
  return Math.max(10, Math.min(columns, MAX_WIDTH) - 4);
}

export function screenOf(review: Review, view: PageView, options: ScreenOptions): Screen {
  const { rows, paint } = options;
  const width = pageWidth(options.columns) + 4;
  const page = pageOf(review);
  const help = review.stage.kind === "help" ? helpRows({ width: width - 4, paint }) : null;
  const count = help?.length ?? view.count;
  const asked = review.stage.kind === "help" ? review.stage.top : (page?.top ?? 0);
  const { strip, foot, height } = fit(review, view, { ...options, width, count, asked });
  const top = Math.max(0, Math.min(asked, count - height));
  const to = Math.min(count, top + height);
  const inside: Printable[] = [];
  for (let at = top; at < to; at += 1) inside.push(help === null ? view.row(at) : help[at]!);
  const place = review.pages.length > 1 ? plain`[${review.at + 1}/${review.pages.length}] ` : plain``;
  const title = help === null ? plain`${place}${view.title}` : plain`Keys`;
  const isCut = count > height;
  const position = isCut ? plain` ${top + 1}–${to} of ${count} ` : plain``;
  const above = [...strip, ...frame(title, inside, { width, paint, position })];
  // What is asked goes before what it is asked about: a long rule is shown whole. A page that is cut for it is not seen.
  const room = Math.max(0, rows - 1 - foot.length);
  const isShown = above.length <= room;
  const isAnswerable = foot.length < rows && (isShown || !asksAboutPage(review));
  if (!isAnswerable) return tooSmall(page?.top ?? 0, { ...options, width });
  return {
    rows: [...above.slice(0, room), ...foot],
    foot: foot.length,
    from: help === null ? top : (page?.top ?? 0),
    to: help === null && isShown ? to : 0,
    height,
    isCut,
    top,
    isAnswerable,
  };
}

type Fit = { readonly strip: readonly Printable[]; readonly foot: readonly Printable[]; readonly height: number };

/** What is around the window, shorter where the screen is low. */
function fit(review: Review, view: PageView, options: Inner & { readonly count: number; readonly asked: number }): Fit {
  const { count, rows, asked } = options;
  // The last row of the screen stays free; the frame has two.
  const around = (strip: readonly Printable[], isBrief: boolean): Fit => {
    const room = rows - 3 - strip.length;
    const longest = footRows(review, view, { ...options, isBrief, isWhole: false, hasEnd: false });
    const isWhole = count <= room - longest.length;
    const hasEnd = asked >= count - (room - longest.length);
    const foot = hasEnd ? footRows(review, view, { ...options, isBrief, isWhole, hasEnd }) : longest;
    return { strip, foot, height: room - foot.length };
  };
  const full = around(review.pages.length > 1 ? [fileStrip(review, options)] : [], false);
  const wanted = full.height >= Math.min(SMALLEST_WINDOW, count) ? full : around([], true);
  return { ...wanted, height: Math.max(1, wanted.height) };
}

/** A yes here is to what the page shows; elsewhere it is to what the question says itself. */
function asksAboutPage({ stage }: Review): boolean {
  return stage.kind === "reading" || stage.kind === "choosing" || stage.kind === "help";
}

/** Nothing can be agreed to here; a no is always possible. */
function tooSmall(top: number, { width, rows, paint }: Inner): Screen {
  const text = plain`Too small a window to show the change. Make it larger; n rejects, Ctrl-C stops.`;
  const shown = wrapWords(text, width - 2).map((row) => printable` ${paint.yellow(row)}`);
  const kept = shown.slice(0, Math.max(1, rows - 1));
  return { rows: kept, foot: kept.length, from: top, to: 0, height: 1, isCut: false, top, isAnswerable: false };
}

type Inner = ScreenOptions & { readonly width: number };

/** Every file with its answer so far; the one on the screen is highlighted. Cut around it when there are many. */
function fileStrip(review: Review, { width, paint, show }: Inner): Printable {
  // Room for "‹" before and "› 12 more" after.
  const room = width - 8 - String(review.pages.length).length;
  const names = review.pages.map((page) => keepStart(plain`${markOf(review, page)} ${nameOf(page, show)}`, room - 2));
  let from = review.at;
  let to = review.at + 1;
  let used = cells(names[from]!) + 2;
  for (;;) {
    const after = to < names.length ? cells(names[to]!) + 2 : Infinity;
    const before = from > 0 ? cells(names[from - 1]!) + 2 : Infinity;
    if (used + after <= room) [to, used] = [to + 1, used + after];
    else if (used + before <= room) [from, used] = [from - 1, used + before];
    else break;
  }
  const shown = names.slice(from, to).map((name, index) => {
    return from + index === review.at ? paint.inverse(plain` ${name} `) : printable` ${paint.dim(name)} `;
  });
  const before = from > 0 ? plain`‹` : plain` `;
  const after = to < names.length ? plain`› ${names.length - to} more` : plain``;
  return printable`${before}${joinPrintable(shown, plain``)}${after}`;
}

function markOf(review: Review, page: Page): Plain {
  if (isDeferred(review, page)) return plain`↻`;
  switch (page.answer?.kind) {
    case "apply":
    case "place":
      return plain`✓`;
    case "reject":
    case "left":
      return plain`✗`;
    case undefined:
      return plain`·`;
    default:
      return page.answer satisfies never;
  }
}

function nameOf(page: Page, show: (path: string) => string): Plain {
  const path = page.kind === "open" ? page.edit.path : page.payload.path;
  const shown = revealPath(show(path));
  const name = slicePlain(shown, shown.lastIndexOf("/") + 1);
  return page.kind === "open" ? plain`${name}?` : name;
}

function frame(
  title: Plain,
  inside: readonly Printable[],
  { width, paint, position }: { readonly width: number; readonly paint: Paint; readonly position: Plain },
): Printable[] {
  const inner = width - 4;
  const shown = keepEnd(title, inner - 2);
  const edge = paint.yellow(plain`│`);
  const rule = repeatPlain(plain`─`, width - 5 - cells(shown));
  const below = repeatPlain(plain`─`, width - 3 - cells(position));
  return [
    printable`${paint.yellow(plain`┌─`)} ${paint.bold(shown)} ${paint.yellow(plain`${rule}┐`)}`,
    ...inside.map((row) => printable`${edge} ${row}${spaces(inner - cells(row))} ${edge}`),
    printable`${paint.yellow(plain`└${below}`)}${paint.dim(position)}${paint.yellow(plain`─┘`)}`,
  ];
}

type FootOptions = Inner & {
  /** Only what must be said: the screen is low. */
  readonly isBrief: boolean;
  /** Every row of the page, or of the help, is on the screen. */
  readonly isWhole: boolean;
  /** The last of them is. */
  readonly hasEnd: boolean;
};

/** Under the frame: what is to be known, the question with its keys, the hint row. */
function footRows(review: Review, view: PageView, options: FootOptions): Printable[] {
  const { width, paint } = options;
  const notice =
    review.notice === null
      ? []
      : wrapWords(reveal(review.notice, { keepMarks: true }), width - 2).map((row) => printable` ${paint.yellow(row)}`);
  const words = (text: Plain): Plain[] => wrapWords(text, width - 2).map((row) => plain` ${row}`);
  const hints = printable` ${hintRow(review, { width: width - 2, paint, hasEnd: options.hasEnd })}`;
  const { stage } = review;
  switch (stage.kind) {
    case "reason": {
      const room = width - 5;
      const text = reveal(stage.text, { tabs: true, typed: true });
      return [
        ...notice,
        ...words(plain`Why not? The model sees this.`),
        printable` ${paint.bold(plain`›`)} ${keepEnd(text, room)}${paint.inverse(plain` `)}`,
        hints,
      ];
    }
    case "remembering":
      return [
        ...notice,
        ...words(
          stage.all
            ? plain`Apply all of this, and from now on in this session do not ask for:`
            : plain`Apply this, and from now on do not ask for:`,
        ),
        ...stage.offers.flatMap((offer, at) => {
          const text = reveal(describeRemembered(offer));
          if (at !== stage.offer) return [plain`   ${keepEnd(text, width - 5)}`];
          return words(plain`▸ ${text}`).map((row) => paint.bold(row));
        }),
        ...(review.remember === null ? [] : words(plain`(instead of ${reveal(describeRemembered(review.remember))})`)),
        hints,
      ];
    case "stopping": {
      const yes = review.pages.filter(({ answer }) => answer?.kind === "apply" || answer?.kind === "place").length;
      return [
        ...notice,
        ...words(
          plain`Stop here. Write the ${yes === 1 ? plain`file` : reveal(counted(yes, "file"))} you approved so far? [y/n]`,
        ),
        hints,
      ];
    }
    case "editing":
      return [...notice, ...words(plain`Your editor is open. Save and close it to come back.`), hints];
    default:
      return [...notice, ...words(questionOf(review, view, options)), ...(options.isBrief ? [] : [hints])];
  }
}

function questionOf(review: Review, view: PageView, { isBrief, isWhole, hasEnd }: FootOptions): Plain {
  if (review.stage.kind === "help")
    return isWhole ? plain`Any key closes this.` : plain`↑↓ scroll; any other key closes this.`;
  const page = pageOf(review);
  if (page?.kind === "plain" && !page.seen.end && !hasEnd)
    return isBrief ? plain`Scroll to the end, then y. [n]` : plain`${view.question} Scroll to its end, then y. [n]`;
  if (review.stage.kind === "choosing" || isBrief) return plain`${view.question} [y/n]`;
  if (page?.kind === "change" && page.view === "whole") return plain`${view.question} [y/n/v(iew change)]`;
  const more = isWhole && view.count < SMALL_ROWS ? null : view.more;
  return plain`${view.question} [y/n${more === null ? plain`` : plain`/v(${slicePlain(more, 1)})`}]`;
}
