// What the person looks at of a change: which of its parts, how much around it, in one column or two. Nothing here
// answers anything.

import { join } from "../seen.ts";
import type { ChangePage, Review, ReviewEvent } from "../types.ts";

/** Null for an event that is about something else. */
export function look(review: Review, event: ReviewEvent): Review | null {
  switch (event.kind) {
    case "hunk-reached":
      return onChange(review, (page) =>
        event.hunk >= 0 && event.hunk < page.changes.length ? { ...page, hunk: event.hunk, isMarked: true } : page,
      );
    case "context-changed": {
      const context = event.to === "all" ? event.to : Math.max(0, Math.floor(event.to));
      return onChange(review, (page) => ({ ...page, context }));
    }
    case "fold-opened":
      return onChange(review, (page) => ({ ...page, opened: join(page.opened, { from: event.from, to: event.to }) }));
    case "folds-closed":
      return onChange(review, (page) => ({ ...page, opened: [] }));
    case "explanation-switched":
      return { ...onChange(review, (page) => ({ ...page, isExplained: !page.isExplained })), notice: null };
    case "columns-changed":
      return { ...review, columns: event.to };
    default:
      return null;
  }
}

function onChange(review: Review, change: (page: ChangePage) => ChangePage): Review {
  const page = review.pages[review.at];
  return page?.kind === "change" ? { ...review, pages: review.pages.with(review.at, change(page)) } : review;
}
