// What the readers of the formats share: where they are in an answer, what they found, how they say it.
// A reader looks at one line, says whether its format begins there, and then owns the lines up to `next`.

import type { Format, Likely, Proposed } from "../types.ts";
import type { Answer } from "./answer.ts";
import type { Fence, Shell } from "./fences/fences.ts";

export type ScanContext = {
  readonly answer: Answer;
  /** Whether a path exists. A hint for names that can be read in two ways; nothing depends on it otherwise. */
  readonly known: ((path: string) => boolean) | null;
  /** The first line that belongs to no edit yet: names are not searched above it. */
  floor: number;
  /** The code fence around the current line, among lines that belong to no edit. */
  fence: Fence | null;
  /** The line that opened it. */
  fenceLine: number;
  /** The shell whose language that fence is in; null for every other one. */
  shell: Shell | null;
  /** The file of the last search/replace block: the next one may leave it out. */
  lastPath: string | null;
  /** What made that file only likely; null when it is certain. */
  lastLikely: Likely | null;
  /** The line after the last diff that is quoted. */
  quoteEnd: number | null;
  /** The first line that was not looked at as a part of JSON without calls. */
  jsonEnd: number;
  /** What was left aside and must be reported. */
  readonly notes: string[];
};

/**
 * `next` is the first line the format does not own. A block that never ended owns the lines up to the next one, whose
 * name is among them: then `floor` says from where on names may be looked for.
 */
export type Region = { readonly blocks: readonly Proposed[]; readonly next: number; readonly floor?: number };

export type Reader = (context: ScanContext, at: number) => Region | null;

/** A place in the answer: from line `from` up to, not including, line `next`. */
export function sourceOf(answer: Answer, format: Format, from: number, next: number): Proposed["source"] {
  return { format, from: answer.from(from), to: answer.from(next) };
}

export function malformed(source: Proposed["source"], path: string | null, why: string): Proposed {
  const message = `${why} None of it was applied.`;
  return { source, kind: "broken", path, error: "malformed_block", message };
}

export function incomplete(source: Proposed["source"], path: string | null, why: string): Proposed {
  const message = `${why} None of it was applied; send the whole of it again.`;
  return { source, kind: "broken", path, error: "incomplete", message };
}

/** "line 4 of the answer", "lines 4, 6 of the answer"; 0-based in, 1-based out. */
export function answerLines(lines: readonly number[]): string {
  const numbers = lines.slice(0, MOST_LINES).map((line) => line + 1);
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
  return `line${lines.length === 1 ? "" : "s"} ${numbers.join(", ")}${more} of the answer`;
}

export function answerLine(line: number): string {
  return answerLines([line]);
}

const MOST_LINES = 8;

/** For the start of a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A line of the answer for a message: one line, not too long, and visibly quoted. */
export function quote(line: string): string {
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}
