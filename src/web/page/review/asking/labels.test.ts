// Buttons say what a click does.

import { describe, expect, test } from "vitest";
import { batchPayload, patchPayload } from "../../../../../test/support/payloads.ts";
import {
  openReview,
  reduce,
  type ChangePage,
  type Page,
  type Review,
  type ReviewEvent,
} from "../../../../review/index.ts";
import { afterAnswer, labelsOf } from "./labels.ts";

const PAINTED: ReviewEvent = {
  kind: "page-painted",
  page: 0,
  view: "change",
  layout: "a",
  rows: 1,
  lead: 0,
  height: 9,
  from: 0,
  to: 1,
  isAnswerable: true,
};
const opened = openReview(patchPayload("ws/a.ts"));
const after = (review: Review, ...events: readonly ReviewEvent[]): Review => events.reduce(reduce, review);
const said = (review: Review, purpose: Review["purpose"] = "approve"): string[] => {
  const { apply, reject } = labelsOf({ purpose }, review.pages[review.at]!);
  return [apply, reject];
};
const leave = (hunk: number): ReviewEvent => ({ kind: "hunk-switched", hunk });
const edit = after(
  opened,
  PAINTED,
  { kind: "editor-opened" },
  {
    kind: "editor-closed",
    outcome: { kind: "changed", content: "x\n" },
  },
);
const comment = after(
  opened,
  { kind: "comment-asked", place: { side: "new", line: 1 } },
  { kind: "comment-opened" },
  { kind: "comment-typed", text: "why?" },
  { kind: "comment-saved" },
);
const shaped = (change: Partial<ChangePage>): Review => ({
  ...opened,
  pages: [{ ...(opened.pages[0] as ChangePage), ...change }],
});

describe("what the two buttons say", () => {
  test.each<[string, Review, Review["purpose"], string[]]>([
    ["all changes", opened, "approve", ["Apply all 2 changes", "Reject"]],
    ["some changes", after(opened, leave(1)), "approve", ["Apply 1 of 2 changes", "Reject"]],
    ["no change", after(opened, leave(0), leave(1)), "approve", ["Apply 0 of 2 changes", "Reject"]],
    ["an edited text", edit, "approve", ["Apply your version", "Reject"]],
    ["a comment", comment, "approve", ["Apply all 2 changes with 1 comment", "Reject with 1 comment"]],
    ["a new file", shaped({ before: null }), "approve", ["Create this file", "Reject"]],
    ["a deletion", shaped({ proposal: null }), "approve", ["Delete this file", "Reject"]],
    ["on disk", opened, "work-tree", ["Keep", "Revert"]],
    ["on disk, in part", after(opened, leave(0)), "work-tree", ["Keep 1 of 2 changes, revert 1", "Revert"]],
    ["on disk, new", shaped({ before: null }), "work-tree", ["Keep", "Revert: delete the file"]],
    ["on disk, deleted", shaped({ proposal: null }), "work-tree", ["Keep it deleted", "Revert: bring the file back"]],
  ])("%s", (_, review, purpose, words) => expect(said(review, purpose)).toEqual(words));

  test("S0-43 a type that is not known is approved or rejected", () => {
    const page = { kind: "plain", payload: { type: "teleport" } } as unknown as Page; // A later version's.
    expect(labelsOf(opened, page)).toEqual({ apply: "Approve", reject: "Reject", nothing: null });
  });
});

test("with several files it is said that nothing is sent before the last", () => {
  const three = openReview(batchPayload(["ws/a.ts", "ws/b.ts", "ws/c.ts"].map((path) => patchPayload(path))));
  expect(afterAnswer(opened)).toBe(null);
  expect(afterAnswer(three)).toBe("2 more to decide; nothing is sent before the last.");
  const reject: ReviewEvent = { kind: "page-rejected", reason: null };
  expect(afterAnswer(after(three, reject, reject))).toBe("The last one: answering it sends all 3 answers.");
});
