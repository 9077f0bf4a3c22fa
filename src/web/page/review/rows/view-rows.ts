// Everything a list shows of a change, from the top: what is to be known first, the lines, and comments between them.
// Pure; drawn by change-view.tsx.

import { rangeOf, type ChangePage, type LinePlace, type PageComment, type Stage } from "../../../../review/index.ts";
import type { Insert } from "./inserted-rows.ts";
import { withInserts } from "./inserted-rows.ts";
import type { PageRow, PageRows } from "./segments.ts";

/** A comment that was made, or the box for the one being typed. */
export type Extra =
  | { readonly kind: "comment"; readonly comment: PageComment }
  | { readonly kind: "box"; readonly text: string };

export type ViewRow = { readonly kind: "lead" } | PageRow | Extra;

export type ViewRows = {
  readonly count: number;
  row(at: number): ViewRow;
  keyOf(at: number): string;
  rowOf(key: string): number | null;
  lengthAt(at: number): number;
  rowOfHunk(hunk: number): number | null;
  rowOfLine(place: LinePlace): number | null;
  /** The same range without comments between the rows: what the review counts. */
  counted(range: { readonly from: number; readonly to: number }): { readonly from: number; readonly to: number };
  readonly countedRows: number;
  /** Comments on lines that are folded. */
  readonly elsewhere: readonly PageComment[];
};

export function viewRows(rows: PageRows, { comments }: Pick<ChangePage, "comments">, stage: Stage): ViewRows {
  const inserts: Insert<Extra>[] = [];
  const elsewhere: PageComment[] = [];
  for (const comment of comments) {
    const row = lastRowOf(rows, { side: comment.side, line: comment.to });
    if (row === null) elsewhere.push(comment);
    else inserts.push({ below: row, extra: { kind: "comment", comment } });
  }
  if (stage.kind === "commenting" && stage.text !== null) {
    const { side, to } = rangeOf(stage);
    const row = lastRowOf(rows, { side, line: to });
    if (row !== null) inserts.push({ below: row, extra: { kind: "box", text: stage.text } });
  }
  const all = withInserts(rows, inserts);
  const LEAD = 1;
  const own = (at: number): number => {
    if (at < LEAD) return at;
    for (let next = at - LEAD; next < all.count; next += 1) {
      const found = all.find(next);
      if (found.kind === "own") return found.row + LEAD;
    }
    return rows.count + LEAD;
  };
  const placed = (row: number | null): number | null => (row === null ? null : all.at(row) + LEAD);
  return {
    count: all.count + LEAD,
    countedRows: rows.count + LEAD,
    elsewhere,
    row(at) {
      if (at < LEAD) return { kind: "lead" };
      const found = all.find(at - LEAD);
      return found.kind === "own" ? rows.row(found.row) : found.extra;
    },
    lengthAt(at) {
      if (at < LEAD) return 0;
      const found = all.find(at - LEAD);
      return found.kind === "own" ? rows.lengthAt(found.row) : 0;
    },
    keyOf: (at) => (at < LEAD || at - LEAD >= all.count ? "lead" : keyOf(all.find(at - LEAD), rows)),
    rowOf: (key) => (key === "lead" ? 0 : placed(rowOfKey(key, rows))),
    rowOfHunk: (hunk) => placed(rows.rowOfHunk(hunk)),
    rowOfLine: ({ side, line }) => placed(rows.rowOfLine(side, line)),
    counted: ({ from, to }) => ({
      from: own(from),
      to: to <= from ? own(from) : own(to - 1) + (isOwn(to - 1) ? 1 : 0),
    }),
  };

  function isOwn(at: number): boolean {
    return at < LEAD || all.find(at - LEAD).kind === "own";
  }
}

/** The last row of a line: a long one has several. */
function lastRowOf(rows: PageRows, { side, line }: LinePlace): number | null {
  const first = rows.rowOfLine(side, line);
  if (first === null) return null;
  let last = first;
  while (last + 1 < rows.count && isContinued(rows.row(last))) last += 1;
  return last;
}

function isContinued(row: PageRow): boolean {
  if (row.kind === "pair") return row.old?.isCut === true || row.new?.isCut === true;
  return row.kind === "line" && row.isCut;
}

/** By line, so that what is inserted or opened above changes no name. */
function keyOf(found: ReturnType<ReturnType<typeof withInserts<Extra>>["find"]>, rows: PageRows): string {
  if (found.kind === "extra") return "";
  const row = rows.row(found.row);
  switch (row.kind) {
    case "line":
      return `${row.side} ${row.line + 1}`;
    case "pair": {
      const cell = row.new ?? row.old;
      return cell === null ? `row ${found.row}` : `${cell.side} ${cell.line + 1}`;
    }
    case "hunk":
      return `hunk ${row.hunk}`;
    case "words":
    case "unended":
      return `row ${found.row}`;
    default:
      return row satisfies never;
  }
}

function rowOfKey(key: string, rows: PageRows): number | null {
  const [kind, number] = key.split(" ");
  const at = Number(number);
  switch (kind) {
    case "old":
    case "new":
      return rows.rowOfLine(kind, at);
    case "hunk":
      return rows.rowOfHunk(at);
    case "row":
      return at < rows.count ? at : null;
    default:
      return null;
  }
}
