// Choosing the line that a comment is about. The cursor is a row of the window; the comment is about the line it shows.

import { pageOf, reduce, type Review } from "../../../review/index.ts";
import type { Action } from "../actions.ts";
import { nextLine, type Looking } from "./moves.ts";

export type CommentAction = Extract<Action, { kind: "comment" | "comment-line" }>;

/** `line`: the row of the line that is chosen. */
export function chooseCommentLine(
  review: Review,
  action: CommentAction,
  { viewOf, height, line }: Looking & { readonly line: number },
): { readonly review: Review; readonly line: number } {
  const view = viewOf(review);
  const top = pageOf(review)?.top ?? 0;
  const isNew = action.kind === "comment";
  // The first line of a change that is on the screen; a page of nothing else begins with one.
  const first = view.firstChange({ from: top, to: top + height }) ?? top;
  const found = nextLine(view, isNew ? { from: first, by: 1 } : { from: line, by: action.by, isAfter: true });
  if (found === null) {
    const text = "There is no line to comment on.";
    return { review: isNew ? reduce(review, { kind: "notice-given", text }) : review, line };
  }
  const chosen = reduce(
    review,
    isNew
      ? { kind: "comment-asked", place: found.place }
      : { kind: "comment-moved", place: found.place, extend: action.extend },
  );
  const isShown = found.row >= top && found.row < top + height;
  return {
    review: isShown ? chosen : reduce(chosen, { kind: "page-scrolled", to: found.row - 2 }),
    line: found.row,
  };
}
