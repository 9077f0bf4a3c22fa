// What a person typed about a change that has to be asked about again, because the file changed on disk: comments go to
// the same lines of the new question. What no longer has a place is returned as text; nothing typed is lost.

import { splitLines } from "../text/index.ts";
import type { ChangePage, PageComment, Review } from "./types.ts";

/** Plain data: it outlives the screen. */
export type CarriedPage = {
  readonly path: string;
  /** The person's own version; null: none was typed. */
  readonly version: string | null;
  readonly comments: readonly CarriedComment[];
};

/** About the `at`-th (from 0) of `of` places where the text of the side has these lines. */
export type CarriedComment = {
  readonly side: PageComment["side"];
  readonly lines: readonly string[];
  readonly at: number;
  readonly of: number;
  readonly text: string;
};

/** Text that has no place in the new question. */
export type LeftText = { readonly kind: "comment" | "version"; readonly path: string; readonly text: string };

/** Pages without anything typed are not in it. */
export function carriedOf(review: Review): readonly CarriedPage[] {
  return review.pages.flatMap((page): CarriedPage[] => {
    if (page.kind !== "change" || (page.comments.length === 0 && !page.edited)) return [];
    const comments = page.comments.map(({ side, from, to, text }) => {
      const all = linesOf(page, side);
      const lines = all.slice(from - 1, to);
      const places = placesOf(all, lines);
      return { side, lines, at: places.indexOf(from), of: places.length, text };
    });
    return [{ path: page.payload.path, version: page.edited ? page.proposal : null, comments }];
  });
}

/** Files that are not asked about again need nothing: what was typed about them went with the answer. */
export function carriedInto(
  review: Review,
  carried: readonly CarriedPage[],
): { readonly review: Review; readonly left: readonly LeftText[] } {
  const left: LeftText[] = [];
  const pages = review.pages.map((page) => {
    const typed = carried.find(({ path }) => page.kind === "change" && page.payload.path === path);
    if (page.kind !== "change" || typed === undefined) return page;
    const { path, version } = typed;
    if (version !== null && version !== page.proposal) left.push({ kind: "version", path, text: version });
    const comments = typed.comments.flatMap((comment): PageComment[] => {
      const { side, lines, at, of, text } = comment;
      const places = placesOf(linesOf(page, side), lines);
      const from = places[at];
      // With another number of such places it is not certain which one was meant.
      if (from !== undefined && places.length === of) return [{ side, from, to: from + lines.length - 1, text }];
      left.push({ kind: "comment", path, text });
      return [];
    });
    return { ...page, comments: [...page.comments, ...comments] };
  });
  return { review: { ...review, pages }, left };
}

/** Comments are about the change as it was shown. */
function linesOf({ before, payload }: ChangePage, side: PageComment["side"]): readonly string[] {
  return splitLines((side === "old" ? before : payload.suggested_content) ?? "");
}

/** Where these lines begin, 1-based. */
function placesOf(all: readonly string[], lines: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (let from = 0; lines.length > 0 && from + lines.length <= all.length; from += 1)
    if (lines.every((line, offset) => all[from + offset] === line)) places.push(from + 1);
  return places;
}
