// From the pages to one decision. What has no answer is a no, and in a work tree is left as it is; a file whose edit got
// a place needs approval again.

import type { Decision } from "../approval/index.ts";
import { commentsOf } from "./comments.ts";
import { answerOf } from "./content.ts";
import { keptRuleOf } from "./offers.ts";
import type { Page, PageAnswer, Review } from "./types.ts";

export function decisionOf(
  review: Review,
  { stop = false, unanswered }: { readonly stop?: boolean; readonly unanswered: string },
): Decision {
  const left: PageAnswer = { kind: "reject", reason: unanswered };
  const placed = placedPaths(review);
  const items = review.pages.flatMap((page) =>
    page.kind === "open" || isDeferred(page, placed) || (page.answer === null && review.purpose === "work-tree")
      ? []
      : [answerOf(page, page.answer ?? left)],
  );
  const comments = commentsOf(review);
  const rule = keptRuleOf(review);
  const places = review.pages.flatMap((page) =>
    page.kind === "open" && page.answer?.kind === "place" ? [{ edit: page.edit.edit, place: page.answer.place }] : [],
  );
  return {
    approval_id: review.approvalId,
    ...(stop ? { stop_run: true } : {}),
    ...(rule === null ? {} : { remember: rule }),
    ...(places.length === 0 ? {} : { places }),
    ...(comments.length === 0 ? {} : { comments: [...comments] }),
    items,
  };
}

/** The files of which an edit got its place. */
export function placedPaths({ pages }: Pick<Review, "pages">): ReadonlySet<string> {
  return new Set(
    pages.flatMap((page) => (page.kind === "open" && page.answer?.kind === "place" ? page.edit.path : [])),
  );
}

/** An edit of this file got its place, so the file will be planned and asked about again. */
export function isDeferred(page: Page, placed: ReadonlySet<string>): boolean {
  return page.kind === "change" && placed.has(page.payload.path);
}

/** The person has said what they want here, or will be asked again. */
export function isDone(review: Review, page: Page): boolean {
  return isDecided(page, placedPaths(review));
}

/** The same for many pages: `placed` are the placedPaths of their review. */
export function isDecided(page: Page, placed: ReadonlySet<string>): boolean {
  return page.answer !== null || isDeferred(page, placed);
}

/** The review was stopped and nothing was approved: for a question that others can answer too, that is no answer. */
export function isLeft({ stop_run, items, places = [] }: Decision): boolean {
  return stop_run === true && places.length === 0 && items.every(({ action }) => action === "reject");
}
