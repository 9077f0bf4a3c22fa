// Where a run occurs, counted with overlap: characters in a text, numbers in a list. Linear on every input.
// Nothing wanted is ever used as a pattern.

/** Counts elementary steps, for tests that a nasty input stays linear. */
export type Meter = { steps: number };

export type Hits = {
  /** Exact, however few places are kept. */
  readonly count: number;
  /** The first places, ascending; all of them when `count` is their number. */
  readonly places: readonly number[];
  /** Some two of all the occurrences share an element. */
  readonly overlapping: boolean;
};

export type SearchOptions = {
  /** How many places to keep. Default: all. */
  readonly keep?: number;
  readonly meter?: Meter;
};

export const NO_HITS: Hits = { count: 0, places: [], overlapping: false };

// The runtime's own search is fast but takes length × length steps on texts made for that. It is only ever asked for
// a short piece of what is wanted; each hit is then compared whole, until that has cost this many steps per character.
const PIECE = 32;
const EAGER_STEPS = 4;

/** All occurrences of `wanted` (not empty) in the text. */
export function findText(text: string, wanted: string, options: SearchOptions = {}): Hits {
  const hits = collector(wanted.length, options);
  const { meter = { steps: 0 } } = options;
  const lead = pieceOf(wanted);
  const piece = wanted.slice(lead, lead + PIECE);
  const budget = EAGER_STEPS * text.length + wanted.length;
  let spent = 0;
  meter.steps += text.length;
  for (let at = text.indexOf(piece, lead); at >= 0; at = text.indexOf(piece, at + 1)) {
    const from = at - lead;
    if (spent > budget) {
      const rest = { length: text.length, from, at: (index: number) => text.charCodeAt(index) };
      const run = { length: wanted.length, at: (index: number) => wanted.charCodeAt(index) };
      searchRun(rest, run, { found: hits.add, meter });
      break;
    }
    spent += wanted.length;
    if (text.startsWith(wanted, from)) hits.add(from);
  }
  meter.steps += spent;
  return hits.result();
}

export type Rarity = (element: number) => number;

/** A list or an Int32Array. */
export type Numbers = ArrayLike<number> & { indexOf(number: number, from?: number): number };

/** All occurrences of `wanted` (not empty) in the list. `rarity` returns how often a number occurs in the list. */
export function findRun(
  list: Numbers,
  wanted: readonly number[],
  { rarity, ...options }: SearchOptions & { readonly rarity: Rarity },
): Hits {
  const hits = collector(wanted.length, options);
  const { meter = { steps: 0 } } = options;
  let lead = 0;
  for (let at = 1; at < wanted.length; at += 1) if (rarity(wanted[at]!) < rarity(wanted[lead]!)) lead = at;
  const times = rarity(wanted[lead]!);
  if (times * wanted.length > EAGER_STEPS * list.length) {
    const all = { length: list.length, from: 0, at: (index: number) => list[index]! };
    searchRun(all, { length: wanted.length, at: (index) => wanted[index]! }, { found: hits.add, meter });
    return hits.result();
  }
  meter.steps += list.length + times * wanted.length;
  let at = -1;
  for (let left = times; left > 0; left -= 1) {
    at = list.indexOf(wanted[lead]!, at + 1);
    if (at < 0) break;
    if (matchesAt(list, wanted, at - lead)) hits.add(at - lead);
  }
  return hits.result();
}

/** Whether the run is in the list at exactly this place. */
export function matchesAt(list: Numbers, wanted: readonly number[], from: number): boolean {
  if (from < 0 || from + wanted.length > list.length) return false;
  for (let at = 0; at < wanted.length; at += 1) if (list[from + at] !== wanted[at]) return false;
  return true;
}

/** Where the piece to look for begins: at the longest line's first visible character, which is rarely a common one. */
function pieceOf(wanted: string): number {
  if (wanted.length <= PIECE) return 0;
  let best = 0;
  let longest = 0;
  for (let from = 0; from < wanted.length;) {
    const end = wanted.indexOf("\n", from);
    const to = end < 0 ? wanted.length : end;
    let start = from;
    while (start < to && (wanted[start] === " " || wanted[start] === "\t")) start += 1;
    if (to - start > longest) {
      longest = to - start;
      best = start;
    }
    from = to + 1;
  }
  return Math.min(best, wanted.length - PIECE);
}

type Sequence = { readonly length: number; readonly at: (index: number) => number };

/** Knuth, Morris and Pratt, "Fast Pattern Matching in Strings" (1977): at most two steps per element. */
function searchRun(
  list: Sequence & { readonly from: number },
  wanted: Sequence,
  { found, meter }: { readonly found: (at: number) => void; readonly meter: Meter },
): void {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = list.from; at < list.length; at += 1) {
    const element = list.at(at);
    while (matched > 0 && (matched === wanted.length || wanted.at(matched) !== element)) {
      matched = borders[matched - 1]!;
      meter.steps += 1;
    }
    if (wanted.at(matched) === element) matched += 1;
    if (matched === wanted.length) found(at - wanted.length + 1);
    meter.steps += 1;
  }
}

/** For each prefix, the length of its longest proper border. */
function bordersOf(wanted: Sequence): Int32Array {
  const borders = new Int32Array(wanted.length);
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (matched > 0 && wanted.at(at) !== wanted.at(matched)) matched = borders[matched - 1]!;
    if (wanted.at(at) === wanted.at(matched)) matched += 1;
    borders[at] = matched;
  }
  return borders;
}

function collector(length: number, { keep = Infinity }: SearchOptions) {
  const places: number[] = [];
  let count = 0;
  let overlapping = false;
  let last = -Infinity;
  return {
    add(at: number): void {
      count += 1;
      if (places.length < keep) places.push(at);
      if (at - last < length) overlapping = true;
      last = at;
    },
    result: (): Hits => (count === 0 ? NO_HITS : { count, places, overlapping }),
  };
}
