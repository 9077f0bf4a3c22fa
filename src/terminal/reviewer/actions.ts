// What a key of a review leads to: an event of the review, or something that the screen does.

import { pageOf, type Review, type ReviewEvent } from "../../review/index.ts";

export type Action =
  | { readonly kind: "event"; readonly event: ReviewEvent }
  | { readonly kind: "edit" }
  /** Begins a comment on the first line of the window. */
  | { readonly kind: "comment" }
  /** To the next line that can be commented on. */
  | { readonly kind: "comment-line"; readonly by: 1 | -1; readonly extend: boolean }
  | { readonly kind: "pager" }
  | { readonly kind: "redraw" }
  | { readonly kind: "suspend" }
  | { readonly kind: "none" };

export const NONE: Action = { kind: "none" };

export function does(event: ReviewEvent): Action {
  return { kind: "event", event };
}

export function scrollBy(review: Review, by: number): Action {
  return does({ kind: "page-scrolled", to: (pageOf(review)?.top ?? 0) + by });
}
