// The model's own words above a change. They are not ours and not to be believed: every row of them starts with a mark
// that none of our rows has, so that no text can look like a question, a warning or a line of the file.

import type { ChangePage } from "../../../review/index.ts";
import { plain, printable, reveal, type Printable } from "../../../text/index.ts";
import type { Paint } from "../../paint.ts";
import { wrapWords } from "../../wrap.ts";

const MARK = plain`model> `;
// More than this is folded to fewer: the change is what counts.
const MOST_ROWS = 3;
const FEW_ROWS = 2;

export type ExplanationOptions = { readonly width: number; readonly paint: Paint };

export function explanationRows(page: ChangePage, { width, paint }: ExplanationOptions): readonly Printable[] {
  const words = page.payload.explanation ?? "";
  if (words === "") return [];
  const rows = words
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .flatMap((line) => wrapWords(reveal(line, { reading: "prose" }), Math.max(1, width - MARK.length)))
    .map((row) => printable`${paint.magenta(MARK)}${paint.italic(row)}`);
  if (page.isExplained || rows.length <= MOST_ROWS) return rows;
  return [...rows.slice(0, FEW_ROWS), paint.dim(plain`⋯ ${rows.length - FEW_ROWS} more rows of the model's words (m)`)];
}
