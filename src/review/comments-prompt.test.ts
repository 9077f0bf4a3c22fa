// Comments as a prompt: the same words from a review on a screen as from a finished one.

import { expect, test } from "vitest";
import { batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { commentsPrompt, placedComments } from "./comments-prompt.ts";
import { openReview } from "./open.ts";
import { reduce } from "./reduce.ts";
import type { ReviewEvent } from "./types.ts";

const on = (side: "old" | "new", from: number, to: number, text: string): readonly ReviewEvent[] => [
  { kind: "comment-asked", place: { side, line: from } },
  { kind: "comment-moved", place: { side, line: to }, extend: true },
  { kind: "comment-opened" },
  { kind: "comment-typed", text },
  { kind: "comment-saved" },
];

test("in the order of files and lines, with the lines they are about", () => {
  const opened = openReview(batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")]));
  const review = [
    ...on("new", 5, 5, "why?"),
    ...on("old", 1, 2, "keep these"),
    { kind: "page-turned", by: 1 } as const,
    ...on("new", 3, 3, "here too"),
  ].reduce(reduce, opened);
  expect(commentsPrompt(placedComments(review, (path) => path.slice(3)))).toBe(
    [
      "I reviewed your changes. Please address these comments:\n",
      "a.ts, lines 1-2 before the change:\n> one\n> two\nkeep these\n",
      "a.ts, line 5:\n> FIVE\nwhy?\n",
      "b.ts, line 3:\n> three\nhere too\n",
    ].join("\n"),
  );
});

test("what was reverted is said without comments too", () =>
  expect(
    commentsPrompt(
      [],
      [
        { path: "a.ts", some: true, reason: null },
        { path: "b.ts", some: false, reason: "keep MIT,\nplease" },
      ],
    ),
  ).toBe("I reviewed your changes.\n\nI reverted your changes to:\n- a.ts (in part)\n- b.ts: keep MIT,\n  please\n"));

test("without either there is nothing to say", () =>
  expect(commentsPrompt(placedComments(openReview(patchPayload("ws/a.ts")), String))).toBe(""));
