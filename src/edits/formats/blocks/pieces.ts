// Text that comes in pieces and is wanted whole, once.
// Never holds a deep rope: a text of millions of single characters stays about as large as it is.

// The engine keeps a sum of strings as a tree until it is read; a batch of sums is made flat, so the tree stays small.
const BATCH = 256;

export class Pieces {
  #batches: string[] = [];
  #sum = "";
  #summands = 0;

  add(piece: string): void {
    this.#sum += piece;
    this.#summands += 1;
    if (this.#summands < BATCH) return;
    this.#batches.push([this.#sum, ""].join("")); // join writes its result out flat
    this.#sum = "";
    this.#summands = 0;
  }

  join(): string {
    return this.#batches.length === 0 ? this.#sum : this.#batches.join("") + this.#sum;
  }

  /** The end of the text, at least `wanted` characters of it when there are as many. */
  tail(wanted: number): string {
    let tail = this.#sum;
    for (let at = this.#batches.length - 1; at >= 0 && tail.length < wanted; at -= 1) tail = this.#batches[at]! + tail;
    return tail;
  }
}
