// A change as the plain reviewer prints it: framed, warnings first, long ones cut with a word about the rest.
// Rows are drawn when they are printed; what is cut is counted and said.

import type { ChangePayload, ReviewPurpose } from "../../approval/index.ts";
import { joinPrintable, plain, printable, type Plain, type Printable } from "../../text/index.ts";
import { frame, innerWidth } from "../frame.ts";
import { changeInWords } from "../in-words.ts";
import type { Paint } from "../paint.ts";
import { keepEnd } from "../shorten.ts";
import { spokenRows } from "../view/continued.ts";
import { headingOf, type Heading, type HeadingOptions } from "../view/heading.ts";
import { foldedModelRows, modelRows } from "../view/model-rows.ts";
import { createRows, shownOf } from "../view/rows.ts";
import { cells, wrapWords } from "../wrap.ts";

// Up to this many rows a change is shown in place; above it the first rows, and v for the rest.
const INLINE_ROWS = 100;
const PREVIEW_ROWS = 50;
// Below this v is not offered; it still works.
const SMALL_ROWS = 30;
export const MAX_WIDTH = 120;

export type LineViewOptions = {
  /** Cells of the terminal. */
  readonly width: number;
  readonly paint: Paint;
  readonly show: (path: string) => string;
  /** Printed before the title, such as "[2/3] ". */
  readonly place: Plain;
  /** In words, for a screen reader: no frame, no columns. */
  readonly inWords?: boolean;
  /** `work-tree`: the change is on disk already. Default: it is proposed. */
  readonly purpose?: ReviewPurpose;
};

export type LineView = Omit<Heading, "warnings"> & {
  /** What is printed before the question, with line breaks. */
  readonly text: Printable;
  /** Nothing was left out of it. */
  readonly isWhole: boolean;
  /** And it is so little that there is nothing more to look for. */
  readonly isSmall: boolean;
};

export function viewInLines(change: ChangePayload, options: LineViewOptions): LineView {
  const width = Math.min(options.width, MAX_WIDTH);
  const { paint } = options;
  const view = columnOf(change, { ...options, width: innerWidth(width) });
  const shown = view.count <= INLINE_ROWS ? view.count : PREVIEW_ROWS;
  const heading = plain`${options.place}${view.title}`;
  const box = options.inWords
    ? [...spokenRows(plain``, heading, { width }), ...view.rows(shown)]
    : frame(heading, view.rows(shown), { width, paint });
  const rest =
    shown < view.count ? [plain`${view.count - shown} more rows are not on the screen; v shows everything.`] : [];
  const said = rest.flatMap((text) => wrapWords(text, width)).map(paint.yellow);
  const { title, question, more } = view;
  const isWhole = rest.length === 0;
  const isSmall = isWhole && view.count < SMALL_ROWS;
  return {
    title,
    question,
    more,
    isWhole,
    isSmall,
    text: printable`\n${joinPrintable([...box, ...said], plain`\n`)}\n`,
  };
}

/** Every row of a change and of the file as it will be, for a pager. */
export function everythingInLines(change: ChangePayload, options: LineViewOptions): Printable {
  const width = innerWidth(Math.min(options.width, MAX_WIDTH));
  const { paint } = options;
  const view = columnOf(change, { ...options, width, isWhole: true });
  const title = options.inWords ? spokenRows(plain``, view.title, { width }) : [keepEnd(view.title, width)];
  const isNew = change.type === "write" && !change.file_exists;
  const rest = isNew ? [] : [plain``, paint.bold(plain`The whole file:`), ...wholeRows(change, { ...options, width })];
  return joinPrintable([...title.map(paint.bold), ...view.rows(view.count), ...rest, plain``], plain`\n`);
}

/** The question and its keys in one row, or in two where they do not fit. `mark` ends the row. */
export function askInLines(
  { question, keys, mark }: { readonly question: Plain; readonly keys: Plain; readonly mark: Plain },
  { width, paint }: Pick<LineViewOptions, "width" | "paint">,
): Printable {
  const fits = cells(`${question} ${keys}${mark}`) < width;
  return printable`${question}${fits ? plain` ` : plain`\n`}${paint.bold(keys)}`;
}

/** Our own sentences, cut at words. */
export function sayInLines(text: Plain, { width }: Pick<LineViewOptions, "width">): Plain {
  return plain`${joinPrintable(wrapWords(text, Math.min(width, MAX_WIDTH)), plain`\n`)}\n`;
}

function wholeRows(change: ChangePayload, { width, paint, inWords: isSpoken }: LineViewOptions): Printable[] {
  if (isSpoken) return changeInWords(change, { as: "whole", width });
  const whole = createRows(shownOf(change), { width, paint, as: "whole" });
  return Array.from({ length: whole.count }, (_, at) => whole.row(at).text);
}

type Column = Omit<Heading, "warnings"> & { readonly count: number; rows(upTo: number): Printable[] };

type ColumnOptions = HeadingOptions & { readonly isWhole?: boolean };

/** Warnings, the model's words and rows as one column; `isWhole`: all of the model's words. */
function columnOf(change: ChangePayload, { isWhole = false, ...options }: ColumnOptions): Column {
  const { warnings, ...heading } = headingOf(change, options);
  const words = isWhole ? modelRows(change, options) : foldedModelRows(change, { ...options, key: plain`v` });
  const notes = [...warnings, ...words];
  if (options.inWords) {
    const all = [...notes, ...changeInWords(change, options)];
    return { ...heading, count: all.length, rows: (upTo) => all.slice(0, upTo) };
  }
  const rows = createRows(shownOf(change), options);
  return {
    ...heading,
    count: notes.length + rows.count,
    rows: (upTo) => Array.from({ length: upTo }, (_, at) => notes[at] ?? rows.row(at - notes.length).text),
  };
}
