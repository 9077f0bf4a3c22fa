// Rows of a report that say the same, in one row: hundreds of files that were written, or that were cancelled. What
// failed in its own way keeps its own row.

import { commonFolder, counted } from "../../base/index.ts";
import type { BlockResult } from "../../commit/index.ts";
import type { BlockOutcome } from "../../tools/index.ts";

export type ResultRow = { readonly result: BlockResult; readonly outcome: BlockOutcome };

export type GroupedRows = {
  readonly single: readonly ResultRow[];
  /** `words` is data: paths are in it. */
  readonly groups: readonly { readonly outcome: BlockOutcome; readonly words: string }[];
};

// As many rows fit on a screen, and fewer that say the same are worth their paths.
const MANY_ROWS = 20;
const SAME_ROWS = 4;

export function groupRows(rows: readonly ResultRow[]): GroupedRows {
  const { single, groups } = groupAlike(rows, (row) => JSON.stringify([row.outcome, sentenceOf(row)]));
  return {
    single,
    groups: groups.map((group) => ({ outcome: group[0]!.outcome, words: wordsFor(group) })), // A group has a row.
  };
}

/** Where there are many rows: those with the same key together. Both lists keep the order of `rows`. */
export function groupAlike<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { readonly single: readonly Row[]; readonly groups: readonly (readonly Row[])[] } {
  if (rows.length <= MANY_ROWS) return { single: rows, groups: [] };
  const alike = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [row]);
    else group.push(row);
  }
  const groups = [...alike.values()].filter((group) => group.length >= SAME_ROWS);
  const inGroup = new Set(groups.flat());
  return { single: rows.filter((row) => !inGroup.has(row)), groups };
}

/** "200 files below src" */
export function filesBelow(paths: readonly string[]): string {
  const folder = commonFolder(paths);
  return `${counted(paths.length, "file")}${folder === "" ? "" : ` below ${folder}`}`;
}

/** What was done is one thing, wherever in its file it was done. */
function sentenceOf({ outcome, result }: ResultRow): string {
  return DONE[outcome as keyof typeof DONE] ?? result.message; // Undefined for the other outcomes.
}

const DONE = {
  applied: "Applied.",
  already: "Already applied.",
  "would-apply": "Would be applied.",
} as const satisfies Partial<Record<BlockOutcome, string>>;

function wordsFor(group: readonly ResultRow[]): string {
  const paths = [...new Set(group.map(({ result }) => result.file_path ?? ""))];
  const files = filesBelow(paths);
  const edits = group.length === paths.length ? files : `${counted(group.length, "edit")} in ${files}`;
  return `${edits}: ${sentenceOf(group[0]!)}`; // A group has a row.
}
