// The model's own words about a file. They are not ours and not to be believed: every row of them starts with a mark that
// none of our rows has, so that no text can look like a question, a warning or a line of the file.

import type { ChangePayload } from "../../approval/index.ts";
import { plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";

const MARK = plain`model> `;
/** For people who listen. */
const SPOKEN = plain`The model says: `;

export type ExplanationOptions = { readonly width: number; readonly paint: Paint; readonly inWords?: boolean };

export function modelRows(
  { explanation = "" }: Pick<ChangePayload, "explanation">,
  { width, paint, inWords = false }: ExplanationOptions,
): readonly Printable[] {
  const mark: Plain = inWords ? SPOKEN : MARK;
  return explanation
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .flatMap((line) => wrapWords(reveal(line, { reading: "prose" }), Math.max(1, width - mark.length)))
    .map((row) => printable`${paint.magenta(mark)}${paint.italic(row)}`);
}

// More than this is folded to fewer: the change is what counts.
const MOST_ROWS = 3;
const FEW_ROWS = 2;

/** Their beginning and how many more there are; `key` shows them. */
export function foldedModelRows(
  payload: Pick<ChangePayload, "explanation">,
  { key, ...options }: ExplanationOptions & { readonly key: Plain },
): readonly Printable[] {
  const rows = modelRows(payload, options);
  if (rows.length <= MOST_ROWS) return rows;
  const more = rows.length - FEW_ROWS;
  const note = wrapWords(plain`⋯ ${more} more rows of the model's words (${key})`, Math.max(1, options.width));
  return [...rows.slice(0, FEW_ROWS), ...note.map((row) => options.paint.dim(row))];
}
