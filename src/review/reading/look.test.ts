import { expect, test } from "vitest";
import { batchPayload, patchPayload } from "../../../test/support/payloads.ts";
import { openReview } from "../open.ts";
import { reduce } from "../reduce.ts";
import type { ChangePage, Review, ReviewEvent } from "../types.ts";

const opened = openReview(batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")]));
const after = (...events: readonly ReviewEvent[]): Review => events.reduce(reduce, opened);
const page = (review: Review): ChangePage => review.pages[review.at] as ChangePage;

test("looking answers nothing and leaves the other file as it is", () => {
  const review = after(
    { kind: "hunk-reached", hunk: 1 },
    { kind: "context-changed", to: "all" },
    { kind: "fold-opened", from: 1, to: 2 },
    { kind: "columns-changed", to: "two" },
  );
  expect(page(review)).toEqual({
    ...page(opened),
    hunk: 1,
    isMarked: true,
    context: "all",
    opened: [{ from: 1, to: 2 }],
  });
  expect(review.columns).toBe("two");
  expect(review.pages[1]).toBe(opened.pages[1]);
});

test("a change that is not there is not reached", () =>
  expect(page(after({ kind: "hunk-reached", hunk: 2 }))).toEqual(page(opened)));

test("opened folds are in order and joined, and close again", () => {
  const open = (from: number, to: number): ReviewEvent => ({ kind: "fold-opened", from, to });
  expect(page(after(open(8, 9), open(1, 3), open(3, 4))).opened).toEqual([
    { from: 1, to: 4 },
    { from: 8, to: 9 },
  ]);
  expect(page(after(open(8, 9), { kind: "folds-closed" })).opened).toEqual([]);
});

test("a context is a whole number that is not negative", () =>
  expect(page(after({ kind: "context-changed", to: -2.5 })).context).toBe(0));
