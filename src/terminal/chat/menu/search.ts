// Looks through the entries of a menu in small slices, so that keys are read in between. What fitted a shorter filter is
// all that can fit a longer one, so typing on looks only at that.

import { fold, foldQuery, scoreOf, type Folded, type Meter } from "./fuzzy.ts";
import type { Found, MenuEntry, Matching } from "./menu.ts";

/** As many as a person would move through; the rest is counted. */
const MOST_SHOWN = 100;
// A key that comes meanwhile waits no longer than this.
const SLICE_MS = 5;
const PER_STEP = 128;
// Less than a better place in the name counts, more than a shorter name does.
const PER_RANK = 2_000;

export type SearchOptions = {
  readonly now?: () => number;
  readonly defer?: (work: () => void) => void;
};

/** All entries that fit, in the order they are listed. */
type Matches = { readonly list: readonly MenuEntry[]; readonly query: string; readonly at: readonly number[] };

/** One search at a time: the next one replaces it. */
export class MenuSearch {
  readonly #now: () => number;
  readonly #defer: (work: () => void) => void;
  #folded: { readonly list: readonly MenuEntry[]; readonly names: (Folded | undefined)[] } = { list: [], names: [] };
  #last: Matches | null = null;
  #running: object | null = null;

  constructor({ now = () => performance.now(), defer = (work) => void setImmediate(work) }: SearchOptions = {}) {
    this.#now = now;
    this.#defer = defer;
  }

  /** Null when another search took its place. */
  run(list: readonly MenuEntry[], given: string, matching: Matching): Promise<Found | null> {
    const query = foldQuery(given);
    if (this.#folded.list !== list) this.#folded = { list, names: [] };
    const steps = searchSteps(query, { list, names: this.#folded.names, within: this.#within(list, query), matching });
    const running = {};
    this.#running = running;
    return new Promise((resolve) => {
      const slice = (): void => {
        if (this.#running !== running) return resolve(null);
        const until = this.#now() + SLICE_MS;
        for (;;) {
          const step = steps.next();
          if (step.done === true) {
            this.#last = { list, query, at: step.value.at };
            return resolve({ filter: given, ...step.value.found });
          }
          if (this.#now() >= until) return this.#defer(slice);
        }
      };
      this.#defer(slice);
    });
  }

  /** What runs is not needed any more. */
  stop(): void {
    this.#running = null;
  }

  #within(list: readonly MenuEntry[], query: string): readonly number[] | null {
    const last = this.#last;
    return last !== null && last.list === list && last.query !== "" && query.startsWith(last.query) ? last.at : null;
  }
}

export type SearchInput = {
  readonly list: readonly MenuEntry[];
  /** Filled while searching. */
  readonly names: (Folded | undefined)[];
  /** Only these; null: all. */
  readonly within: readonly number[] | null;
  readonly matching: Matching;
};

/** Yields now and then. */
export function* searchSteps(
  query: string,
  { list, names, within, matching }: SearchInput,
  meter?: Meter,
): Generator<undefined, { readonly found: Omit<Found, "filter">; readonly at: readonly number[] }> {
  // Without a filter everything fits, in its own order.
  if (query === "") return { found: { entries: list.slice(0, MOST_SHOWN), total: list.length }, at: [] };
  const best = new Best(MOST_SHOWN);
  const at: number[] = [];
  const count = within?.length ?? list.length;
  for (let index = 0; index < count; index += 1) {
    if (index % PER_STEP === PER_STEP - 1) yield;
    const place = within === null ? index : within[index]!; // Within its length.
    const { label, filter = label, rank = 0 } = list[place]!; // As above.
    const name = (names[place] ??= fold(filter));
    const score = matching === "fuzzy" ? scoreOf(query, name, meter) : name.text.includes(query) ? 0 : null;
    if (score === null) continue;
    at.push(place);
    best.add(place, score - rank * PER_RANK);
  }
  return { found: { entries: best.places().map((place) => list[place]!), total: at.length }, at };
}

/** The few with the highest scores, of equal ones the first. */
class Best {
  readonly #most: number;
  readonly #kept: { readonly place: number; readonly score: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(place: number, score: number): void {
    const kept = this.#kept;
    if (kept.length === this.#most && score <= kept.at(-1)!.score) return;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle]!.score >= score) low = middle + 1;
      else high = middle;
    }
    kept.splice(low, 0, { place, score });
    if (kept.length > this.#most) kept.pop();
  }

  places(): readonly number[] {
    return this.#kept.map(({ place }) => place);
  }
}
