import { describe, expect, test } from "vitest";
import { AFTER, batchPayload, BEFORE, patchPayload } from "../../test/support/payloads.ts";
import { versionOf } from "../base/index.ts";
import { answerWhole } from "./answer-whole.ts";
import { openReview } from "./open.ts";
import { reduce } from "./reduce.ts";

const patch = patchPayload("ws/a.txt");
const by = { kind: "person" };
const version = (text: string) => versionOf(new TextEncoder().encode(text));
const ONE_CHOSEN = BEFORE.replace("five", "FIVE");

describe("one file", () => {
  test("applied", () => {
    expect(answerWhole(patch, { kind: "apply" })).toEqual({
      kind: "decision",
      decision: { approval_id: "q1", items: [{ action: "apply", digest: patch.digest, by, after: version(AFTER) }] },
    });
  });

  test("rejected, with and without a reason", () => {
    const item = { action: "reject", digest: patch.digest, by };
    expect(answerWhole(patch, { kind: "reject", reason: null })).toMatchObject({ decision: { items: [item] } });
    const reasoned = { decision: { items: [{ ...item, reason: "no" }] } };
    expect(answerWhole(patch, { kind: "reject", reason: "no" })).toMatchObject(reasoned);
  });

  test("some of its changes: bound to the same bytes as when a person chooses them", () => {
    const answered = answerWhole(patch, { kind: "apply", hunks: [1] });
    const item = { action: "apply", digest: patch.digest, by, hunks: [1], after: version(ONE_CHOSEN) };
    expect(answered).toEqual({ kind: "decision", decision: { approval_id: "q1", items: [item] } });
    const paint = { kind: "page-painted", page: 0, view: "change", layout: "x", rows: 9, lead: 0, height: 9 } as const;
    const painted = { ...paint, from: 0, to: 9, isAnswerable: true };
    const events = [painted, { kind: "choosing-asked" }, { kind: "hunk-switched", hunk: 0 }, painted] as const;
    const review = [...events, { kind: "page-applied" } as const].reduce(reduce, openReview(patch));
    expect(review.stage.kind === "settled" && review.stage.decision).toEqual(
      answered.kind === "decision" && answered.decision,
    );
  });

  test("all of its changes, by number, is the whole", () => {
    expect(answerWhole(patch, { kind: "apply", hunks: [1, 0, 1] })).toEqual(answerWhole(patch, { kind: "apply" }));
  });
});

test("a batch: every file gets the answer", () => {
  const batch = batchPayload([patchPayload("ws/a.txt"), patchPayload("ws/b.txt")]);
  const items = batch.items.map(({ digest, after }) => ({ action: "apply", digest, by, after }));
  expect(answerWhole(batch, { kind: "apply" })).toEqual({ kind: "decision", decision: { approval_id: "q1", items } });
});

describe("changes that cannot be chosen", () => {
  const batch = batchPayload([patchPayload("ws/a.txt"), patchPayload("ws/b.txt")]);
  const single = patchPayload("ws/a.txt", "one\n", "ONE\n");
  test.each([
    ["of several files", batch, [0], "Changes can be chosen only in a question about one file."],
    ["beyond the last", patch, [0, 2], "There is no change 2: they are numbered from 0 to 1."],
    ["before the first", patch, [-1], "There is no change -1: they are numbered from 0 to 1."],
    ["none", patch, [], "No change is chosen. Reject the question instead."],
    [
      "of a command",
      { ...patch, type: "shell" } as never,
      [0],
      "Changes can be chosen only in a question about one file.",
    ],
  ])("%s", (_, payload, hunks, why) => {
    expect(answerWhole(payload, { kind: "apply", hunks })).toEqual({ kind: "refused", why });
  });

  test("a single change chosen by its number is the whole", () => {
    expect(answerWhole(single, { kind: "apply", hunks: [0] })).toEqual(answerWhole(single, { kind: "apply" }));
  });

  test("a batch of one file is a question about one file", () => {
    expect(answerWhole(batchPayload([patch]), { kind: "apply", hunks: [1] })).toMatchObject({
      decision: { items: [{ hunks: [1], after: version(ONE_CHOSEN) }] },
    });
  });
});
