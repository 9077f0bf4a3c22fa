// What is told about how an answer was read: mixtures, what was left alone, what looks damaged, why nothing was found.
// Never longer than a few lines: a list that is cut says how much more there is.

import type { Format, Proposed } from "../types.ts";
import type { CloseCall } from "./close-calls.ts";

const NAMES: Readonly<Record<Format, string>> = {
  "edit-block": "edit block",
  "search-replace": "search/replace block",
  "apply-patch": "patch section",
  udiff: "unified diff",
  "whole-file": "whole file",
};

export function formatOf({ source }: Proposed): Format {
  return source.format as Format; // Only a tool call has another, and none is read from an answer.
}

/** One line per matter; null when there is nothing to say. */
export function tell(read: {
  readonly blocks: readonly Proposed[];
  readonly aside: readonly Proposed[];
  readonly notes: readonly string[];
  readonly calls: readonly CloseCall[];
}): string | null {
  const lines = [...mixture(read.blocks), ...leftAlone(read.aside), ...read.notes, ...damaged(read.calls)];
  return lines.length === 0 ? null : lines.join("\n");
}

export function nothingFound(read: {
  readonly format: Format | "auto";
  /** Formats of edits that are there but were not asked for. */
  readonly others: readonly Format[];
  readonly calls: readonly CloseCall[];
  readonly isEmpty: boolean;
}): string {
  if (read.isEmpty) return "The answer is empty: there is no edit in it.";
  const looked =
    read.format === "auto"
      ? 'No edit was recognised. Looked for edit blocks ("««« EDIT"), search/replace blocks ("<<<<<<< SEARCH"), patches ("*** Begin Patch"), unified diffs ("--- a/file", "+++ b/file", "@@") and whole files in a code fence with their path.'
      : `No edit in the format "${read.format}" was recognised.`;
  const found = [...new Set(read.others)].map((format) => `"${format}"`);
  const others = found.length === 0 ? [] : [`The answer has edits in another format: ${found.join(", ")}.`];
  return [looked, ...others, ...damaged(read.calls)].join(" ");
}

function mixture(blocks: readonly Proposed[]): readonly string[] {
  const counts = new Map<Format, number>();
  for (const block of blocks) counts.set(formatOf(block), (counts.get(formatOf(block)) ?? 0) + 1);
  if (counts.size < 2) return [];
  const parts = [...counts].map(([format, count]) => counted(count, format));
  return [`The answer mixes formats (${parts.join(", ")}); all are taken, in the order they stand.`];
}

const SHOWN_PATHS = 5;

function leftAlone(aside: readonly Proposed[]): readonly string[] {
  return [...new Set(aside.map(formatOf))].map((format) => {
    const blocks = aside.filter((block) => formatOf(block) === format);
    const paths = [...new Set(blocks.map((block) => block.path ?? "no path"))];
    const more = paths.length > SHOWN_PATHS ? ` and ${paths.length - SHOWN_PATHS} more` : "";
    return `Left alone: ${counted(blocks.length, format)} (${paths.slice(0, SHOWN_PATHS).join(", ")}${more}), because the answer has edits in another format. To take them instead, choose the format "${format}".`;
  });
}

function counted(count: number, format: Format): string {
  return `${count} ${NAMES[format]}${count === 1 ? "" : "s"}`;
}

const SHOWN_CALLS = 3;

function damaged(calls: readonly CloseCall[]): readonly string[] {
  if (calls.length === 0) return [];
  const shown = calls.slice(0, SHOWN_CALLS).map((call) => call.message);
  const more = calls.length > SHOWN_CALLS ? ` (${calls.length - SHOWN_CALLS} more like this)` : "";
  return [shown.join(" ") + more];
}
