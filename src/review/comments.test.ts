import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../approval/index.ts";
import { play } from "../../test/support/painted.ts";
import { batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { openReview } from "./open.ts";
import type { LinePlace, PageComment, Review, ReviewEvent } from "./types.ts";

const place = (side: "old" | "new", line: number): LinePlace => ({ side, line });
const open = (count = 2): Review =>
  openReview(batchPayload(Array.from({ length: count }, (_, at) => patchPayload(`ws/${at}.ts`))), {
    purpose: "work-tree",
  });
const commentsOn = (review: Review, page: number): readonly PageComment[] => {
  const found = review.pages[page]!;
  return found.kind === "change" ? found.comments : [];
};
const say = (at: LinePlace, text: string): readonly ReviewEvent[] => [
  { kind: "comment-asked", place: at },
  { kind: "comment-opened" },
  { kind: "comment-typed", text },
  { kind: "comment-saved" },
];

describe("a comment", () => {
  test("is on the lines that were chosen, of one side", () => {
    const review = play(
      open(),
      { kind: "comment-asked", place: place("new", 1) },
      { kind: "comment-moved", place: place("new", 2), extend: true },
      { kind: "comment-opened" },
      { kind: "comment-typed", text: " why? " },
      { kind: "comment-saved" },
    );
    expect(commentsOn(review, 0)).toEqual([{ side: "new", from: 1, to: 2, text: "why?" }]);
    const other = play(
      open(),
      { kind: "comment-asked", place: place("new", 2) },
      { kind: "comment-moved", place: place("old", 1), extend: true },
      { kind: "comment-opened" },
      { kind: "comment-typed", text: "x" },
      { kind: "comment-saved" },
    );
    expect(commentsOn(other, 0)).toEqual([{ side: "old", from: 1, to: 1, text: "x" }]);
  });

  test("can be changed and taken away", () => {
    const one = play(open(), ...say(place("new", 1), "one"));
    const two = play(one, ...say(place("new", 1), "two"));
    expect(commentsOn(two, 0)).toEqual([{ side: "new", from: 1, to: 1, text: "two" }]);
    expect(commentsOn(play(two, ...say(place("new", 1), "  ")), 0)).toEqual([]);
  });

  test("on a line that is not there is none", () => {
    for (const at of [place("new", 0), place("new", 99), place("old", 99)])
      expect(play(open(), ...say(at, "x")).stage).toEqual({ kind: "reading" });
  });

  test("decides nothing: what is not answered is left out of the decision, and the comment is in it", () => {
    const left = play(
      open(),
      ...say(place("new", 1), "one"),
      { kind: "stop-asked" },
      { kind: "stop-confirmed", keep: true },
    );
    expect(left.stage).toMatchObject({
      kind: "settled",
      decision: { stop_run: true, items: [], comments: [{ side: "new", from: 1, to: 1, text: "one" }] },
    });
    const done = play(
      open(),
      ...say(place("new", 1), "one"),
      { kind: "page-applied" },
      { kind: "page-rejected", reason: null },
    );
    const { decision } = done.stage as { decision: Decision };
    expect(decision.items.map(({ action }) => action)).toEqual(["apply", "reject"]);
    expect(decision.comments).toHaveLength(1);
  });
});

test("whatever happens, only a page that was rejected in so many words is reverted", () => {
  const events: readonly ReviewEvent[] = [
    ...say(place("new", 1), "x"),
    { kind: "page-applied" },
    { kind: "page-turned", by: 1 },
    { kind: "page-turned", by: -1 },
    { kind: "stage-left" },
    { kind: "stop-asked" },
    { kind: "stop-confirmed", keep: false },
    { kind: "stop-confirmed", keep: true },
    { kind: "always-asked", all: true },
    { kind: "reason-asked" },
    { kind: "reason-typed", text: "no" },
    { kind: "review-cut", reason: "Interrupted." },
    { kind: "overview-asked" },
    { kind: "bulk-asked", action: "apply", of: "rest" },
    { kind: "bulk-confirmed" },
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 25 }), (all) => {
      const { stage } = play(open(3), ...all);
      if (stage.kind === "settled" && stage.decision.stop_run !== true)
        expect(stage.decision.items.filter(({ action }) => action === "reject")).toEqual([]);
    }),
  );
});
