// Which definitions matter: a file that uses a name points at the files that define it, and rank flows along these
// arrows (PageRank, Page et al. 1998), starting from the files at hand. Linear in files, words and definitions.

import { runAtOnce, type Steps } from "./steps.ts";
import type { Definition, FileSymbols } from "./types.ts";

export type Ranked = { readonly path: string; readonly definition: Definition; readonly score: number };

export type RankOptions = {
  /** Files in the conversation: what they use comes first. */
  readonly selected: ReadonlySet<string>;
  /** Words of the conversation: definitions of these names come first. */
  readonly mentioned: ReadonlySet<string>;
};

const DAMPING = 0.85;
const ROUNDS = 20;
// Unused definitions of a file that matters still come before those of one that does not.
const UNUSED = 1e-3;
// A name that many files define (`get`, `run`) says little about any of them.
const MOST_HOMES = 8;

/** Best first. Definitions of selected files are left out: those files are there in full. */
export function rank(files: ReadonlyMap<string, FileSymbols>, options: RankOptions): readonly Ranked[] {
  return runAtOnce(rankSteps(files, options));
}

/** The same in small steps, so that other work can have its turn between them. */
export function* rankSteps(
  files: ReadonlyMap<string, FileSymbols>,
  { selected, mentioned }: RankOptions,
): Steps<readonly Ranked[]> {
  const paths = [...files.keys()].toSorted();
  const homes = yield* homesOf(paths.map((path) => files.get(path)!));
  const arrows: Arrows[] = [];
  for (const [at, path] of paths.entries()) {
    arrows.push(arrowsFrom(files.get(path)!, { at, homes, mentioned }));
    yield;
  }
  const ranks = yield* flow(arrows, startOf(paths, selected));
  const scores = paths.map(() => new Map<string, number>());
  for (const [from, { targets, total }] of arrows.entries()) {
    for (const { to, name, weight } of targets)
      scores[to]!.set(name, (scores[to]!.get(name) ?? 0) + (ranks[from]! * weight) / total);
    yield;
  }
  const ranked: Ranked[] = [];
  for (const [at, path] of paths.entries()) {
    if (selected.has(path)) continue;
    const least = ranks[at]! * UNUSED;
    const ofPath = IS_TEST.test(path) ? 0.05 : 1;
    for (const definition of files.get(path)!.definitions) {
      const score = ofPath * importance(definition) * ((scores[at]!.get(definition.name) ?? 0) + least);
      ranked.push({ path, definition, score });
    }
    yield;
  }
  // Paths come sorted and a sort is stable: equals stay in the order of paths and lines.
  return ranked.toSorted((one, other) => other.score - one.score);
}

const IS_TEST = /(^|[/._-])(tests?|spec|__tests__|bench|fixtures?)([/._-]|$)/i;

/** What a reader looks for first: the outer shape of the code. */
function importance({ kind, depth }: Definition): number {
  return (depth === 0 ? 1 : 0.5) * (kind === "constant" ? 0.5 : 1);
}

type Arrows = { readonly targets: readonly Arrow[]; readonly total: number };

type Arrow = { readonly to: number; readonly name: string; readonly weight: number };

/** Of a name: the files that define it, by number. `distinction` is found out when a file uses it. */
type Homes = { readonly files: number[]; distinction: number | null };

function* homesOf(files: readonly FileSymbols[]): Steps<ReadonlyMap<string, Homes>> {
  const homes = new Map<string, Homes>();
  for (const [at, { definitions }] of files.entries()) {
    for (const { name } of definitions) {
      const known = homes.get(name);
      if (known === undefined) homes.set(name, { files: [at], distinction: null });
      else if (known.files.at(-1) !== at) known.files.push(at);
    }
    yield;
  }
  return homes;
}

function arrowsFrom(
  { words }: FileSymbols,
  {
    at,
    homes,
    mentioned,
  }: { readonly at: number; readonly homes: ReadonlyMap<string, Homes>; readonly mentioned: ReadonlySet<string> },
): Arrows {
  const targets: Arrow[] = [];
  let total = 0;
  for (const name of words) {
    const home = homes.get(name);
    if (home === undefined || home.files.length > MOST_HOMES || home.files.includes(at)) continue;
    home.distinction ??= distinction(name);
    const weight = ((mentioned.has(name) ? 10 : 1) * home.distinction) / home.files.length;
    for (const to of home.files) {
      targets.push({ to, name, weight });
      total += weight;
    }
  }
  return { targets, total };
}

/** How sure one can be that a word in a file means a definition of that name: `from` is mostly English. */
function distinction(name: string): number {
  if (name.startsWith("_")) return 0.2;
  if (/[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z]/.test(name)) return name.length >= 8 ? 10 : 5;
  return /^[A-Z]/.test(name) ? 3 : 0.1;
}

function startOf(paths: readonly string[], selected: ReadonlySet<string>): Float64Array {
  const start = Float64Array.from(paths, (path) => (selected.has(path) ? 50 : 1));
  const sum = start.reduce((total, each) => total + each, 0);
  return start.map((each) => each / Math.max(1, sum));
}

function* flow(arrows: readonly Arrows[], start: Float64Array): Steps<Float64Array> {
  const shares: { readonly to: Int32Array; readonly share: Float64Array }[] = [];
  for (const { targets, total } of arrows) {
    const sums = new Map<number, number>();
    for (const { to, weight } of targets) sums.set(to, (sums.get(to) ?? 0) + weight / total);
    shares.push({ to: Int32Array.from(sums.keys()), share: Float64Array.from(sums.values()) });
    yield;
  }
  let ranks = start;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = start.map((each) => each * (1 - DAMPING));
    let lost = 0;
    for (const [from, { to, share }] of shares.entries()) {
      if (to.length === 0) lost += ranks[from]!;
      for (let at = 0; at < to.length; at += 1) next[to[at]!]! += DAMPING * ranks[from]! * share[at]!;
    }
    // What points nowhere goes back to where rank comes from.
    ranks = next.map((each, at) => each + DAMPING * lost * start[at]!);
    yield;
  }
  return ranks;
}
