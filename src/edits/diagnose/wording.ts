// The words of a miss: what to call the wanted text, lines shown short and safe, a small diff. No message grows with the
// file or the answer.

import { counted } from "../../base/index.ts";
import { diffLines, markHidden, type Text } from "../../text/index.ts";
import { formatRow } from "../formats/table.ts";
import type { Edit } from "../types.ts";

/** Longer lines are shown in part. */
export const LINE_LIMIT = 160;
const DIFF_ROWS = 14;

/** "The EDIT text of block 2", "Hunk 3 of block 1", "old_string". `hunk` counts from 1. */
export function subjectOf({ id, source }: Edit, hunk: number | null): string {
  if (source.format === "tool") return source.parameter ?? OLD_STRING;
  const { isPatch, subject } = formatRow(source.format);
  if (source.parameter !== undefined) return `The ${source.parameter} of block ${id}`;
  return isPatch && hunk !== null ? `Hunk ${hunk} of block ${id}` : `${subject} of block ${id}`;
}

export const OLD_STRING = "old_string";

/** What the writer should send again. */
export function againOf({ source }: Edit): string {
  return source.format === "tool" ? "call the tool again" : `send ${formatRow(source.format).again} again`;
}

/** One line, cut to a bearable length, around the part that matters when that is known. */
export function shortLine(line: string, around = 0): string {
  if (line.length <= LINE_LIMIT) return line;
  const from = Math.max(0, Math.min(around - LINE_LIMIT / 4, line.length - LINE_LIMIT));
  const cut = line.slice(from, from + LINE_LIMIT).replace(HALF_PAIRS, "");
  return `${from > 0 ? "…" : ""}${cut}${from + LINE_LIMIT < line.length ? "…" : ""}`;
}

// Cutting by length may cut a pair of surrogates in two.
const HALF_PAIRS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/** "line 4", "lines 4–9"; 0-based and half open in, 1-based out. */
export function linesAt(from: number, to: number, letter: "l" | "L" = "l"): string {
  return to - from <= 1 ? `${letter}ine ${from + 1}` : `${letter}ines ${from + 1}–${to}`;
}

/** At most so many numbers; says how many more there are. */
export function listed(numbers: readonly number[], total = numbers.length, most = 20): string {
  const shown = numbers.slice(0, most).join(", ");
  return total > Math.min(most, numbers.length) ? `${shown} and ${total - Math.min(most, numbers.length)} more` : shown;
}

/** Rows "- wanted" and "+ found" with a little of what is equal; hidden characters are made visible. */
export function smallDiff(
  wanted: readonly string[],
  found: readonly string[],
  { firstLine, blanks }: { readonly firstLine: number; readonly blanks: boolean },
): string {
  const show = (line: string): string => markHidden(shortLine(line), blanks ? { tabs: true, trailing: true } : {});
  const rows: string[] = [];
  let at = 0;
  for (const change of diffLines(asText(wanted), asText(found))) {
    if (change.old.from > at) rows.push(diffRow(" ", "", show(wanted[change.old.from - 1]!)));
    for (const line of wanted.slice(change.old.from, change.old.to)) rows.push(diffRow("-", "", show(line)));
    for (let line = change.new.from; line < change.new.to; line += 1)
      rows.push(diffRow("+", String(firstLine + line + 1), show(found[line]!)));
    at = change.old.to;
  }
  const shown = rows.slice(0, DIFF_ROWS);
  if (rows.length > DIFF_ROWS) shown.push(`  (${counted(rows.length - DIFF_ROWS, "more row")} left out)`);
  return shown.join("\n");
}

function diffRow(sign: " " | "-" | "+", number: string, text: string): string {
  return `${sign}${number.padStart(5)}| ${text}`;
}

/** Whether a line of a message is a row of its diff. Every other line of a message is a sentence. */
export function isDiffRow(line: string): boolean {
  return /^[ +-] *\d*\|(?: |$)/.test(line);
}

/** Lines without endings as one text, to compare them. */
export function asText(lines: readonly string[]): Text {
  return lines.map((line) => `${line}\n`).join("") as Text; // Shown only.
}
