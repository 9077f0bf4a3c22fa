// What a key of a review leads to: an event of the review, or something that the screen does.

import { pageOf, type Review, type ReviewEvent } from "../../review/index.ts";

export type Action =
  | { readonly kind: "event"; readonly event: ReviewEvent }
  | { readonly kind: "edit" }
  /** Opens the change that is looked at, alone. */
  | { readonly kind: "edit-change" }
  /** Begins a comment on the first line of the window. */
  | { readonly kind: "comment" }
  /** To the next line that can be commented on. */
  | { readonly kind: "comment-line"; readonly by: 1 | -1; readonly extend: boolean }
  /** To the change after the one that is looked at, or before it. */
  | { readonly kind: "to-change"; readonly by: 1 | -1 }
  /** Side by side, or one column. */
  | { readonly kind: "columns" }
  /** Searches from the first line of the window. */
  | { readonly kind: "search" }
  /** More or fewer equal lines around each change. */
  | { readonly kind: "context"; readonly by: 1 | -1 }
  /** Opens the first fold on the screen. */
  | { readonly kind: "unfold" }
  /** Closes every fold that was opened. */
  | { readonly kind: "fold" }
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
