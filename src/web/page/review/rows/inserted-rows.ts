// Rows with others between them: comments under the line they are about, the box a comment is typed in. The rows below
// move down; nothing is replaced.

import { lastAtMost } from "../../../../review/index.ts";
import type { PageRows } from "./segments.ts";

/** Right below a row. Several below one row stay in the order given. */
export type Insert<Extra> = { readonly below: number; readonly extra: Extra };

export type Found<Extra> =
  | { readonly kind: "own"; readonly row: number }
  | { readonly kind: "extra"; readonly extra: Extra };

export type WithInserts<Extra> = {
  readonly count: number;
  find(at: number): Found<Extra>;
  /** Where an own row is now. */
  at(row: number): number;
};

export function withInserts<Extra>(
  { count }: Pick<PageRows, "count">,
  inserts: readonly Insert<Extra>[],
): WithInserts<Extra> {
  const sorted = inserts.toSorted((a, b) => a.below - b.below);
  // Where each of them is: below its row and those before it. A number below all and one beyond the end close the list.
  const places = [-1, ...sorted.map(({ below }, index) => below + 1 + index), Infinity];
  return {
    count: count + sorted.length,
    find(at) {
      const before = lastAtMost(places, at);
      return before > 0 && places[before] === at
        ? { kind: "extra", extra: sorted[before - 1]!.extra }
        : { kind: "own", row: at - before };
    },
    at: (row) => row + sorted.filter(({ below }) => below < row).length,
  };
}
