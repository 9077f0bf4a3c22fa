// Which of the files that are gone are new files under another name: those with the same text, and those that share most
// of their lines. Only decides how changes are shown; nothing is written by it. Two files that could both be the one that
// was renamed are left as they are. Linear in the size of the texts: files are compared only where they share a rare line.

import { nameOf, type WorkspacePath } from "../../base/index.ts";
import { splitLines, withoutEnding } from "../../text/index.ts";

export type NamedText = { readonly path: WorkspacePath; readonly text: string };

/** From the old path to the new one. */
export function renamedFiles(
  gone: readonly NamedText[],
  fresh: readonly NamedText[],
): ReadonlyMap<WorkspacePath, WorkspacePath> {
  const same = pairs(gone, fresh, sameTexts(gone, fresh));
  const oldTexts = new Set(gone.map(({ text }) => text));
  const newTexts = new Set(fresh.map(({ text }) => text));
  // A text that is in both, and was not paired, is in several files: which of them was renamed is not known.
  const others = gone.filter(({ text }) => !newTexts.has(text));
  const candidates = fresh.filter(({ text }) => !oldTexts.has(text));
  return new Map([...same, ...pairs(others, candidates, similarTexts(others, candidates))]);
}

/** Places in the two lists. */
type Likeness = { readonly from: number; readonly to: number; readonly score: number };

function sameTexts(gone: readonly NamedText[], fresh: readonly NamedText[]): readonly Likeness[] {
  const from = placesBy(gone, ({ text }) => text);
  const to = placesBy(fresh, ({ text }) => text);
  return [...from].flatMap(([text, places]) => {
    const others = to.get(text) ?? [];
    if (text === "") return [];
    const isCrowd = places.length * others.length > MOST_PAIRS;
    return isCrowd ? [] : places.flatMap((one) => others.map((other) => ({ from: one, to: other, score: 1 })));
  });
}

/** Of files with one text; more of them are no rename that a person could follow. */
const MOST_PAIRS = 10_000;

function similarTexts(gone: readonly NamedText[], fresh: readonly NamedText[]): readonly Likeness[] {
  if (gone.length === 0 || fresh.length === 0) return [];
  const old = gone.map(({ text }) => linesOf(text));
  const owners = new Map<string, number[]>();
  for (const [from, { counts }] of old.entries())
    for (const line of counts.keys()) {
      const list = owners.get(line);
      if (list === undefined) owners.set(line, [from]);
      else if (list.length <= RARE) list.push(from); // One more than is rare shows that the line is not.
    }
  return fresh.flatMap(({ text }, to) => {
    const lines = linesOf(text);
    const votes = new Map<number, number>();
    for (const line of lines.counts.keys()) {
      const list = owners.get(line) ?? [];
      if (list.length <= RARE) for (const from of list) votes.set(from, (votes.get(from) ?? 0) + line.length);
    }
    const best = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_COMPARED);
    return best.flatMap(([from]) => {
      const score = likeness(old[from]!, lines);
      return score < LEAST_SHARED ? [] : [{ from, to, score }];
    });
  });
}

/** A line that more of the gone files have finds none of them. */
const RARE = 8;
const MOST_COMPARED = 4;
/** Of the characters of the longer file, as git has it. */
const LEAST_SHARED = 0.5;
const LEAST_LINES = 3;

type Lines = { readonly counts: ReadonlyMap<string, number>; readonly length: number };

/** Lines that say something, without their ending, and how often each occurs. */
function linesOf(text: string): Lines {
  const counts = new Map<string, number>();
  let length = 0;
  for (const each of splitLines(text)) {
    const line = withoutEnding(each);
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    counts.set(line, (counts.get(line) ?? 0) + 1);
    length += line.length;
  }
  return { counts, length };
}

/** The share of characters in common lines; 0 where these are too few to mean anything. */
function likeness(one: Lines, other: Lines): number {
  let shared = 0;
  let lines = 0;
  for (const [line, count] of other.counts) {
    const common = Math.min(count, one.counts.get(line) ?? 0);
    shared += common * line.length;
    lines += common;
  }
  return lines < LEAST_LINES ? 0 : shared / Math.max(one.length, other.length);
}

/** The most alike first, and the same name before another. Where two are equally so, neither is paired. */
function pairs(
  gone: readonly NamedText[],
  fresh: readonly NamedText[],
  found: readonly Likeness[],
): ReadonlyMap<WorkspacePath, WorkspacePath> {
  const ranked = found
    .map((each) => ({ ...each, isNamesake: nameOf(gone[each.from]!.path) === nameOf(fresh[each.to]!.path) }))
    .sort((a, b) => b.score - a.score || Number(b.isNamesake) - Number(a.isNamesake));
  const [takenFrom, takenTo] = [new Set<number>(), new Set<number>()];
  const paired = new Map<WorkspacePath, WorkspacePath>();
  for (let at = 0, next = 0; at < ranked.length; at = next) {
    const { score, isNamesake } = ranked[at]!;
    next = at;
    while (next < ranked.length && ranked[next]!.score === score && ranked[next]!.isNamesake === isNamesake) next += 1;
    const level = ranked.slice(at, next).filter(({ from, to }) => !takenFrom.has(from) && !takenTo.has(to));
    const [sources, targets] = [placesBy(level, ({ from }) => from), placesBy(level, ({ to }) => to)];
    for (const { from, to } of level) {
      takenFrom.add(from);
      takenTo.add(to);
      if (sources.get(from)!.length === 1 && targets.get(to)!.length === 1)
        paired.set(gone[from]!.path, fresh[to]!.path);
    }
  }
  return paired;
}

function placesBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly number[]> {
  const places = new Map<Key, number[]>();
  for (const [at, item] of items.entries()) {
    const key = keyOf(item);
    const own = places.get(key);
    if (own === undefined) places.set(key, [at]);
    else own.push(at);
  }
  return places;
}
