// Finding a row among rows that start at rising places.

/** The index of the last entry that is at most `value`, by bisection; entries rise, the last is beyond it. */
export function lastAtMost(entries: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = entries.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entries[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
