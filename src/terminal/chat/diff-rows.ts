// What was changed, as the rows of the review: the same columns and the same marks, so that no line of a file can be
// taken for another line, another file or a word of ours.

import { grouped } from "../../base/index.ts";
import { plain, reveal, revealPath, type Plain, type Printable } from "../../text/index.ts";
import { shownInWords } from "../in-words.ts";
import type { MarkdownOptions } from "../markdown/render.ts";
import { continuedRows } from "../view/continued.ts";
import { createRows } from "../view/rows.ts";
import { wrapWords } from "../wrap.ts";
import type { FileDiff, Item } from "./types.ts";

export function diffRows(
  { files, most }: Extract<Item, { kind: "diff" }>,
  options: MarkdownOptions,
): readonly Printable[] {
  const rows = files.flatMap((file, at) => [...(at === 0 ? [] : [plain``]), ...fileRows(file, options)]);
  // One row more takes no more room than the words about it.
  if (most === null || rows.length <= most + 1) return rows;
  const more = reveal(grouped(rows.length - most));
  return [...rows.slice(0, most), plain`… and ${more} more rows: /diff shows all of them`];
}

function fileRows(file: FileDiff, options: MarkdownOptions): readonly Printable[] {
  const { width, paint } = options;
  const title = continuedRows(plain`${whatHappened(file)}: ${revealPath(file.path)}`, { width }).map(paint.bold);
  if (file.instead !== null) return [...title, ...wrapWords(plain`(${reveal(file.instead)})`, width).map(paint.dim)];
  if (options.inWords === true) return [...title, ...shownInWords(file, { width })];
  const rows = createRows(file, { width, paint });
  return [...title, ...Array.from({ length: rows.count }, (_, at) => rows.row(at).text)];
}

function whatHappened({ before, after, instead }: FileDiff): Plain {
  if (instead !== null) return plain`Changed`;
  return before === null ? plain`Created` : after === null ? plain`Deleted` : plain`Changed`;
}
