// The whole screen of a review as rows: files, a framed window on the page, the question, the keys. Pure.
// The rows of the question come last, so that they can be written when everything above them is on the screen.

import { isDeferred, pageOf, placedPaths, type Page, type Review } from "../../review/index.ts";
import {
  joinPrintable,
  plain,
  printable,
  repeatPlain,
  revealPath,
  slicePlain,
  spaces,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { keepEnd, keepStart } from "../shorten.ts";
import { cells, wrapWords } from "../wrap.ts";
import { footRows, type Inner, type ScreenOptions } from "./foot.ts";
import { helpRows } from "./help.ts";
import { kindOf } from "./purpose-keys.ts";
import type { PageView } from "./page-view.ts";

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
const MAX_WIDE = 240;
// With fewer rows for the change, everything that can be said shorter is.
const SMALLEST_WINDOW = 3;

/** Cells for the rows of a page. */
export function pageWidth(columns: number): number {
  return Math.max(10, Math.min(columns, MAX_WIDTH) - 4);
}

/** Cells for two columns of lines. */
export function wideWidth(columns: number): number {
  return Math.max(10, Math.min(columns, MAX_WIDE) - 4);
}

export function screenOf(review: Review, view: PageView, options: ScreenOptions): Screen {
  const { rows, paint } = options;
  const width = view.width + 4;
  const page = pageOf(review);
  const help =
    review.stage.kind === "help"
      ? helpRows({
          width: width - 4,
          paint,
          showing: review.stage.back === "choosing" ? "choosing" : "page",
          kind: kindOf(review),
        })
      : null;
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
  const rowsShown = isCut ? [plain`${top + 1}–${to} of ${count}`] : [];
  const positions = [...(help === null && view.where !== null ? [view.where] : []), ...rowsShown];
  const position = positions.length === 0 ? plain`` : plain` ${joinPrintable(positions, plain` · `)} `;
  const above = [...strip, ...frame(title, inside, { width, paint, position })];
  // What is asked goes before what it is asked about: a long rule is shown whole. A page that is cut for it is not seen.
  const room = Math.max(0, rows - 1 - foot.length);
  const isShown = above.length <= room;
  const isAnswerable = foot.length < rows && (isShown || !asksAboutPage(review));
  if (!isAnswerable) return tooSmall(page?.top ?? 0, { ...options, width, text: TOO_SMALL });
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

const TOO_SMALL = plain`Too small a window to show the change. Make it larger; n rejects, Ctrl-C stops.`;

/** Nothing can be agreed to here; a no is always possible. */
export function tooSmall(top: number, { width, rows, paint, text }: Inner & { readonly text: Plain }): Screen {
  const shown = wrapWords(text, width - 2).map((row) => printable` ${paint.yellow(row)}`);
  const kept = shown.slice(0, Math.max(1, rows - 1));
  return { rows: kept, foot: kept.length, from: top, to: 0, height: 1, isCut: false, top, isAnswerable: false };
}

/** Every file with its answer so far; the one on the screen is highlighted. Cut around it when there are many. */
function fileStrip(review: Review, { width, paint, show }: Inner): Printable {
  const { pages, at } = review;
  // Room for "‹" before and "› 12 more" after.
  const room = width - 8 - String(pages.length).length;
  const placed = placedPaths(review);
  const nameAt = (index: number): Plain =>
    keepStart(plain`${markOf(pages[index]!, placed)} ${nameOf(pages[index]!, show)}`, room - 2);
  const here = nameAt(at);
  let left = room - cells(here) - 2;
  // Only the names that may fit are made: there can be thousands.
  const take = (first: number, step: 1 | -1): Plain[] => {
    const taken: Plain[] = [];
    for (let index = first; index >= 0 && index < pages.length; index += step) {
      const name = nameAt(index);
      if (cells(name) + 2 > left) break;
      left -= cells(name) + 2;
      taken.push(name);
    }
    return taken;
  };
  const following = take(at + 1, 1);
  const preceding = take(at - 1, -1).reverse();
  const dim = (name: Plain): Printable => printable` ${paint.dim(name)} `;
  const shown = [...preceding.map(dim), paint.inverse(plain` ${here} `), ...following.map(dim)];
  const from = at - preceding.length;
  const to = at + 1 + following.length;
  const before = from > 0 ? plain`‹` : plain` `;
  const after = to < pages.length ? plain`› ${pages.length - to} more` : plain``;
  return printable`${before}${joinPrintable(shown, plain``)}${after}`;
}

function markOf(page: Page, placed: ReadonlySet<string>): Plain {
  if (isDeferred(page, placed)) return plain`↻`;
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

export function frame(
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
