// What is said about how an answer was read: which formats it mixes, what a chosen format leaves out, why nothing was
// found. Never longer than a few lines: a list that is cut says how much more there is.

import { counted } from "../../base/index.ts";
import type { Format, Proposed } from "../types.ts";
import { formatOf, isLikely } from "./passages.ts";
import { FORMATS } from "./table.ts";

/** One line per matter; null when there is nothing to say. `others`: edits in formats that were not asked for. */
export function describeReading(read: {
  readonly blocks: readonly Proposed[];
  readonly others: readonly Proposed[];
  readonly notes: readonly string[];
}): string | null {
  const lines = [...mixture(read.blocks), ...leftOut(read.others), ...read.notes];
  return lines.length === 0 ? null : lines.join("\n");
}

/** For a format that was chosen, in which nothing was found. */
export function nothingChosen(format: Format, others: readonly Proposed[]): string {
  return [`No edit in the format "${format}" was recognised.`, ...leftOut(others)].join(" ");
}

function mixture(blocks: readonly Proposed[]): readonly string[] {
  const counts = countsOf(blocks.filter((block) => !isLikely(block)));
  return counts.length < 2 ? [] : [`The answer mixes formats (${counts.join(", ")}), which were read in their order.`];
}

const SHOWN_PATHS = 5;

function leftOut(others: readonly Proposed[]): readonly string[] {
  if (others.length === 0) return [];
  const paths = [...new Set(others.map((block) => block.path ?? "no path"))];
  const more = paths.length > SHOWN_PATHS ? ` and ${paths.length - SHOWN_PATHS} more` : "";
  const named = `${paths.slice(0, SHOWN_PATHS).join(", ")}${more}`;
  return [`Skipped, because another format was chosen: ${countsOf(others).join(", ")} (${named}).`];
}

/** "2 edit blocks", "1 whole file", "1 passage that looks like an edit". */
function countsOf(blocks: readonly Proposed[]): readonly string[] {
  const counts = new Map<Format | "likely", number>();
  for (const block of blocks) {
    const kind = isLikely(block) ? "likely" : formatOf(block);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) =>
    kind === "likely"
      ? counted(count, "passage that looks like an edit", "passages that look like edits")
      : counted(count, FORMATS[kind].label),
  );
}
