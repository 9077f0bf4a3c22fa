// Which file a fence without a name is about: the one file, of those the answer mentions or the person selected, that most
// of its lines are in; where the answer has nothing else, of all files that have its longest lines. Always a likely edit.
// Never guesses between two.

import type { Proposed } from "../types.ts";
import { Answer } from "./answer.ts";
import { isBlank } from "./blocks/path-line.ts";
import { closesFence, readFence } from "./fences/fences.ts";
import { pathsIn } from "./fences/name-line.ts";
import type { ParsedAnswer } from "./parse.ts";
import { likely, type Passage } from "./passages.ts";
import { quote, sourceOf } from "./scan.ts";

/** Each file is read, and each line looked up, once. */
const MOST_FILES = 40;
const MOST_LINES_READ = 20_000;
const MOST_FENCES = 100;
const MOST_LINES = 3_000;
const FEW_LINES = 3;
/** Of the lines that say something, so many must be in the file, and so few in any other. */
const MOST_OF = 0.6;
const HARDLY_ANY = 0.3;

/** Files that the words of an answer name; null where no fence is without a name. */
export function mentionedFiles(
  text: string,
  { passages }: ParsedAnswer,
  known: (path: string) => boolean,
): readonly string[] | null {
  if (!passages.some(isSample)) return null;
  const answer = new Answer(text);
  const paths = new Set<string>();
  let at = 0;
  let lines = 0;
  for (const { from, next } of [...passages, { from: answer.length, next: answer.length }]) {
    for (; at < from && lines < MOST_LINES_READ && paths.size < MOST_FILES; at += 1) {
      lines += 1;
      for (const path of pathsIn(answer.line(at), known)) if (known(path)) paths.add(path);
    }
    at = Math.max(at, next);
  }
  return [...paths];
}

/** The blocks of the answer, and those of its fences that are about one of the files. `files`: path to text. */
export function withGuesses(text: string, answer: ParsedAnswer, files: ReadonlyMap<string, string>): ParsedAnswer {
  const samples = answer.passages.filter(isSample).slice(0, MOST_FENCES);
  if (samples.length === 0 || files.size === 0) return answer;
  const lines = new Answer(text);
  const known = [...files].map(([path, content]) => ({ path, own: new Set(content.split("\n").map(trim)) }));
  const guesses = new Map(
    samples.flatMap((passage) => {
      const block = guess(lines, passage, known);
      return block === null ? [] : [[passage, block] as const];
    }),
  );
  if (guesses.size === 0) return answer;
  const blocks = [...answer.blocks, ...guesses.values()].toSorted((a, b) => a.source.from - b.source.from);
  const passages = answer.passages.map((passage): Passage => {
    const block = guesses.get(passage);
    return block === undefined ? passage : { kind: "likely", block, from: passage.from, next: passage.next };
  });
  const reason = answer.blocks.length === 0 ? null : answer.reason;
  return { ...answer, blocks, passages, reason, format: answer.format ?? "whole-file" };
}

function isSample(passage: ParsedAnswer["passages"][number]): boolean {
  return passage.kind === "plain" && passage.why === "sample";
}

type KnownFile = { readonly path: string; readonly own: ReadonlySet<string> };

function guess(
  answer: Answer,
  { from, next }: { from: number; next: number },
  files: readonly KnownFile[],
): Proposed | null {
  const opening = answer.line(from);
  const indent = /^[ \t]*/.exec(opening)![0]; // It matches everywhere.
  const fence = readFence(opening.slice(indent.length));
  if (fence === null || next - from < FEW_LINES + 2 || next - from > MOST_LINES) return null;
  if (!closesFence(answer.line(next - 1).trimStart(), fence)) return null;
  const content = answer.content(from + 1, next - 1, { crlf: answer.isCrlf(from) });
  const body = indent === "" ? content : content.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  const telling = tellingIn(body);
  if (telling.length < FEW_LINES) return null;
  const shares = files.map(({ path, own }) => ({
    path,
    share: telling.filter((line) => own.has(line)).length / telling.length,
  }));
  const [best, ...others] = shares.toSorted((a, b) => b.share - a.share);
  if (best === undefined || best.share < MOST_OF || (others[0]?.share ?? 0) > HARDLY_ANY) return null;
  const { path } = best;
  return likely(sourceOf(answer, "whole-file", from, next), {
    path,
    change: { kind: "overwrite", content: body },
    line: from + 1,
    reading: `${quote(opening.trim())} names no file, and most of its lines are in ${path}`,
    why: `This fence does not say which file it is, but most of its lines are in ${path}. Put the path of the file alone on the line before the fence, and send it again.`,
  });
}

function tellingIn(body: string): readonly string[] {
  return [...new Set(body.split("\n").map(trim))].filter((line) => line.length >= 6 && /\p{L}.*\p{L}/u.test(line));
}

const MOST_SOUGHT = 3;
const LONG = 12;
const LONGEST = 200;

/**
 * Of an answer without an edit, the longest lines of its fences: a file that a fence is about has some of them. Empty when
 * the answer has edits, or many fences.
 */
export function soughtLines(text: string, { blocks, passages }: ParsedAnswer): readonly string[] {
  const samples = passages.filter(isSample);
  if (blocks.length > 0 || samples.length > MOST_SOUGHT) return [];
  const answer = new Answer(text);
  return samples.flatMap(({ from, next }) => {
    if (next - from < FEW_LINES + 2 || next - from > MOST_LINES) return [];
    const telling = tellingIn(answer.content(from + 1, next - 1, { crlf: false }));
    const long = telling.filter((line) => line.length >= LONG && line.length <= LONGEST);
    return telling.length < FEW_LINES ? [] : long.toSorted((a, b) => b.length - a.length).slice(0, MOST_SOUGHT);
  });
}

function trim(line: string): string {
  return isBlank(line) ? "" : line.trim();
}
