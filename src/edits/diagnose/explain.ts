// Why wanted text has no place, so that its writer can correct it from the message alone: the cause, the nearest
// lines, a small diff, what to do. Messages stay short whatever the file and the answer hold.

import { counted } from "../../base/index.ts";
import { withoutEnding } from "../../text/index.ts";
import { MOST_EXPLAINED, type ExplainContext } from "./explain-context.ts";
import { Draft } from "../plan/draft/draft.ts";
import { findCause, type Wanted } from "./find-cause.ts";
import { contentsOf } from "../match/locate.ts";
import { nearest } from "./nearest.ts";
import { indentOf, isBlank, SoftLines } from "./soften.ts";
import type { Diagnostics, Miss } from "../types.ts";
import { againOf, listed, LINE_LIMIT, OLD_STRING, shortLine, smallDiff, subjectOf } from "./wording.ts";

const NEAREST_LINES = 12;
const MOST_MATCHES = 1000;

/** The miss of text that matches nowhere. Its candidate has no diff yet. */
export function explainNone(context: ExplainContext, draft: Draft, wanted: Wanted): Miss {
  const { edit, shown } = wanted;
  // Who may not read the file learns nothing of it: not even how long it is.
  const unread = `${subjectOf(edit, wanted.hunk)} ${edit.source.format === "tool" ? "not found" : "is not"} in ${shown}.`;
  const head = context.disclose ? headOf(draft, wanted) : unread;
  if (!context.disclose) return miss([head, `Read the file, copy the text exactly, and ${againOf(edit)}.`], NOTHING);
  if (!context.take())
    return miss([head, `More than ${MOST_EXPLAINED} edits missed; the rest were not diagnosed.`], NOTHING);
  const find = contentsOf(wanted.find);
  const near = nearest(draft, context.soft(draft), find);
  const { cause, sentence, next, place, candidate = null } = findCause(context.soft(draft), draft, wanted, near);
  const found = place ?? near;
  if (found === null) return miss([head, sentence, next], { ...NOTHING, cause, candidate });
  const region = draft.lines.slice(found.from, found.to).map(withoutEnding);
  const lines = nearestLines(find, region, found.from);
  const blanks = cause === "whitespace" || cause === "indentation";
  const diff = smallDiff(find, region, { firstLine: found.from, blanks });
  const meant = edit.source.format === "tool" ? didYouMean(lines) : "";
  return miss([head + meant, sentence, diff === "" ? "" : `(- your text, + ${shown})\n${diff}`, next], {
    cause,
    nearest: lines,
    matches: [],
    candidate,
  });
}

export type Several = Pick<Wanted, "edit" | "shown" | "hunk"> & {
  /** 0-based, ascending, all of them. */
  readonly lines: readonly number[];
  readonly overlapping: boolean;
};

/** The miss of text that matches several places. */
export function explainMany(
  context: ExplainContext,
  draft: Draft,
  { edit, shown, hunk, lines, overlapping }: Several,
): Miss {
  const numbers = context.disclose ? lines.map((line) => line + 1) : [];
  const isTool = edit.source.format === "tool";
  const unread = isTool
    ? `Found several matches for ${subjectOf(edit, hunk)}. ${adviceOf(edit, overlapping)}`
    : `${subjectOf(edit, hunk)} is in ${shown} more than once.`;
  const whole = isTool
    ? `Found ${counted(lines.length, "match", "matches")} for ${subjectOf(edit, hunk)}. ${adviceOf(edit, overlapping)} Matches at lines: ${listed(numbers)}`
    : `${subjectOf(edit, hunk)} matches ${counted(lines.length, "place")} in ${shown}, at lines ${listed(numbers)}.`;
  const head = context.disclose ? whole : unread;
  const overlap = overlapping ? "The places overlap, so even all of them together cannot be replaced." : "";
  const first = context.disclose ? [...new Set(lines)].slice(0, 5) : [];
  const before = isTool ? "" : first.map((line) => whatIsBefore(draft, line)).join("\n");
  const next = isTool ? "" : `Add lines before or after it until only one place fits, and ${againOf(edit)}.`;
  return {
    error: "ambiguous_anchor",
    code: "NOT_UNIQUE",
    message: paragraph([overlapping && isTool ? `${head}.` : head, overlap, before, next]),
    diagnostics: {
      cause: "ambiguous",
      nearest: first.map((line) => ({ line: line + 1, text: shortLine(withoutEnding(draft.lines[line]!)) })),
      matches: numbers.slice(0, MOST_MATCHES),
      candidate: null,
    },
  };
}

/** Only where replace_all exists, was not set and would help is it the advice. */
function adviceOf({ source, change }: Several["edit"], overlapping: boolean): string {
  const isOffered = (source.parameter ?? OLD_STRING) === OLD_STRING && change.kind === "replace" && !change.all;
  return isOffered && !overlapping ? "Use replace_all=True or provide more context." : "Provide more context.";
}

/** The lines of a text most like the wanted one, at most `most`, for a message of one's own. None when nothing is alike. */
export function suggest(text: string, find: string, most = 3): Diagnostics["nearest"] {
  const draft = new Draft(text);
  const wanted = contentsOf(find);
  const near = nearest(draft, new SoftLines(draft), wanted);
  if (near === null) return [];
  return nearestLines(wanted, draft.lines.slice(near.from, near.to).map(withoutEnding), near.from).slice(0, most);
}

const NOTHING: Diagnostics = { cause: "not_found", nearest: [], matches: [], candidate: null };

function headOf(draft: Draft, { edit, shown, hunk }: Wanted): string {
  const lines = draft.length;
  if (edit.source.format === "tool")
    return `${subjectOf(edit, hunk)} not found in ${shown}. File contains ${counted(lines, "line")}.`;
  return `${subjectOf(edit, hunk)} is not in ${shown} (${counted(lines, "line")}).`;
}

/** The lines worth showing: around the first that differs. */
function nearestLines(find: readonly string[], region: readonly string[], from: number): Diagnostics["nearest"] {
  let first = 0;
  while (first < region.length - 1 && region[first] === find[first]) first += 1;
  const start = Math.max(0, Math.min(first - 2, region.length - NEAREST_LINES));
  return region
    .slice(start, start + NEAREST_LINES)
    .map((line, at) => ({ line: from + start + at + 1, text: shortLine(line, whereAlike(line, find)) }));
}

/** For a line too long to show: where it holds a word of the wanted text. */
function whereAlike(line: string, find: readonly string[]): number {
  if (line.length <= LINE_LIMIT) return 0;
  const words =
    find
      .join(" ")
      .slice(0, 2000)
      .match(/[\p{L}\p{N}_$]{4,40}/gu) ?? [];
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 12);
  return longest.map((word) => line.indexOf(word)).find((at) => at >= 0) ?? 0;
}

function didYouMean(lines: Diagnostics["nearest"]): string {
  const suggestions = lines
    .filter(({ text }) => !isBlank(text))
    .slice(0, 3)
    .map(({ line, text }) => `line ${line}: ${JSON.stringify(text.trim())}`);
  return suggestions.length === 0 ? "" : ` Did you mean: ${suggestions.join(", ")}?`;
}

// Looking for what a line is in reads upwards from it.
const FAR = 2000;

/** The definition around the line, as its indentation shows it; else the last line before it that has text. */
function whatIsBefore(draft: Draft, line: number): string {
  const at = `line ${line + 1}`;
  const text = (index: number): string => withoutEnding(draft.line(index)!);
  const quoted = (index: number): string => JSON.stringify(shortLine(text(index).trim()));
  let depth = indentOf(text(line)).length;
  let before: number | null = null;
  for (let above = line - 1; above >= Math.max(0, line - FAR) && depth > 0; above -= 1) {
    if (isBlank(text(above))) continue;
    before ??= above;
    const indent = indentOf(text(above)).length;
    if (indent >= depth) continue;
    if (/[\p{L}\p{N}]{2}/u.test(text(above)) && !/^\s*[)}\]]/.test(text(above))) return `${at}: in ${quoted(above)}`;
    depth = indent;
  }
  for (let above = line - 1; before === null && above >= Math.max(0, line - FAR); above -= 1)
    if (!isBlank(text(above))) before = above;
  return before === null ? `${at}: at the start of the file` : `${at}: after ${quoted(before)}`;
}

function miss(parts: readonly string[], diagnostics: Diagnostics): Miss {
  return { error: "anchor_not_found", code: "NO_MATCH", message: paragraph(parts), diagnostics };
}

/** Sentences in a row; what has lines of its own, and what comes after it, begins a line. */
function paragraph(parts: readonly string[]): string {
  let message = "";
  for (const part of parts) {
    if (part === "") continue;
    if (message !== "") message += message.includes("\n") || part.includes("\n") ? "\n" : " ";
    message += part;
  }
  return message;
}
