// What is said about how an answer was read: which formats it mixes, what a chosen format leaves out, why nothing was
// found. Never longer than a few lines: a list that is cut says how much more there is.

import { counted } from "../../base/index.ts";
import type { Format, Proposed } from "../types.ts";
import { formatOf, isLikely } from "./passages.ts";
import { FORMAT_NAMES, FORMATS } from "./table.ts";

/** One line per matter; null when there is nothing to say. `others`: edits in formats that were not asked for. */
export function describeReading(read: {
  readonly blocks: readonly Proposed[];
  readonly others: readonly Proposed[];
  readonly notes: readonly string[];
}): string | null {
  const lines = [...mixture(read.blocks), ...leftOut(read.others), ...read.notes];
  return lines.length === 0 ? null : lines.join("\n");
}

const sought = FORMAT_NAMES.map((format) => FORMATS[format].sought);
const SOUGHT = `${sought.slice(0, -1).join(", ")} and ${sought.at(-1)}`;

export function nothingFound(read: {
  readonly format: Format | "auto";
  readonly others: readonly Proposed[];
  readonly isEmpty: boolean;
}): string {
  if (read.isEmpty) return "The answer is empty: there is no edit in it.";
  if (read.format === "auto") return `No edit was recognised. Looked for ${SOUGHT}.`;
  return [`No edit in the format "${read.format}" was recognised.`, ...leftOut(read.others)].join(" ");
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
