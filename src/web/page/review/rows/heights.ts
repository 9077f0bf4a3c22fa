// How far down each row of a list is, when rows differ in height and most were never drawn: a guess for each, replaced
// by what was measured. Finding a row and changing a height take logarithmic time (Fenwick, 1994).

export class Heights {
  readonly count: number;
  readonly #heights: Float64Array;
  /** Entry i + 1 holds the sum of the heights of the rows that end at i, as many as its lowest bit says. */
  readonly #sums: Float64Array;
  readonly #highest: number;

  constructor(count: number, guess: (row: number) => number) {
    this.count = count;
    this.#heights = new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let row = 0; row < count; row += 1) {
      const height = guess(row);
      this.#heights[row] = height;
      const at = row + 1;
      this.#sums[at] = this.#sums[at]! + height;
      const parent = at + (at & -at);
      if (parent <= count) this.#sums[parent] = this.#sums[parent]! + this.#sums[at]!;
    }
    let highest = 1;
    while (highest * 2 <= count) highest *= 2;
    this.#highest = highest;
  }

  get total(): number {
    return this.top(this.count);
  }

  height(row: number): number {
    return this.#heights[row] ?? 0;
  }

  /** Where a row starts; of `count`, where the last one ends. */
  top(row: number): number {
    let sum = 0;
    for (let at = Math.min(row, this.count); at > 0; at -= at & -at) sum += this.#sums[at]!;
    return sum;
  }

  /** Replaces a guess; says by how much everything below moves. */
  set(row: number, height: number): number {
    if (row < 0 || row >= this.count) return 0;
    const change = height - this.#heights[row]!;
    if (change === 0) return 0;
    this.#heights[row] = height;
    for (let at = row + 1; at <= this.count; at += at & -at) this.#sums[at] = this.#sums[at]! + change;
    return change;
  }

  /** The row at a distance from the top, or at the top for a negative one: the last that starts at or before it. 0 for an empty list. */
  at(distance: number): number {
    let row = 0;
    let left = Math.max(0, distance);
    for (let step = this.#highest; step > 0; step >>= 1) {
      const next = row + step;
      if (next > this.count || this.#sums[next]! > left) continue;
      left -= this.#sums[next]!;
      row = next;
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }
}
