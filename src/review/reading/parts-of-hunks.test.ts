// What is split is answered truthfully: in whole hunks where that says it, else as the exact text.

import { describe, expect, test } from "vitest";
import { patchPayload } from "../../../test/support/payloads.ts";
import { versionOf } from "../../base/index.ts";
import { diffLines, encode, type Text } from "../../text/index.ts";
import { openReview } from "../open.ts";
import { reduce } from "../reduce.ts";
import type { ChangePage, Review, ReviewEvent } from "../types.ts";

const BEFORE = "a\nb\nc\nd\ne\nf\n" as Text;
const AFTER = "A\nB\nc\nd\nE\nF\n" as Text;

function opened(): Review {
  const hunks = diffLines(BEFORE, AFTER).map(({ old, new: fresh }, index) => ({
    index,
    old_start: old.from + 1,
    old_lines: old.to - old.from,
    new_start: fresh.from + 1,
    new_lines: fresh.to - fresh.from,
  }));
  const payload = { ...patchPayload("ws/a.ts"), original_content: BEFORE, suggested_content: AFTER, hunks };
  return paint(openReview(payload as ReturnType<typeof patchPayload>));
}
function paint(review: Review): Review {
  const shown = { page: 0, view: "change", layout: "80", lead: 0, rows: 9, height: 9, from: 0, to: 9 } as const;
  return reduce(review, { kind: "page-painted", ...shown, isAnswerable: true });
}
const play = (...events: readonly ReviewEvent[]): Review =>
  events.reduce((review, event) => paint(reduce(review, event)), paint(reduce(opened(), { kind: "choosing-asked" })));
const pageIn = (review: Review): ChangePage => review.pages[0] as ChangePage;
const SPLIT = (hunk: number): ReviewEvent => ({ kind: "hunk-split", hunk });
const SWITCH = (hunk: number): ReviewEvent => ({ kind: "hunk-switched", hunk });
const YES = { kind: "page-applied" } as const;
const answerIn = ({ stage }: Review): unknown => (stage.kind === "settled" ? stage.decision.items[0] : stage);
const common = { digest: "digest of ws/a.ts", by: { kind: "person" } };

describe("the answer", () => {
  test("a part of a hunk is the exact text", () => {
    const content = "A\nb\nc\nd\nE\nF\n";
    const after = versionOf(encode(content as Text));
    expect(answerIn(play(SPLIT(0), SWITCH(1), YES))).toEqual({ ...common, action: "modify", content, after });
  });

  test("all parts of a hunk are that hunk, in the question's own numbers", () => {
    const after = versionOf(encode("A\nB\nc\nd\ne\nf\n" as Text));
    const answer = answerIn(play(SPLIT(0), SPLIT(2), SWITCH(2), SWITCH(3), YES));
    expect(answer).toEqual({ ...common, action: "apply", hunks: [0], after });
  });

  test("every part is the whole change, none is a no", () => {
    const after = versionOf(encode(AFTER));
    expect(answerIn(play(SPLIT(0), YES))).toEqual({ ...common, action: "apply", after });
    const none = play(SPLIT(0), SWITCH(0), SWITCH(1), SWITCH(2), YES);
    expect(answerIn(none)).toMatchObject({ action: "reject" });
  });
});

describe("splitting and joining", () => {
  test("what was left out stays left out, and the cursor stays", () => {
    const page = pageIn(play(SWITCH(0), SPLIT(0)));
    expect([page.changes.length, [...page.chosen], page.hunk]).toEqual([3, [2], 0]);
  });

  test("joined, a hunk is chosen when all its parts were", () => {
    const page = pageIn(play(SPLIT(0), SPLIT(2), SWITCH(1), { kind: "hunks-joined" }));
    expect(page.changes).toBe(page.unsplit);
    expect([...page.chosen]).toEqual([1]);
  });

  test("it must be painted before it is answered", () => {
    const review = reduce(play(SPLIT(0)), SWITCH(0));
    expect(reduce(review, YES)).toBe(review);
    const split = reduce(play(), SPLIT(0));
    expect(reduce(split, YES)).toBe(split);
  });

  test("not outside of choosing, and not what has one line of one side", () => {
    const reading = opened();
    expect(reduce(reading, SPLIT(0))).toBe(reading);
    expect(play(SPLIT(0), SPLIT(0), SPLIT(0)).notice).toBe("This change cannot be split any further.");
  });
});
