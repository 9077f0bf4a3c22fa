// The overview of a batch on the whole screen: a framed tree, how far the review is, the keys. Pure. Only the rows that
// fit are drawn.

import { quoteName } from "../../approval/index.ts";
import { counted } from "../../base/index.ts";
import {
  overviewOf,
  type Listing,
  type OverviewRow,
  type PageState,
  type Review,
  type Sum,
} from "../../review/index.ts";
import {
  joinPrintable,
  plain,
  printable,
  repeatPlain,
  reveal,
  revealPath,
  spaces,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { keepEnd, keepStart } from "../shorten.ts";
import { cells, wrapWords } from "../wrap.ts";
import { footRows, type ScreenOptions } from "./foot.ts";
import { helpRows } from "./help.ts";
import { kindOf } from "./purpose-keys.ts";
import { frame, pageWidth, tooSmall, type Screen } from "./screen.ts";
import { wordsFor, type ReviewWords } from "./words.ts";

export function overviewScreen(review: Review, options: ScreenOptions): Screen {
  const { paint, rows } = options;
  const width = pageWidth(options.columns) + 4;
  const inner = { ...options, width };
  const listing = overviewOf(review);
  const { stage, overview } = review;
  const help =
    stage.kind === "help" ? helpRows({ width: width - 4, paint, showing: "overview", kind: kindOf(review) }) : null;
  const count = help?.length ?? listing.rows.length;
  const isShort = rows < LOW_SCREEN;
  const foot = [
    ...(isShort || help !== null ? [] : progressRows(review, listing, { width, paint })),
    ...footRows(review, NOTHING_ASKED, { ...inner, isBrief: false, isWhole: help !== null, hasEnd: true }),
  ];
  // The last row of the screen stays free; the frame has two.
  const height = rows - 3 - foot.length;
  if (height < 1) return tooSmall(overview.top, { ...inner, text: TOO_SMALL });
  const asked = stage.kind === "help" ? stage.top : following(overview.top, listing.cursor, height);
  const top = Math.max(0, Math.min(asked, count - height));
  const to = Math.min(count, top + height);
  const columns = columnsOf(listing, width - 4);
  const inside: Printable[] = [];
  for (let at = top; at < to; at += 1) {
    if (help !== null) inside.push(help[at]!);
    else
      inside.push(
        rowOf(listing.rows[at]!, { columns, paint, isCurrent: at === listing.cursor, words: wordsFor(review.purpose) }),
      );
  }
  if (help === null && count === 0) inside.push(paint.dim(keepStart(plain`No path contains this text.`, width - 4)));
  const position = count > height ? plain` ${top + 1}–${to} of ${count} ` : plain``;
  const title = help === null ? titleOf(review, listing) : plain`Keys`;
  return {
    rows: [...frame(title, inside, { width, paint, position }), ...foot],
    foot: foot.length,
    from: help === null ? top : overview.top,
    to,
    height,
    isCut: count > height,
    top,
    isAnswerable: true,
  };
}

// With fewer rows, how far the review is goes to the title alone.
const LOW_SCREEN = 14;
const TOO_SMALL = plain`Too small a window for the overview. Make it larger; Ctrl-C stops.`;
const NOTHING_ASKED = { question: plain``, more: null, count: 0 };

/** The window moves only as far as the cursor needs. */
function following(top: number, cursor: number, height: number): number {
  if (cursor < top) return cursor;
  return cursor >= top + height ? cursor - height + 1 : top;
}

function titleOf(review: Review, { total }: Listing): Plain {
  const { filter } = review.overview;
  const files = reveal(counted(review.pages.length, "file"));
  const lines = plain`+${total.added} −${total.removed}`;
  if (filter === "") return plain`Overview: ${files}, ${lines}`;
  return plain`Overview: ${total.files} of ${files} with "${keepStart(reveal(filter), 24)}", ${lines}`;
}

function progressRows(
  review: Review,
  { total }: Listing,
  { width, paint }: { width: number; paint: Paint },
): Printable[] {
  const { filter } = review.overview;
  const parts = [
    `${total.viewed} viewed`,
    `${total.applied} ${wordsFor(review.purpose).applied}`,
    `${total.rejected} ${wordsFor(review.purpose).rejected}`,
    `${total.undecided} to decide${total.separate === 0 ? "" : `, ${total.separate} of them one by one (⚠)`}`,
  ];
  const said = reveal(`${filter === "" ? "" : "Of these: "}${parts.join(" · ")}`);
  const missing = review.notShown === null ? [] : [reveal(review.notShown)];
  return [said, ...missing].flatMap((text) => wrapWords(text, width - 2)).map((row) => printable` ${paint.dim(row)}`);
}

type Columns = {
  readonly width: number;
  readonly added: number;
  readonly removed: number;
  /** What is said about the row; 0 where there is no room. */
  readonly words: number;
};

/** What does not fit is left out from the right: the words first, then the numbers. */
function columnsOf({ total }: Listing, width: number): Columns {
  const added = String(total.added).length + 1;
  const removed = String(total.removed).length + 1;
  if (width < NO_NUMBERS) return { width, added: 0, removed: 0, words: 0 };
  return { width, added, removed, words: width < NO_WORDS ? 0 : width < NARROW ? 12 : width < WIDE ? 18 : 24 };
}

const NO_NUMBERS = 32;
const NO_WORDS = 44;
const NARROW = 64;
const WIDE = 100;

type RowOptions = {
  readonly columns: Columns;
  readonly paint: Paint;
  readonly isCurrent: boolean;
  readonly words: ReviewWords;
};

function rowOf(row: OverviewRow, { columns, paint, isCurrent, words: called }: RowOptions): Printable {
  const { width, words } = columns;
  const to = row.kind === "file" ? row.to : null;
  // A file that only moves says that no line of it changes.
  const number = (sign: Plain, count: number, room: number): Plain =>
    room === 0 ? plain`` : plain` ${right(count === 0 && to === null ? plain`` : plain`${sign}${count}`, room)}`;
  const added = number(plain`+`, row.sum.added, columns.added);
  const removed = number(plain`−`, row.sum.removed, columns.removed);
  const said = keepStart(row.kind === "folder" ? folderWords(row.sum) : fileWords(row, called), Math.max(1, words));
  const end = words === 0 ? plain`` : plain`  ${said}${spaces(words - cells(said))}`;
  const indent = repeatPlain(plain`  `, Math.min(row.depth, MAX_INDENT, Math.floor(width / 8)));
  const mark = row.kind === "file" ? markOf(row.state) : row.isFolded ? plain`▸` : plain`▾`;
  const room = width - 2 - cells(added) - cells(removed) - cells(end);
  const from = revealPath(row.kind === "folder" ? `${row.name}/` : row.name);
  const name = to === null ? from : plain`${revealPath(quoteName(row.name))} → ${revealPath(quoteName(to))}`;
  const left = plain`${indent}${mark} ${keepEnd(name, Math.max(1, room - cells(indent) - 2))}`;
  const pad = spaces(room - cells(left));
  if (isCurrent) {
    return paint.inverse(plain`› ${left}${pad}${added}${removed}${end}`);
  }
  const colour = row.kind === "folder" ? paint.bold : stateInk(row.state, paint);
  const loud = row.kind === "file" ? stateInk(row.state, paint) : row.sum.separate > 0 ? paint.yellow : paint.dim;
  return printable`  ${colour(left)}${pad}${paint.green(added)}${paint.red(removed)}${loud(end)}`;
}

// Deeper folders are named by their rows; indenting them further would leave no room for names.
const MAX_INDENT = 8;

function right(text: Plain, width: number): Plain {
  return plain`${spaces(width - cells(text))}${text}`;
}

function markOf({ answer }: PageState): Plain {
  switch (answer) {
    case "applied":
      return plain`✓`;
    case "rejected":
      return plain`✗`;
    case "again":
      return plain`↻`;
    case "none":
      return plain`·`;
    default:
      return answer satisfies never;
  }
}

function stateInk({ answer, separate, viewed }: PageState, paint: Paint): (text: Printable) => Printable {
  if (answer === "applied") return paint.green;
  if (answer === "rejected") return paint.red;
  if (separate !== null) return paint.yellow;
  return viewed === "whole" ? paint.dim : (text) => text;
}

function folderWords(sum: Sum): Plain {
  const files = reveal(counted(sum.files, "file"));
  const answers = [
    ...(sum.applied > 0 ? [plain`${sum.applied}✓`] : []),
    ...(sum.rejected > 0 ? [plain`${sum.rejected}✗`] : []),
    ...(sum.separate > 0 ? [plain`${sum.separate}⚠`] : []),
  ];
  return answers.reduce((said, each) => plain`${said} ${each}`, files);
}

const SEPARATE = {
  protected: plain`⚠ protected`,
  likely: plain`⚠ unsure`,
  risky: plain`⚠ warning`,
  unplaced: plain`⚠ has no place yet`,
  unshown: plain`⚠ not shown`,
} as const;

type FileRow = Extract<OverviewRow, { kind: "file" }>;

const BECOMES = { new: plain`new`, deleted: plain`deleted` } as const;

function fileWords({ state, becomes }: FileRow, called: ReviewWords): Plain {
  const { answer, viewed, isPart, isEdited, separate } = state;
  const how = isEdited ? plain`, edited` : isPart ? plain`, in part` : plain``;
  switch (answer) {
    case "applied":
      return plain`${called.applied}${how}`;
    case "rejected":
      return called.rejected;
    case "again":
      return plain`asked again`;
    case "none": {
      const seen = viewed === "whole" ? [plain`viewed`] : viewed === "part" ? [plain`viewed in part`] : [];
      const chosen = isEdited ? [plain`edited`] : isPart ? [plain`some chosen`] : seen;
      return joinPrintable(
        [
          ...(separate === null ? [] : [SEPARATE[separate]]),
          ...(becomes === null ? [] : [BECOMES[becomes]]),
          ...(separate === null ? chosen : seen),
        ],
        plain`, `,
      );
    }
    default:
      return answer satisfies never;
  }
}
