import { describe, expect, test } from "vitest";
import { patchPayload } from "../../test/support/payloads.ts";
import { carriedInto, carriedOf } from "./carry.ts";
import { openReview } from "./open.ts";
import type { PageComment, Review } from "./types.ts";

const BEFORE = "one\ntwo\nthree\ntwo\n";
const AFTER = "ONE\ntwo\nthree\ntwo\n";

function reviewOf(before: string, after: string, comments: readonly PageComment[] = []): Review {
  const review = openReview(patchPayload("ws/a.txt", before, after), { purpose: "approve" });
  return { ...review, pages: review.pages.map((page) => (page.kind === "change" ? { ...page, comments } : page)) };
}

const onNew = (from: number, to = from): PageComment => ({ side: "new", from, to, text: "why?" });
const commentsIn = (review: Review): readonly PageComment[] =>
  review.pages.flatMap((page) => (page.kind === "change" ? page.comments : []));

describe("comments on a change that is asked about again", () => {
  test.each([
    ["the lines moved down", onNew(1), `zero\n${BEFORE}`, `zero\n${AFTER}`, [onNew(2)]],
    ["several lines stay together", onNew(2, 3), `zero\n${BEFORE}`, `zero\n${AFTER}`, [onNew(3, 4)]],
    ["the second of two equal lines", onNew(4), `zero\n${BEFORE}`, `zero\n${AFTER}`, [onNew(5)]],
    ["one more such line: which was meant is not certain", onNew(4), `two\n${BEFORE}`, `two\n${AFTER}`, []],
    ["the lines are gone", onNew(1), "1\n", "one\n", []],
    ["only a part of the lines is there", onNew(2, 3), "two\n", "two\nTHREE\n", []],
  ] as const)("%s", (_, comment, before, after, expected) => {
    const carried = carriedOf(reviewOf(BEFORE, AFTER, [comment]));
    const { review, left } = carriedInto(reviewOf(before, after), carried);
    expect(commentsIn(review)).toEqual(expected);
    const isLeft = expected.length === 0;
    expect(left).toEqual(isLeft ? [{ kind: "comment", path: "ws/a.txt", text: "why?" }] : []);
  });

  test("nothing was typed: nothing is carried", () => {
    expect(carriedOf(reviewOf(BEFORE, AFTER))).toEqual([]);
  });

  test("a file that is not asked about again gets nothing, and nothing is left over", () => {
    const carried = [{ ...carriedOf(reviewOf(BEFORE, AFTER, [onNew(1)]))[0]!, path: "ws/b.txt" }];
    const fresh = reviewOf(BEFORE, AFTER);
    expect(carriedInto(fresh, carried)).toEqual({ review: fresh, left: [] });
  });

  test("the person's own version is left as text, unless it is what is proposed now", () => {
    const carried = (version: string) => [{ path: "ws/a.txt", version, comments: [] }];
    const fresh = reviewOf(BEFORE, AFTER);
    expect(carriedInto(fresh, carried("mine\n")).left).toEqual([{ kind: "version", path: "ws/a.txt", text: "mine\n" }]);
    expect(carriedInto(fresh, carried(AFTER)).left).toEqual([]);
  });
});
