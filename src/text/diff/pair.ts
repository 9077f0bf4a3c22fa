// Finds which old line stays as which new line: a longest common subsequence where that can be had within a budget of
// steps, else a good common subsequence. Whatever happens, pairs are equal lines in the same order on both sides.
//
// The search is Myers' ("An O(ND) Difference Algorithm and Its Variations", 1986), from fast-myers-diff, on what is
// left after equal ends and lines without any counterpart are set aside; neither can change the answer's size. A region
// too tangled for the budget is cut: at lines that occur once on both sides (Cohen's patience diff), or, where there
// are none, into short slices at the same relative places. The cuts may cost minimality, never correctness.

import { diff_core } from "fast-myers-diff";
import { Bug } from "../../base/index.ts";
import { uniqueAnchors } from "./anchors.ts";

/** 1 where a line has a partner on the other side, else 0. Partners are met in the same order on both sides. */
export type Paired = { readonly old: Uint8Array; readonly new: Uint8Array };

/** Counts comparisons, for tests that a nasty input stays linear. */
export type Meter = { steps: number };

/** Equal lines have equal numbers, on both sides together counted from 0 without gaps. */
export function pairLines(oldIds: Int32Array, newIds: Int32Array, meter: Meter = { steps: 0 }): Paired {
  const work: Work = {
    oldIds,
    newIds,
    paired: { old: new Uint8Array(oldIds.length), new: new Uint8Array(newIds.length) },
    inOld: new Int32Array(oldIds.length + newIds.length),
    inBoth: new Int32Array(oldIds.length + newIds.length),
    regions: 0,
    meter,
  };
  pairRegion(work, { old: everyIndex(oldIds), new: everyIndex(newIds), depth: 0 });
  return work.paired;
}

// A whole file may take this many steps, about a fifth of a second. It is enough for some 4,000 scattered changes
// among lines that occur elsewhere, and for any number among lines that do not.
const WHOLE_BUDGET = 10_000_000;
// A region cut out of one that was too tangled gets less, in proportion to its size.
const STEPS_PER_LINE = 64;
// Regions of this size are always solved: even two of them without order take few steps.
const SLICE = 128;
const DEEPEST_CUT = 6;

type Work = {
  readonly oldIds: Int32Array;
  readonly newIds: Int32Array;
  readonly paired: Paired;
  /** Per line number, the last region that held it on the old side, and on both. Never cleared: regions are counted. */
  readonly inOld: Int32Array;
  readonly inBoth: Int32Array;
  regions: number;
  readonly meter: Meter;
};

/** Line indexes still to be paired, ascending on both sides; lines left out in between have no partner. */
type Region = { readonly old: Int32Array; readonly new: Int32Array; readonly depth: number };

function pairRegion(work: Work, whole: Region): void {
  const region = keepShared(work, pairEnds(work, whole));
  const { old, new: fresh, depth } = region;
  if (old.length === 0 || fresh.length === 0) return;
  const runs = myers(work, region, budgetFor(region));
  if (runs !== null) {
    pairBetween(work, region, runs);
    return;
  }
  const anchors = depth < DEEPEST_CUT ? uniqueAnchors(idsOf(work.oldIds, old), idsOf(work.newIds, fresh)) : [];
  if (anchors.length === 0) {
    for (const slice of slices(region)) pairRegion(work, slice);
    return;
  }
  let oldFrom = 0;
  let newFrom = 0;
  for (const anchor of [...anchors, { old: old.length, new: fresh.length }]) {
    const gap = { old: old.subarray(oldFrom, anchor.old), new: fresh.subarray(newFrom, anchor.new), depth: depth + 1 };
    pairRegion(work, gap);
    if (anchor.old < old.length) pair(work, old[anchor.old]!, fresh[anchor.new]!);
    oldFrom = anchor.old + 1;
    newFrom = anchor.new + 1;
  }
}

/** Pairs what is equal at the start and at the end, and returns what is between. */
function pairEnds(work: Work, region: Region): Region {
  const { oldIds, newIds } = work;
  const { old, new: fresh, depth } = region;
  let from = 0;
  let oldTo = old.length;
  let newTo = fresh.length;
  while (from < oldTo && from < newTo && oldIds[old[from]!] === newIds[fresh[from]!]) {
    pair(work, old[from]!, fresh[from]!);
    from += 1;
  }
  while (from < oldTo && from < newTo && oldIds[old[oldTo - 1]!] === newIds[fresh[newTo - 1]!]) {
    oldTo -= 1;
    newTo -= 1;
    pair(work, old[oldTo]!, fresh[newTo]!);
  }
  work.meter.steps += from + old.length - oldTo + 2;
  return { old: old.subarray(from, oldTo), new: fresh.subarray(from, newTo), depth };
}

/** Drops lines that do not occur on the other side: they cannot have a partner. */
function keepShared(work: Work, region: Region): Region {
  const { oldIds, newIds, inOld, inBoth } = work;
  work.regions += 1;
  const stamp = work.regions;
  for (const at of region.old) inOld[oldIds[at]!] = stamp;
  for (const at of region.new) {
    const id = newIds[at]!;
    if (inOld[id] === stamp) inBoth[id] = stamp;
  }
  work.meter.steps += region.old.length + region.new.length;
  return {
    old: onlyStamped(region.old, oldIds, inBoth, stamp),
    new: onlyStamped(region.new, newIds, inBoth, stamp),
    depth: region.depth,
  };
}

function onlyStamped(indexes: Int32Array, ids: Int32Array, stamps: Int32Array, stamp: number): Int32Array {
  const kept = new Int32Array(indexes.length);
  let size = 0;
  for (const at of indexes) if (stamps[ids[at]!] === stamp) kept[size++] = at;
  return kept.subarray(0, size);
}

function budgetFor({ old, new: fresh, depth }: Region): number {
  if (old.length <= SLICE && fresh.length <= SLICE) return Infinity;
  const share = STEPS_PER_LINE * (old.length + fresh.length);
  return depth === 0 ? Math.max(WHOLE_BUDGET, share) : share;
}

const SPENT = new Bug("the step budget of a line diff was spent and not caught");

/** The differing runs of the region as [oldFrom, oldTo, newFrom, newTo], or null when the budget does not suffice. */
function myers(work: Work, region: Region, budget: number): [number, number, number, number][] | null {
  const old = idsOf(work.oldIds, region.old);
  const fresh = idsOf(work.newIds, region.new);
  // Once the search runs along an edge it compares nothing, so the comparisons counted below miss it. Sides of unequal
  // length force it to: it makes at least as many rounds as half the difference, each as wide as it is late.
  const excess = Math.abs(old.length - fresh.length);
  if (excess * Math.min(excess, old.length, fresh.length) > budget * 2) return null;
  let left = budget;
  const equal = (i: number, j: number): boolean => {
    left -= 1;
    // The library has no other way to be stopped.
    if (left < 0) throw SPENT;
    work.meter.steps += 1;
    return old[i] === fresh[j];
  };
  try {
    return [...diff_core(0, old.length, 0, fresh.length, equal)];
  } catch (error) {
    if (error === SPENT) return null;
    throw error;
  }
}

function pairBetween(work: Work, region: Region, runs: readonly [number, number, number, number][]): void {
  let oldAt = 0;
  let newAt = 0;
  for (const [oldFrom, oldTo, , newTo] of [...runs, [region.old.length, 0, 0, 0]]) {
    for (; oldAt < oldFrom!; oldAt += 1, newAt += 1) pair(work, region.old[oldAt]!, region.new[newAt]!);
    oldAt = oldTo!;
    newAt = newTo!;
  }
}

/** Slices short enough to be solved outright, cut at the same relative places on both sides. */
function slices({ old, new: fresh, depth }: Region): Region[] {
  const count = Math.ceil(Math.max(old.length, fresh.length) / SLICE);
  const cut = (side: Int32Array, at: number): Int32Array =>
    side.subarray(Math.floor((side.length * at) / count), Math.floor((side.length * (at + 1)) / count));
  return Array.from({ length: count }, (_, at) => ({ old: cut(old, at), new: cut(fresh, at), depth: depth + 1 }));
}

function pair(work: Work, oldIndex: number, newIndex: number): void {
  work.paired.old[oldIndex] = 1;
  work.paired.new[newIndex] = 1;
}

function idsOf(ids: Int32Array, indexes: Int32Array): Int32Array {
  const of = new Int32Array(indexes.length);
  for (let at = 0; at < of.length; at += 1) of[at] = ids[indexes[at]!]!;
  return of;
}

function everyIndex(side: Int32Array): Int32Array {
  const every = new Int32Array(side.length);
  for (let at = 0; at < every.length; at += 1) every[at] = at;
  return every;
}
