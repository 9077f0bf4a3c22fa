// Under the frame of a review: what is to be known, what is asked, and the keys for it. The same under a page and under
// the overview.

import { describeRemembered } from "../../approval/index.ts";
import { counted } from "../../base/index.ts";
import { describeBulk, matchesOf, pageOf, rangeOf, type Review } from "../../review/index.ts";
import { plain, printable, reveal, slicePlain, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { keepEnd } from "../shorten.ts";
import { cells, wrapWords } from "../wrap.ts";
import { hintRow } from "./hints.ts";
import type { PageView } from "./page-view.ts";

export type ScreenOptions = {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  readonly show: (path: string) => string;
};

export type Inner = ScreenOptions & { readonly width: number };

/** What a page asks; the overview asks nothing by itself. */
export type Asked = Pick<PageView, "question" | "more" | "count">;

// A change of fewer rows than this, all of them on the screen, is asked about with yes and no alone.
const SMALL_ROWS = 30;

export type FootOptions = Inner & {
  /** Only what must be said: the screen is low. */
  readonly isBrief: boolean;
  /** Every row of the page, or of the help, is on the screen. */
  readonly isWhole: boolean;
  /** The last of them is. */
  readonly hasEnd: boolean;
};

/** Under the frame: what is to be known, the question with its keys, the hint row. */
export function footRows(review: Review, view: Asked, options: FootOptions): Printable[] {
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
        ...(review.remember === null
          ? []
          : words(plain`(instead of ${reveal(describeRemembered(review.remember.rule))})`)),
        hints,
      ];
    case "commenting":
      return [...notice, ...commentRows(stage, { words, width, paint }), hints];
    case "stopping": {
      if (review.purpose === "work-tree")
        return [...notice, ...words(plain`Leave the review? Every file stays as it is. [y/n]`), hints];
      const yes = review.pages.filter(({ answer }) => answer?.kind === "apply" || answer?.kind === "place").length;
      const files = yes === 1 ? plain`file` : reveal(counted(yes, "file"));
      return [
        ...notice,
        ...words(
          review.staysOpen
            ? plain`Leave. Approve the ${files} you approved so far and reject the rest? Otherwise the question stays open. [y/n]`
            : plain`Stop here. Write the ${files} you approved so far? [y/n]`,
        ),
        hints,
      ];
    }
    case "searching":
      return [...notice, searchRow(review, stage, { width, paint }), hints];
    case "filtering": {
      const text = reveal(review.overview.filter, { tabs: true, typed: true });
      return [
        ...notice,
        printable` ${paint.bold(plain`Filter:`)} ${keepEnd(text, Math.max(1, width - 12))}${paint.inverse(plain` `)}`,
        hints,
      ];
    }
    case "bulk": {
      const { question, notes } = describeBulk(stage.bulk, { show: options.show, purpose: review.purpose });
      const said = notes.flatMap((note) => words(reveal(note))).map((row) => paint.yellow(row));
      return [...notice, ...said, ...words(plain`${reveal(question)} [y/n]`).map((row) => paint.bold(row)), hints];
    }
    case "editing":
      return [...notice, ...words(plain`Your editor is open. Save and close it to come back.`), hints];
    default:
      if (review.showing === "overview" && stage.kind === "reading") return [...notice, hints];
      return [...notice, ...words(questionOf(review, view, options)), ...(options.isBrief ? [] : [hints])];
  }
}

/** What is searched for, and which of its matches is on the screen. */
function searchRow(
  review: Review,
  { text, at, isTyping }: Extract<Review["stage"], { kind: "searching" }>,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): Printable {
  const page = pageOf(review);
  const { matches, isCut } = page?.kind === "change" ? matchesOf(page, text) : { matches: [], isCut: false };
  const all = reveal(counted(matches.length, "match", "matches"));
  const count =
    text === ""
      ? plain``
      : at === null
        ? plain`  no match in this file`
        : plain`  ${at + 1} of ${isCut ? plain`more than ` : plain``}${all}`;
  const room = Math.max(1, width - 12 - cells(count));
  const typed = keepEnd(reveal(text, { tabs: true, typed: true }), room);
  return printable` ${paint.bold(plain`Search:`)} ${typed}${isTyping ? paint.inverse(plain` `) : plain``}${paint.dim(count)}`;
}

type CommentOptions = {
  readonly words: (text: Plain) => Plain[];
  readonly width: number;
  readonly paint: Paint;
};

function commentRows(
  stage: Extract<Review["stage"], { kind: "commenting" }>,
  { words, width, paint }: CommentOptions,
): Printable[] {
  const { side, from, to } = rangeOf(stage);
  const lines = from === to ? plain`line ${from}` : plain`lines ${from}–${to}`;
  const where = side === "old" ? plain`${lines} before the change` : lines;
  if (stage.text === null) return words(plain`Comment on ${where}.`);
  const text = reveal(stage.text, { tabs: true, typed: true });
  return [
    ...words(plain`Comment on ${where}; saved empty, it is removed:`),
    printable` ${paint.bold(plain`›`)} ${keepEnd(text, width - 5)}${paint.inverse(plain` `)}`,
  ];
}

function questionOf(review: Review, view: Asked, { isBrief, isWhole, hasEnd }: FootOptions): Plain {
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
