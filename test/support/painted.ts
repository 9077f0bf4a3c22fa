// What a screen reports to a review: everything on it was painted. For tests of the pure review.

import { reduce, type Review, type ReviewEvent } from "../../src/review/index.ts";

export function paint(review: Review): Review {
  if (review.showing === "overview")
    return reduce(review, { kind: "overview-painted", from: 0, height: 20, isAnswerable: true });
  return paintPage(review);
}

export function paintPage(review: Review): Review {
  const rows = { layout: "80", rows: 10, lead: 0, height: 10, from: 0, to: 10 };
  return reduce(review, { kind: "page-painted", page: review.at, view: "change", ...rows, isAnswerable: true });
}

/** As a screen would: what is on it is reported after every event. */
export function play(review: Review, ...events: readonly ReviewEvent[]): Review {
  return events.reduce((at, event) => paint(reduce(at, event)), paint(review));
}
