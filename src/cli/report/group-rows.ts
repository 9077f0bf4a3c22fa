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
  if (rows.length <= MANY_ROWS) return { single: rows, groups: [] };
  const alike = new Map<string, ResultRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.outcome, sentenceOf(row)]);
    const group = alike.get(key);
    if (group === undefined) alike.set(key, [row]);
    else group.push(row);
  }
  const grouped = [...alike.values()].filter((group) => group.length >= SAME_ROWS);
  const inGroup = new Set(grouped.flat());
  return {
    single: rows.filter((row) => !inGroup.has(row)),
    groups: grouped.map((group) => ({ outcome: group[0]!.outcome, words: wordsFor(group) })), // A group has a row.
  };
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
  const files = counted(paths.length, "file");
  const folder = commonFolder(paths);
  const edits = group.length === paths.length ? files : `${counted(group.length, "edit")} in ${files}`;
  return `${edits}${folder === "" ? "" : ` below ${folder}`}: ${sentenceOf(group[0]!)}`; // A group has a row.
}
