// Where in a file wanted lines most likely belong, when they are not there exactly. Ranks by rare shared lines, then by
// rare shared words or pieces of words; reads the file a fixed number of times, whatever the input.

import { lineAt, lineStarts } from "../../text/index.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { BLANK_LINE, isBlank, type SoftLines } from "./soften.ts";

/** Lines `from` to `to` of the file, 0-based and half open; `shared` of the wanted lines, blank ones aside, are there. */
export type Near = { readonly from: number; readonly to: number; readonly shared: number };

export function nearest(draft: Draft, soft: SoftLines, wanted: readonly string[]): Near | null {
  const lines = soft.lines();
  const gists = soft.numbersOf(wanted);
  const pairs = rarePairs(lines, gists);
  if (pairs.length === 0) return byWords(draft, wanted);
  // A bracket alone says nothing: it only helps to choose among places that have something else in common.
  const isTelling = pairs.some(({ wanted: at }) => /[\p{L}\p{N}]/u.test(wanted[at]!));
  return (isTelling ? null : byWords(draft, wanted)) ?? bySharedLines(lines, gists, pairs);
}

// A line that occurs more often than this says little about where it belongs.
const RARE = 64;

/** A line of the file that is one of the wanted. */
type Pair = { readonly line: number; readonly wanted: number; readonly weight: number };

/** There is a pair. */
function bySharedLines(lines: Int32Array, gists: readonly number[], pairs: readonly Pair[]): Near {
  // Lines moved as a block keep their distance to the wanted text: pairs vote for the place where it would begin.
  const votes = new Map<number, number>();
  for (const { line, wanted: at, weight } of pairs) {
    const start = line - at;
    votes.set(start, (votes.get(start) ?? 0) + weight);
  }
  let best = 0;
  let most = 0;
  for (const [start, weight] of votes) {
    if (weight > most || (weight === most && start < best)) {
      best = start;
      most = weight;
    }
  }
  // Lines added or left out in between shift the rest a little.
  const slack = Math.max(3, Math.min(50, gists.length >> 1));
  const shift = ({ line, wanted: at }: Pair): number => Math.abs(line - at - best);
  // Of the places of one line, that which fits best comes first.
  const close = pairs.filter((pair) => shift(pair) <= slack).toSorted((a, b) => shift(a) - shift(b));
  const region = regionOf(close, gists.length, lines.length);
  const there = new Set(lines.subarray(region.from, region.to));
  return { ...region, shared: gists.filter((gist) => gist !== BLANK_LINE && there.has(gist)).length };
}

function rarePairs(lines: Int32Array, wanted: readonly number[]): readonly Pair[] {
  const places = new Map<number, number[]>();
  for (const gist of wanted) if (gist !== BLANK_LINE) places.set(gist, []);
  if (places.size === 0) return [];
  lines.forEach((gist, line) => {
    const found = places.get(gist);
    if (found !== undefined && found.length <= RARE) found.push(line);
  });
  return wanted.flatMap((gist, at) => {
    const found = places.get(gist) ?? [];
    return found.length > RARE ? [] : found.map((line) => ({ line, wanted: at, weight: 1 / found.length }));
  });
}

function regionOf(
  pairs: readonly Pair[],
  wanted: number,
  lines: number,
): { readonly from: number; readonly to: number } {
  const first = pairs.reduce((a, b) => (b.wanted < a.wanted ? b : a));
  const last = pairs.reduce((a, b) => (b.wanted > a.wanted ? b : a));
  const from = Math.max(0, Math.min(first.line, first.line - first.wanted));
  const to = Math.min(lines, Math.max(last.line + 1, last.line + wanted - last.wanted));
  return { from, to: Math.max(to, from + 1) };
}

const MOST_WORDS = 12;
// A word on more lines than this says little.
const COMMON = 1000;

/** For text that shares no line with the file: the line that has most of its rare words. */
function byWords(draft: Draft, wanted: readonly string[]): Near | null {
  const at = wanted.findIndex((line) => !isBlank(line));
  if (at < 0) return null;
  const text = draft.text.slice(draft.bom.length);
  const starts = lineStarts(text);
  const best =
    lineWithMost(wordsOf(wanted[at]!), text, starts) ??
    lineWithMost(piecesOf(wanted[at]!), text, starts, ENOUGH_PIECES);
  if (best === null) return null;
  const from = Math.max(0, best - at);
  return { from, to: Math.min(starts.length - 1, best - at + wanted.length), shared: 0 };
}

/** The line with the most and rarest of the parts; null when none has `enough` of them (a share of all). */
function lineWithMost(parts: readonly string[], text: string, starts: readonly number[], enough = 0): number | null {
  const scores = new Map<number, { score: number; count: number }>();
  for (const part of parts) {
    const lines = linesWith(text, part, starts);
    for (const line of lines) {
      const { score, count } = scores.get(line) ?? { score: 0, count: 0 };
      scores.set(line, { score: score + part.length / lines.size, count: count + 1 });
    }
  }
  let best: number | null = null;
  let most = 0;
  for (const [line, { score, count }] of scores) {
    if (count < enough * parts.length) continue;
    if (best === null || score > most || (score === most && line < best)) {
      best = line;
      most = score;
    }
  }
  return best;
}

// A slip in a short word spoils most of its pieces: `recieve` and `receive` share one of five.
const ENOUGH_PIECES = 0.2;
const MOST_PIECES = 24;

/** Three letters each, for a line whose every word has a slip. */
function piecesOf(line: string): readonly string[] {
  const words = line.slice(0, 400).match(/[\p{L}\p{N}_$]{3,40}/gu) ?? [];
  const pieces = words.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)));
  return [...new Set(pieces)].slice(0, MOST_PIECES);
}

function wordsOf(line: string): readonly string[] {
  const words = new Set(line.slice(0, 2000).match(/[\p{L}\p{N}_$]{3,40}/gu));
  return [...words].toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}

/** Empty when the word is everywhere. */
function linesWith(text: string, word: string, starts: readonly number[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let at = text.indexOf(word); at >= 0;) {
    if (lines.size === COMMON) return new Set();
    const line = lineAt(starts, at);
    lines.add(line);
    at = text.indexOf(word, starts[line + 1]);
  }
  return lines;
}
